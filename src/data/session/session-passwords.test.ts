// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EMAIL, type FakeAuthServer, fakeAuthServer } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import { linkIn } from './session-passwords.ts';
import { sessionStore } from './session-store.ts';

const REDEEM = '/rest/v1/rpc/redeem_password_link';

let server: FakeAuthServer;
let session: Session;
let count = 0;
beforeEach(async () => {
  const own = fakeAuthServer(); // a sign-out is still told to its own when the next test has begun
  server = own;
  count += 1;
  session = createSession({
    url: 'http://greben.test',
    key: 'publishable',
    fetch: (input, init) => own.fetch(input, init),
    locks: undefined,
    store: sessionStore(`passwords-test-${count}`),
  });
  await session.start();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  session.close();
  vi.restoreAllMocks();
});

/** Answers one path itself; the other requests go on. */
const answers = (path: string, status: number, body: unknown, headers: Record<string, string> = {}) => {
  const sent: { headers: Headers; body: unknown }[] = [];
  const { fetch } = server;
  server.fetch = async (input, init = {}) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    if (pathname !== path) return fetch(input, init);
    sent.push({ headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
  };
  return sent;
};

describe('one’s own password', () => {
  beforeEach(() => session.signIn(EMAIL, 'former'));

  test('is changed after the current one was right, under the own session', async () => {
    const before = server.requests.length;
    const sent = answers('/auth/v1/user', 200, { id: 'x' });
    await session.passwords.change('former', 'new secret');
    expect(server.requests.slice(before)).toEqual(['/auth/v1/token?grant_type=password']);
    expect(sent).toMatchObject([{ body: { password: 'new secret' } }]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer access-1');
    expect(session.store.getState().phase).toBe('signed-in');
  });

  test('stays where the current one is wrong', async () => {
    const sent = answers('/auth/v1/user', 200, { id: 'x' });
    server.failure = { status: 400, body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' } };
    await expect(session.passwords.change('guess', 'new secret')).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(sent).toEqual([]);
  });

  test('leaves no second session where the new one is refused', async () => {
    answers('/auth/v1/user', 422, { error_code: 'same_password', msg: 'New password should be different' });
    await expect(session.passwords.change('former', 'former')).rejects.toMatchObject({ code: 'same_password' });
    expect(server.revoked).toEqual(['access-2']);
  });

  test('cannot be changed by nobody', async () => {
    await session.signOut();
    await expect(session.passwords.change('former', 'new')).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

describe('a one-time link', () => {
  test.each([false, true])('is redeemed as nobody, whoever is signed in (%s), and says whose it was', async (signedIn) => {
    if (signedIn) await session.signIn('else@greben.test', 'secret');
    const sent = answers(REDEEM, 200, { email: EMAIL });
    expect(await session.passwords.redeem('token', 'new secret')).toBe(EMAIL);
    expect(sent).toMatchObject([{ body: { p_token: 'token', p_password: 'new secret' } }]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer publishable');
  });

  test('that does not hold says nothing of anybody', async () => {
    answers(REDEEM, 200, { email: null });
    expect(await session.passwords.redeem('token', 'new secret')).toBeNull();
  });

  test.each([
    ['429', 429, { code: '429', message: 'Too many attempts' }, { code: 'too_many_requests', waitSeconds: 20 }],
    ['an answer that is not our server’s', 200, { hello: 1 }, { code: 'network' }],
    ['a broken server', 503, { code: 'PGRST001', message: 'x' }, { code: 'server_failed' }],
  ])('is not known to be over after %s', async (_what, status, body, problem) => {
    answers(REDEEM, status, body, { 'retry-after': '20' });
    await expect(session.passwords.redeem('token', 'new secret')).rejects.toMatchObject(problem);
  });

  test.each([
    ['#password=abc-_1', 'abc-_1'],
    ['#password=', null],
    ['#access_token=x&refresh_token=y', null],
    ['', null],
  ])('is read from %j', (hash, token) => expect(linkIn(hash)).toBe(token));
});

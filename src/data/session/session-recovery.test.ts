// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EMAIL, type FakeAuthServer, fakeAuthServer, USER_ID } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import { type SessionEvent, sessionStore } from './session-store.ts';

const LINK = '#access_token=access-of-link&refresh_token=r&expires_in=3600&type=recovery';
const STRANGER = { id: 'somebody-else', email: 'else@greben.test' };

let server: FakeAuthServer;
let database: string;
let open: Session[];
let count = 0;

function newTab(): Session {
  const options = { url: 'http://greben.test', key: 'publishable', fetch: server.fetch, locks: undefined };
  const session = createSession({ ...options, store: sessionStore(database) });
  open.push(session);
  return session;
}

/** A tab that is opened by a link into somebody's account. */
async function openedByLink(owner: { id: string; email: string }): Promise<Session> {
  location.hash = LINK;
  const tab = newTab();
  server.failure = { status: 200, body: owner };
  await tab.start();
  server.failure = null;
  return tab;
}

const asked = (session: Session) => session.recovery.store.getState();
/** Returns the ends of sessions that the server was asked for, whichever token they came with. */
const logouts = () => server.requests.filter((path) => path.startsWith('/auth/v1/logout')).length;

beforeEach(() => {
  server = fakeAuthServer();
  count += 1;
  database = `recovery-test-${count}`;
  open = [];
  localStorage.clear();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  for (const session of open) session.close();
  vi.restoreAllMocks();
});

describe('a recovery link', () => {
  test('leaves the address and signs nobody in before a yes', async () => {
    const tab = await openedByLink({ id: USER_ID, email: EMAIL });
    expect(location.hash).toBe('');
    expect(asked(tab)).toEqual({ phase: 'asked', email: EMAIL });
    expect(tab.store.getState().phase).toBe('signed-out');
    expect((await sessionStore(database).read()).tokens).toBeNull();
  });

  test('signs in after a yes, and asks for a new password', async () => {
    const tab = await openedByLink({ id: USER_ID, email: EMAIL });
    const heard: SessionEvent[] = [];
    tab.onEvent((event) => heard.push(event));
    await tab.recovery.follow();
    expect(heard).toEqual(['PASSWORD_RECOVERY']);
    expect(tab.store.getState()).toMatchObject({ phase: 'signed-in', profile: { id: USER_ID } });
    expect(asked(tab)).toEqual({ phase: 'password', email: EMAIL });
    await tab.recovery.setPassword('new secret');
    expect(asked(tab)).toEqual({ phase: 'none' });
    expect(server.requests).toContain('/auth/v1/user');
  });

  test('is ended on the server after a no', async () => {
    const tab = await openedByLink(STRANGER);
    tab.recovery.leave();
    await vi.waitFor(() => expect(logouts()).toBe(1));
    expect(asked(tab)).toEqual({ phase: 'none' });
    await tab.recovery.follow();
    expect(tab.store.getState().phase).toBe('signed-out');
  });

  test('of somebody else is refused without a question where somebody is signed in', async () => {
    const here = newTab();
    await here.start();
    await here.signIn(EMAIL, 'secret');
    const tab = await openedByLink(STRANGER);
    expect(asked(tab)).toEqual({ phase: 'none' });
    expect(logouts()).toBe(1);
    for (const one of [here, tab]) expect(one.store.getState()).toMatchObject({ phase: 'signed-in', profile: { id: USER_ID } });
    expect(location.hash).toBe('');
  });

  test('of somebody else is refused where a person has signed in while the question stood', async () => {
    const tab = await openedByLink(STRANGER);
    const other = newTab();
    await other.start();
    await other.signIn(EMAIL, 'secret');
    await tab.recovery.follow();
    expect(asked(tab)).toEqual({ phase: 'none' });
    await vi.waitFor(() => expect(tab.store.getState()).toMatchObject({ phase: 'signed-in', profile: { id: USER_ID } }));
  });
});

describe('whether mails are sent', () => {
  test.each([
    ['a hosted service that has accounts confirmed', { external: { email: true }, mailer_autoconfirm: false }, true],
    ['one that confirms by itself', { external: { email: true }, mailer_autoconfirm: true }, false],
    ['one without accounts by e-mail', { external: { email: false }, mailer_autoconfirm: false }, false],
    ['one that says nothing', null, null],
  ])('is known of %s', async (_name, settings, sends) => {
    server.settings = settings;
    expect(await newTab().recovery.sendsMails()).toBe(sends);
  });

  test('is not known without a line', async () => {
    server.online = false;
    expect(await newTab().recovery.sendsMails()).toBeNull();
  });
});

describe('asking for a link', () => {
  test('names the way back to this app', async () => {
    server.failure = { status: 200, body: {} };
    await newTab().recovery.askForLink(EMAIL);
    expect(server.requests).toEqual([`/auth/v1/recover?redirect_to=${encodeURIComponent(`${location.origin}/`)}`]);
  });

  test.each([
    [404, {}, 'no_mails'],
    [429, { error_code: 'over_email_send_rate_limit', msg: 'after 53 seconds' }, 'too_many_requests'],
  ])('that is refused with %i is known as such', async (status, body, code) => {
    server.failure = { status, body };
    await expect(newTab().recovery.askForLink(EMAIL)).rejects.toMatchObject({ code });
  });

  test.each(['', '[]', 'null', 'signed in to the hotel'])(
    'was not heard by the server where 200 comes with “%s”',
    async (body) => {
      server.instead = { path: '/auth/v1/recover', status: 200, body, type: 'text/plain' };
      await expect(newTab().recovery.askForLink(EMAIL)).rejects.toMatchObject({ code: 'network' });
    },
  );
});

// @vitest-environment happy-dom
/** Anything between this device and its server may answer: nobody is signed out or sent away by it. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMAIL, type FakeAuthServer, fakeAuthServer, USER_ID } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import { sessionStore } from './session-store.ts';

const PAGE = '<!DOCTYPE html><html><body>Welcome, please sign in</body></html>';
const USERS = '/rest/v1/users';

let server: FakeAuthServer;
let database: string;
let open: Session[];
let count = 0;

async function newTab(): Promise<Session> {
  const options = { url: 'http://greben.test', key: 'publishable', fetch: server.fetch, locks: undefined };
  const session = createSession({ ...options, store: sessionStore(database) });
  open.push(session);
  await session.start();
  return session;
}
async function signedInTab(): Promise<Session> {
  const tab = await newTab();
  await tab.signIn(EMAIL, 'secret');
  return tab;
}
const stateOf = (session: Session) => session.store.getState();
const instead = (path: string, status: number, body: string | null, type = 'application/json') => {
  server.instead = { path, status, body: status === 204 ? null : body, type };
};

beforeEach(() => {
  server = fakeAuthServer();
  database = `portal-guard-${++count}`;
  open = [];
  localStorage.clear();
});
afterEach(() => {
  for (const session of open) session.close();
});

type Strange = readonly [name: string, status: number, body: string | null, type?: string];
const STRANGE: readonly Strange[] = [
  ['200 with nothing', 200, ''],
  ['204', 204, null],
  ['404 with nothing', 404, ''],
  ['404 with an empty list', 404, '[]'],
  ['200 with null', 200, 'null'],
  ['200 with an empty list', 200, '[]'],
  ['200 with an empty object', 200, '{}'],
  ['200 with a page', 200, PAGE, 'text/html'],
  ['403 with a page', 403, PAGE, 'text/html'],
  ['404 with a page', 404, PAGE, 'text/html'],
  ['400 with a page', 400, PAGE, 'text/html'],
  ['somebody else’s row', 200, JSON.stringify([{ id: 'else', email: null, role: null, salon_id: 8, created_at: null }])],
  ['a row without its salon', 200, JSON.stringify([{ id: USER_ID, email: EMAIL, role: 'employee', created_at: null }])],
  ['half of an answer', 200, `[{"id":"${USER_ID}","ema`],
  ['another call’s answer', 200, '{"verdicts":[]}'],
];

describe('the own profile, answered strangely', () => {
  test.each(STRANGE.map((strange) => ({ name: strange[0], strange })))(
    'changes nothing for a person with a salon: $name',
    async ({ strange: [, status, body, type] }) => {
      const tab = await signedInTab();
      instead(USERS, status, body, type);
      await expect(tab.refreshProfile()).rejects.toMatchObject({ code: expect.stringMatching(/network|portal/) });
      expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', salonId: 3, hasSalon: true, profile: { salonId: 3 } });
      server.online = false;
      expect(stateOf(await newTab())).toMatchObject({ phase: 'signed-in', salonId: 3, hasSalon: true });
    },
  );

  test.each(STRANGE.map((strange) => ({ name: strange[0], strange })))(
    'signs nobody in as a person without a salon: $name',
    async ({ strange: [, status, body, type] }) => {
      const tab = await newTab();
      instead(USERS, status, body, type);
      await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ code: expect.stringMatching(/network|portal/) });
      expect(stateOf(tab).phase).toBe('signed-out');
    },
  );

  test('a whole one without a salon is a new person’s', async () => {
    server.salonId = null;
    expect(stateOf(await signedInTab())).toMatchObject({ phase: 'signed-in', salonId: null, hasSalon: false });
  });
});

describe('a whole profile that names the kept salon no more', () => {
  test('takes it away when the salon itself refuses the person', async () => {
    const tab = await signedInTab();
    server.salonId = null;
    server.isMember = false;
    await tab.refreshProfile();
    expect(stateOf(tab)).toMatchObject({ salonId: null, hasSalon: false });
  });

  test('changes nothing while the salon lets them in, or cannot be asked', async () => {
    const tab = await signedInTab();
    server.salonId = null;
    await tab.refreshProfile();
    expect(stateOf(tab)).toMatchObject({ salonId: 3 });
    for (const [status, body] of [
      [403, PAGE],
      [200, PAGE],
      [403, '{"hint":"membership"}'],
      [200, '{}'],
      [503, ''],
    ] as const) {
      instead('/rest/v1/rpc/pull_changes', status, body);
      await tab.refreshProfile();
      expect(stateOf(tab)).toMatchObject({ salonId: 3, hasSalon: true });
    }
    server.instead = null;
    await tab.signIn(EMAIL, 'secret');
    expect(stateOf(tab)).toMatchObject({ salonId: 3 });
  });
});

describe('a network that answers with a page of its own', () => {
  test.each([200, 302, 400, 403, 404, 511])('is named at the sign-in: %i', async (status) => {
    const tab = await newTab();
    instead('/auth/v1/', status, PAGE, 'text/html');
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ code: 'portal' });
    await expect(tab.signUp(EMAIL, 'secret')).rejects.toMatchObject({ code: 'portal' });
  });

  test('is named at the creation of a salon', async () => {
    const tab = await signedInTab();
    for (const status of [200, 403, 404]) {
      instead('/rest/v1/rpc/create_salon', status, PAGE, 'text/html');
      await expect(tab.createSalon({}, {})).rejects.toMatchObject({ code: 'portal' });
    }
    instead('/rest/v1/rpc/create_salon', 200, '{}');
    await expect(tab.createSalon({}, {})).rejects.toMatchObject({ code: 'network' });
  });

  test.each([200, 400, 401, 403])('ends no session with %i', async (status) => {
    const tab = await signedInTab();
    instead('/', status, PAGE, 'text/html');
    await expect(tab.refreshProfile()).rejects.toMatchObject({ code: 'portal' });
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', salonId: 3 });
  });

  test.each([
    [200, PAGE, 'text/html'],
    [403, PAGE, 'text/html'],
    [404, 'no', 'text/plain'],
    [403, '{"error":"blocked"}', 'application/json'],
  ])('is no word of the server that a sign-out has been heard: %i %s', async (status, body, type) => {
    const tab = await signedInTab();
    instead('/auth/v1/logout', status, body, type);
    await tab.signOut();
    const store = sessionStore(database);
    await expect.poll(() => server.requests.some((path) => path.startsWith('/auth/v1/logout'))).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await store.readRevocations()).toHaveLength(1);
    server.instead = null;
    await newTab();
    await expect.poll(() => store.readRevocations()).toEqual([]);
    store.close();
  });

  test.each(['session_not_found', 'no_authorization', 'bad_jwt', 'user_not_found'])(
    'lets go of a sign-out about which the server itself says %s: there is nothing left to end',
    async (code) => {
      const tab = await signedInTab();
      instead('/auth/v1/logout', 403, JSON.stringify({ code: 403, error_code: code, msg: 'no' }));
      await tab.signOut();
      const store = sessionStore(database);
      await expect.poll(() => store.readRevocations()).toEqual([]);
      store.close();
    },
  );
});

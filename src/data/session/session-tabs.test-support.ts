/** Tabs of one browser with a simulated server, for the tests of the session. */
import { afterEach, beforeEach } from 'vitest';
import { EMAIL, type FakeAuthServer, fakeAuthServer } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import { sessionStore } from './session-store.ts';

export const HOUR = 3_600_000;
export const REFRESH = '/auth/v1/token?grant_type=refresh_token';
export const REVOKED = { status: 400, body: { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } };

export let server: FakeAuthServer;
export let database: string;
export let now: number;
let open: Session[];
let count = 0;

export function newTab(isTyped?: () => boolean): Session {
  const session = createSession({
    url: 'http://greben.test',
    key: 'publishable',
    fetch: server.fetch,
    store: sessionStore(database),
    locks: fakeLocks,
    now: () => now,
    ...(isTyped ? { isTyped } : {}),
  });
  open.push(session);
  return session;
}

/** Web Locks of one browser: one holder at a time, in the order of asking. */
let queue: Promise<unknown> = Promise.resolve();
const fakeLocks = {
  request: (_name: string, work: () => Promise<unknown>) => {
    const turn = queue.then(work, work);
    queue = turn.catch(() => undefined);
    return turn;
  },
} as unknown as LockManager;

export async function signedInTab(): Promise<Session> {
  const tab = newTab();
  await tab.start();
  await tab.signIn(EMAIL, 'secret');
  return tab;
}

export const refreshes = () => server.requests.filter((path) => path === REFRESH).length;
export const stateOf = (session: Session) => session.store.getState();

/** Moves the device's clock forward. */
export function passTime(ms: number): void {
  now += ms;
}

/** Makes each test of a file begin in a browser that nobody has used. It is called at the top of the file. */
export function freshBrowsers(): void {
  beforeEach(() => {
    server = fakeAuthServer();
    count += 1;
    database = `session-test-${count}`;
    now = Date.parse('2026-11-18T08:40:00Z');
    open = [];
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => {
    for (const session of open) session.close();
  });
}

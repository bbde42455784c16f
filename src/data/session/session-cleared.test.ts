// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMAIL, type FakeAuthServer, fakeAuthServer, USER_ID } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import { type SessionStore, sessionStore } from './session-store.ts';

/** The browser clears what is kept of a session, and its token is renewed before the page keeps it again (`keepAgain`). */
const HOUR = 3_600_000;

let server: FakeAuthServer;
let kept: SessionStore;
let session: Session;
let now: number;
let count = 0;

beforeEach(async () => {
  server = fakeAuthServer();
  count += 1;
  now = Date.parse('2026-11-18T08:40:00Z');
  kept = sessionStore(`session-cleared-${count}`);
  session = createSession({
    url: 'http://greben.test',
    key: 'publishable',
    fetch: server.fetch,
    store: kept,
    locks: undefined,
    now: () => now,
  });
  await session.start();
  await session.signIn(EMAIL, 'secret');
});
afterEach(() => session.close());

async function clear(): Promise<void> {
  await kept.write({ tokens: null, profile: null, locked: null });
  await kept.update('people', () => null);
}

const request = () => session.refreshProfile();

/** Makes the token need a renewal, which stays on its way until the returned function is called. */
function holdRenewal(): () => void {
  const gate = new EventTarget();
  server.hold = new Promise((resolve) => gate.addEventListener('open', () => resolve()));
  now += HOUR - 60_000;
  return () => gate.dispatchEvent(new Event('open'));
}

const heldToken = async () => (await kept.readTokens())?.accessToken;

test('a request between the two does not end the session', async () => {
  await clear();
  now += HOUR - 60_000;
  await request();
  await session.keepAgain();
  expect(await kept.read()).toMatchObject({ tokens: { userId: USER_ID }, profile: { id: USER_ID } });
  await request();
  expect(await heldToken()).toBe('access-2');
});

test('a token whose renewal was on its way is the one that is kept, and nobody revokes it', async () => {
  const arrive = holdRenewal();
  const asked = request();
  await expect.poll(() => server.requests.some((path) => path.includes('refresh_token'))).toBe(true);
  await clear();
  arrive();
  await asked;
  await session.keepAgain();
  expect(await heldToken()).toBe('access-2');
  expect(await kept.readRevocations()).toEqual([]);
});

test('a token that is renewed while the former one is kept again takes its place', async () => {
  const arrive = holdRenewal();
  const asked = request();
  await expect.poll(() => server.requests.some((path) => path.includes('refresh_token'))).toBe(true);
  await clear();
  const { adopt } = kept;
  kept.adopt = async (...held) => {
    arrive();
    await asked;
    await adopt(...held);
  };
  await session.keepAgain();
  expect(await heldToken()).toBe('access-2');
  expect(await kept.readRevocations()).toEqual([]);
});

test('a session that a person ended is not kept again by a renewal that was on its way', async () => {
  const arrive = holdRenewal();
  const asked = request();
  const settled = asked.catch((error: unknown) => error);
  await expect.poll(() => server.requests.some((path) => path.includes('refresh_token'))).toBe(true);
  await session.signOut();
  arrive();
  await settled;
  await session.keepAgain();
  expect(await heldToken()).toBeUndefined();
});

// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMAIL, type FakeAuthServer, fakeAuthServer, USER_ID } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import { sessionStore } from './session-store.ts';

const REPORT = '/rest/v1/rpc/report_device';

let server: FakeAuthServer;
let session: Session;
let sent: { path: string; init: RequestInit }[];
let now: number;
let count = 0;
beforeEach(async () => {
  server = fakeAuthServer();
  sent = [];
  now = Date.parse('2026-11-18T08:40:00Z');
  count += 1;
  session = createSession({
    ...{ url: 'http://greben.test', key: 'publishable', locks: undefined, now: () => now },
    fetch: async (input, init = {}) => {
      sent.push({ path: new URL(String(input instanceof Request ? input.url : input)).pathname, init });
      return server.fetch(input, init);
    },
    store: sessionStore(`session-calls-${count}`),
  });
  await session.start();
  await session.signIn(EMAIL, 'secret');
});
afterEach(() => session.close());

const reports = () => sent.filter(({ path }) => path === REPORT);

it('the last call of a page outlives it, as its own person', () => {
  session.reportLeaving(USER_ID, { p_visible: false });
  expect(reports()).toMatchObject([{ init: { method: 'POST', keepalive: true, body: '{"p_visible":false}' } }]);
  expect(new Headers(reports()[0]?.init.headers).get('authorization')).toBe('Bearer access-1');
});

it('it is not made as another person, nor with a token that has expired', () => {
  session.reportLeaving('somebody-else', {});
  now += 2 * 3_600_000;
  session.reportLeaving(USER_ID, {});
  expect(reports()).toEqual([]);
});

it('a code is looked at as nobody, whoever is signed in', async () => {
  vi.spyOn(server, 'fetch').mockResolvedValue(Response.json({ state: 'unknown' }));
  expect(await session.lookAtInvitation('K')).toEqual({ state: 'unknown' });
  const call = sent.find(({ path }) => path === '/rest/v1/rpc/look_at_invitation');
  expect(new Headers(call?.init.headers).get('authorization')).toBe('Bearer publishable');
});

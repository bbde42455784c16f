// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { EMAIL, USER_ID } from './fake-auth-server.test-support.ts';
import type { Session } from './session.ts';
import { type SessionEvent, sessionStore } from './session-store.ts';
import {
  database,
  freshBrowsers,
  HOUR,
  newTab,
  now,
  passTime,
  REVOKED,
  refreshes,
  server,
  signedInTab,
  stateOf,
} from './session-tabs.test-support.ts';

freshBrowsers();

describe('refreshing', () => {
  test('happens once for many requests in two tabs', async () => {
    const tab = await signedInTab();
    const other = newTab();
    await other.start();
    passTime(2 * HOUR);
    server.requests.length = 0;
    await Promise.all([tab, tab, other, other].map((session) => session.refreshProfile()));
    expect(refreshes()).toBe(1);
  });

  test('happens a margin before the end', async () => {
    const tab = await signedInTab();
    server.requests.length = 0;
    passTime(HOUR - 91_000);
    await tab.refreshProfile();
    expect(refreshes()).toBe(0);
    passTime(2000);
    await tab.refreshProfile();
    expect(refreshes()).toBe(1);
  });

  test('happens when the tab becomes visible again', async () => {
    await signedInTab();
    server.requests.length = 0;
    passTime(2 * HOUR);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(refreshes()).toBe(1));
  });

  test('a token within its margin still serves while the line is away', async () => {
    const tab = await signedInTab();
    passTime(HOUR - 10_000);
    server.refusal = { status: 503, body: { msg: 'down' } };
    await tab.refreshProfile();
    expect(stateOf(tab).phase).toBe('signed-in');
  });

  test('a token that the tables refuse is replaced and the request sent again', async () => {
    const tab = await signedInTab();
    server.accepts = 'access-2';
    server.salonId = 9;
    await tab.refreshProfile();
    expect(stateOf(tab)).toMatchObject({ profile: { salonId: 9 } });
    expect(refreshes()).toBe(1);
  });

  test.each([
    ['a server error', { status: 500, body: { msg: 'boom' } }],
    ['too many requests', { status: 429, body: { error_code: 'over_request_rate_limit' } }],
    ['a proxy’s refusal', { status: 403, body: { message: 'Forbidden' } }],
    ['a sign-in page of a hotel', { status: 200, body: { hotel: true } }],
  ])('%s never ends the session', async (_name, refusal) => {
    const tab = await signedInTab();
    passTime(2 * HOUR);
    server.refusal = refusal;
    await expect(tab.refreshProfile()).rejects.toMatchObject({ code: 'network' });
    expect(stateOf(tab).phase).toBe('signed-in');
  });

  test('the server’s own word ends it in every tab; whose data waits is remembered', async () => {
    const tab = await signedInTab();
    const other = newTab();
    await other.start();
    passTime(2 * HOUR);
    server.refusal = REVOKED;
    await tab.refreshProfile().catch(() => undefined);
    const locked = { phase: 'signed-out', reason: 'revoked', locked: { profile: { email: EMAIL } } };
    await vi.waitFor(() => expect(stateOf(tab)).toMatchObject(locked));
    await vi.waitFor(() => expect(stateOf(other)).toMatchObject(locked));
    const later = newTab();
    await later.start();
    expect(stateOf(later)).toMatchObject(locked);
  });

  test('a sign-out during a refresh stays a sign-out', async () => {
    const tab = await signedInTab();
    passTime(2 * HOUR);
    let release: () => void = () => undefined;
    server.hold = new Promise((resolve) => {
      release = resolve;
    });
    const refreshing = tab.refreshProfile().catch(() => undefined);
    await vi.waitFor(() => expect(refreshes()).toBe(1));
    await tab.signOut();
    release();
    server.hold = null;
    await refreshing;
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-out', reason: 'left' });
  });
});

describe('what one person’s replica sends', () => {
  const push = async (tab: Session) => (await tab.clientOf(USER_ID)).rpc('push_changes', {});

  test('goes with that person’s token', async () => {
    const tab = await signedInTab();
    expect((await push(tab)).error).toBeNull();
    expect(server.calledWith).toEqual(['access-1']);
  });

  /** Another tab has signed in another person; this tab has not heard of it yet. */
  async function anotherPersonTakesOver(): Promise<void> {
    const store = sessionStore(database);
    const { tokens, profile } = await store.read();
    if (!tokens || !profile) throw new Error('nobody is signed in');
    const other = { ...tokens, userId: 'another', accessToken: 'access-of-another', refreshToken: 'refresh-of-another' };
    await store.adopt({ ...other, receivedAt: now }, { ...profile, id: 'another' }, 'several');
    store.close();
  }

  test('never goes with another’s: not when the own token has expired', async () => {
    const tab = await signedInTab();
    passTime(2 * HOUR);
    await anotherPersonTakesOver();
    expect((await push(tab)).error).not.toBeNull();
    expect(server.calledWith).toEqual([]);
    expect((await (await tab.client()).auth.getSession()).data.session?.access_token).toBe('access-of-another');
  });

  test('never goes with another’s: not when the server refuses the own token', async () => {
    const tab = await signedInTab();
    await anotherPersonTakesOver();
    server.accepts = 'access-of-another';
    expect((await push(tab)).error).not.toBeNull();
    expect(server.calledWith).toEqual(['access-1']);
  });

  test('never goes with another’s: not once the other one is signed in here, nor after sign-out', async () => {
    const tab = await signedInTab();
    const client = await tab.clientOf(USER_ID);
    await tab.signOut();
    server.userId = 'another';
    expect((await client.rpc('push_changes', {})).error).not.toBeNull();
    await tab.signIn(EMAIL, 'secret');
    expect((await client.rpc('push_changes', {})).error).not.toBeNull();
    expect(await client.auth.getSession()).toEqual({ data: { session: null }, error: null });
    expect(server.calledWith).toEqual([]);
  });
});

describe('events', () => {
  test('each one is heard in this tab and in the others', async () => {
    const heard: Record<'here' | 'there', SessionEvent[]> = { here: [], there: [] };
    const here = newTab();
    const there = newTab();
    here.onEvent((event) => heard.here.push(event));
    there.onEvent((event) => heard.there.push(event));
    await there.start();
    await here.start();
    await here.signIn(EMAIL, 'secret');
    server.salonId = 4;
    await here.refreshProfile();
    // A tab that is still following would find the token ended, too, and renew it.
    const bothHeard = () => vi.waitFor(() => expect(heard.there).toEqual(heard.here));
    await bothHeard();
    passTime(2 * HOUR);
    await here.refreshProfile();
    await here.signOut();
    expect(heard.here).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
    await bothHeard();
  });

  test('a session that another one replaces is revoked on the server', async () => {
    const tab = await signedInTab();
    await tab.signIn(EMAIL, 'secret');
    await vi.waitFor(() => expect(server.requests.some((path) => path.startsWith('/auth/v1/logout'))).toBe(true));
    expect(stateOf(tab).phase).toBe('signed-in');
  });

  test('a profile that arrives after the sign-out in another tab is not kept', async () => {
    const tab = await signedInTab();
    const store = sessionStore(database);
    await store.removeSession();
    await tab.refreshProfile();
    expect(await store.read()).toEqual({ tokens: null, profile: null, locked: null });
    store.close();
  });
});

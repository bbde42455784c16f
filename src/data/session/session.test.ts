// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuthProblem, MISSING_USER_ID } from './auth-errors.ts';
import { EMAIL, type FakeAuthServer, fakeAuthServer, USER_ID } from './fake-auth-server.test-support.ts';
import { createSession, type Session } from './session.ts';
import type { SessionEvent } from './session-events.ts';
import { sessionStore } from './session-store.ts';

const HOUR = 3_600_000;
const REFRESH = '/auth/v1/token?grant_type=refresh_token';
const REVOKED = { status: 400, body: { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } };

let server: FakeAuthServer;
let database: string;
let now: number;
let open: Session[];
let count = 0;

function newTab(isTyped?: () => boolean): Session {
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

async function signedInTab(): Promise<Session> {
  const tab = newTab();
  await tab.start();
  await tab.signIn(EMAIL, 'secret');
  return tab;
}

const refreshes = () => server.requests.filter((path) => path === REFRESH).length;
const stateOf = (session: Session) => session.store.getState();

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

describe('start', () => {
  test('is loading until what the browser keeps has been read', async () => {
    const tab = newTab();
    expect(stateOf(tab).phase).toBe('loading');
    await tab.start();
    expect(stateOf(tab).phase).toBe('signed-out');
  });

  test('opens with an expired token and no line at once, without asking the network', async () => {
    await signedInTab();
    now += 30 * 24 * HOUR;
    server.online = false;
    const tab = newTab();
    await tab.start();
    expect(stateOf(tab)).toMatchObject({
      phase: 'signed-in',
      salonId: 3,
      hasSalon: true,
      profile: { id: USER_ID, email: EMAIL },
    });
  });

  test('an expired token and no line make a request fail like any request without a line', async () => {
    await signedInTab();
    now += 30 * 24 * HOUR;
    server.online = false;
    const tab = newTab();
    await tab.start();
    await expect(tab.refreshProfile()).rejects.toMatchObject({ code: 'network' });
    expect(stateOf(tab).phase).toBe('signed-in');
  });
});

describe('what a person who leaves wants taken away', () => {
  test('stands on disk in the moment in which the session does not', async () => {
    const tab = await signedInTab();
    await tab.signOut([3, 4]);
    const kept = sessionStore(database);
    expect((await kept.read()).tokens).toBeNull();
    expect(await kept.get('removals')).toEqual([
      { userId: USER_ID, salonId: 3 },
      { userId: USER_ID, salonId: 4 },
    ]);
    kept.close();
  });

  test('is nothing unless they say so', async () => {
    const tab = await signedInTab();
    await tab.signOut();
    const kept = sessionStore(database);
    expect(await kept.get('removals')).toBeNull();
    kept.close();
  });
});

describe('whether several people use this browser', () => {
  test('one person who comes back finds the device their own, as long as anything of theirs is here', async () => {
    const tab = await signedInTab();
    expect(await tab.people()).toBe('one');
    await tab.signIn(EMAIL, 'secret');
    expect(await tab.people()).toBe('one');
  });

  test('is known once another one has signed in, and who it was before stands nowhere', async () => {
    const tab = await signedInTab();
    await tab.signOut();
    server.userId = '22222222-2222-4222-8222-222222222222';
    await tab.signIn(EMAIL, 'secret');
    expect(await tab.people()).toBe('several');
    await tab.signOut();
    server.userId = USER_ID;
    await tab.signIn(EMAIL, 'secret');
    expect(await tab.people()).toBe('several');
    const kept = sessionStore(database);
    expect(JSON.stringify([await kept.get('people'), await kept.get('removals'), await kept.get('opened')])).toBe(
      '["several",null,null]',
    );
    kept.close();
  });
});

describe('signing in', () => {
  test('keeps the profile; no role means employee', async () => {
    server.role = null;
    const tab = await signedInTab();
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', profile: { role: 'employee', salonId: 3 } });
  });

  test('a refusal carries the server’s message and signs nobody in', async () => {
    server.failure = { status: 400, body: { error_code: 'invalid_credentials', msg: 'Invalid login credentials' } };
    const tab = newTab();
    await tab.start();
    await expect(tab.signIn(EMAIL, 'wrong')).rejects.toThrow('Invalid login credentials');
    expect(stateOf(tab).phase).toBe('signed-out');
  });

  test('a profile that cannot be read signs nobody in', async () => {
    const tab = newTab();
    await tab.start();
    server.accepts = 'none';
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toBeInstanceOf(AuthProblem);
    expect(stateOf(tab).phase).toBe('signed-out');
    const again = newTab();
    await again.start();
    expect(stateOf(again).phase).toBe('signed-out');
  });

  test.each([
    [{ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400, 'invalid_credentials'],
    [{ error_code: 'validation_failed', msg: 'missing email or phone' }, 400, 'missing_credentials'],
    [{ error_code: 'validation_failed', msg: 'Password cannot be longer than 72 bytes' }, 422, 'password_too_long'],
    [{ error_code: 'weak_password', msg: 'Password cannot be longer than 72 characters' }, 422, 'password_too_long'],
    [{ error_code: 'user_already_exists', msg: 'User already registered' }, 422, 'already_registered'],
    [{ error_code: 'email_exists', msg: 'A user with this email address exists' }, 422, 'already_registered'],
    [{ error_code: 'validation_failed', msg: 'Unable to validate email address: invalid format' }, 400, 'email_invalid'],
    [{ msg: 'proxy says no' }, 429, 'too_many_requests'],
    [{ error_code: 'validation_failed', msg: 'Only the moon knows' }, 400, null],
  ])('a refusal of %j with status %i is known as %s', async (body, status, code) => {
    server.failure = { status, body };
    const tab = newTab();
    await tab.start();
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ code, message: body.msg });
  });

  test('a server that broke down is known as such, without words that nobody wrote', async () => {
    server.failure = { status: 500, body: { error_code: 'unexpected_failure', msg: 'boom' } };
    const tab = newTab();
    await tab.start();
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ code: 'server_failed', message: '' });
  });

  test('a refusal for too many attempts carries the seconds to wait, from the header or from the words', async () => {
    server.failure = { status: 429, body: { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' } };
    server.retryAfter = '281';
    const tab = newTab();
    await tab.start();
    const refused = { code: 'too_many_requests', waitSeconds: 281 };
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject(refused);
    server.retryAfter = null;
    const msg = 'For security purposes, you can only request this after 53 seconds.';
    server.failure = { status: 429, body: { error_code: 'over_email_send_rate_limit', msg } };
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ ...refused, waitSeconds: 53 });
  });

  test('without a line it says that the network is missing', async () => {
    const tab = newTab();
    await tab.start();
    server.online = false;
    await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ code: 'network' });
  });

  test('shows in the other tabs', async () => {
    const other = newTab();
    await other.start();
    await signedInTab();
    await vi.waitFor(() => expect(stateOf(other).phase).toBe('signed-in'));
  });
});

describe('signing up', () => {
  test('drops the session that the server returns and revokes it: the account may be used at once', async () => {
    const tab = newTab();
    await tab.start();
    expect(await tab.signUp(EMAIL, 'secret')).toEqual({ confirmed: true });
    expect(stateOf(tab).phase).toBe('signed-out');
    expect(server.revoked).toEqual(['access-1']);
  });

  test('without a session the account waits for a mail to be read', async () => {
    server.signUpUser = { id: USER_ID, email: EMAIL, confirmation_sent_at: '2026-11-18T08:40:00Z' };
    const tab = newTab();
    await tab.start();
    expect(await tab.signUp(EMAIL, 'secret')).toEqual({ confirmed: false });
  });

  test('without a user id it fails by that name', async () => {
    server.signUpUser = { user: null };
    const tab = newTab();
    await tab.start();
    await expect(tab.signUp(EMAIL, 'secret')).rejects.toThrow(MISSING_USER_ID);
  });

  test('a weak password carries the reasons', async () => {
    server.failure = {
      status: 422,
      body: { error_code: 'weak_password', msg: 'weak', weak_password: { reasons: ['length', 'pwned'] } },
    };
    const tab = newTab();
    await tab.start();
    await expect(tab.signUp(EMAIL, 'secret')).rejects.toMatchObject({ code: 'weak_password', reasons: ['length', 'pwned'] });
  });
});

test('the code that the library has a class of its own for is known by it', async () => {
  server.failure = { status: 403, body: { error_code: 'session_not_found', msg: 'gone' } };
  const tab = newTab();
  await tab.start();
  await expect(tab.signIn(EMAIL, 'secret')).rejects.toMatchObject({ code: 'session_not_found' });
});

describe('refreshing', () => {
  test('happens once for many requests in two tabs', async () => {
    const tab = await signedInTab();
    const other = newTab();
    await other.start();
    now += 2 * HOUR;
    server.requests.length = 0;
    await Promise.all([tab, tab, other, other].map((session) => session.refreshProfile()));
    expect(refreshes()).toBe(1);
  });

  test('happens a margin before the end', async () => {
    const tab = await signedInTab();
    server.requests.length = 0;
    now += HOUR - 91_000;
    await tab.refreshProfile();
    expect(refreshes()).toBe(0);
    now += 2000;
    await tab.refreshProfile();
    expect(refreshes()).toBe(1);
  });

  test('happens when the tab becomes visible again', async () => {
    await signedInTab();
    server.requests.length = 0;
    now += 2 * HOUR;
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(refreshes()).toBe(1));
  });

  test('a token within its margin still serves while the line is away', async () => {
    const tab = await signedInTab();
    now += HOUR - 10_000;
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
    now += 2 * HOUR;
    server.refusal = refusal;
    await expect(tab.refreshProfile()).rejects.toMatchObject({ code: 'network' });
    expect(stateOf(tab).phase).toBe('signed-in');
  });

  test('the server’s own word ends it in every tab; whose data waits is remembered', async () => {
    const tab = await signedInTab();
    const other = newTab();
    await other.start();
    now += 2 * HOUR;
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
    now += 2 * HOUR;
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
    now += 2 * HOUR;
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

describe('signing out', () => {
  test('clears the user, the flag and the salon id, in every tab', async () => {
    const tab = await signedInTab();
    tab.keepSalon(3);
    const other = newTab();
    await other.start();
    await tab.signOut();
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-out', reason: 'left' });
    expect([localStorage.getItem('hasSalon'), localStorage.getItem('salon_id')]).toEqual([null, null]);
    await vi.waitFor(() => expect(stateOf(other)).toMatchObject({ phase: 'signed-out', reason: 'left' }));
  });

  test('works without a line; the server hears of it when the line is back', async () => {
    const tab = await signedInTab();
    server.online = false;
    await tab.signOut();
    expect(stateOf(tab).phase).toBe('signed-out');
    server.online = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(server.revoked).toEqual(['access-1']));
  });

  test('with an expired token the revocation refreshes first', async () => {
    const tab = await signedInTab();
    now += 2 * HOUR;
    await tab.signOut();
    await vi.waitFor(() => expect(server.revoked).toEqual(['access-2']));
    expect(refreshes()).toBe(1);
  });
});

describe('the salon', () => {
  test('counts as present by the user data, the flag or the stored id', async () => {
    server.salonId = null;
    const tab = await signedInTab();
    expect(stateOf(tab)).toMatchObject({ hasSalon: false, salonId: null });
    localStorage.setItem('hasSalon', 'true');
    const flagged = newTab();
    await flagged.start();
    expect(stateOf(flagged)).toMatchObject({ hasSalon: true, salonId: null });
    localStorage.clear();
    localStorage.setItem('salon_id', '5');
    const named = newTab();
    await named.start();
    expect(stateOf(named)).toMatchObject({ hasSalon: true, salonId: 5 });
  });

  test('is created on the server, kept here, and the user data read again', async () => {
    server.salonId = null;
    const tab = await signedInTab();
    await expect(tab.createSalon({ name_bg: 'Х' }, {})).resolves.toBe(7);
    expect(stateOf(tab)).toMatchObject({ salonId: 7, profile: { salonId: 7 } });
    expect([localStorage.getItem('hasSalon'), localStorage.getItem('salon_id')]).toEqual(['true', '7']);
  });

  test('cannot be kept or created by nobody', async () => {
    const tab = newTab();
    await tab.start();
    await expect(tab.createSalon({}, {})).rejects.toThrow('User not authenticated');
    expect(() => tab.keepSalon(3)).toThrow('User not authenticated');
  });

  test('another one is for administrators only', async () => {
    server.role = 'admin';
    const tab = await signedInTab();
    tab.viewSalon(12);
    expect(stateOf(tab)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
    tab.viewSalon(null);
    expect(stateOf(tab)).toMatchObject({ salonId: 3, viewingAsAdmin: false });
  });
});

describe('a salon that the administrator has chosen', () => {
  const keys = () => ['salon_id', 'adminViewing'].map((key) => localStorage.getItem(key));

  test('is stored with a flag, and still chosen when the page is loaded anew', async () => {
    await viewing();
    expect(keys()).toEqual(['12', 'true']);
    const again = newTab();
    await again.start();
    expect(stateOf(again)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
  });

  test.each([
    ['with a salon of their own', 3, '3'],
    ['without one', null, null],
  ])('is forgotten once an administrator %s has looked enough', async (_name, own, stored) => {
    server.salonId = own;
    const tab = await viewing();
    tab.viewSalon(null);
    expect(stateOf(tab)).toMatchObject({ salonId: own, viewingAsAdmin: false, hasSalon: own !== null });
    expect(keys()).toEqual([stored, null]);
    const again = newTab();
    await again.start();
    expect(stateOf(again)).toMatchObject({ salonId: own, viewingAsAdmin: false });
  });

  test('stays this tab’s where another tab looks at another one', async () => {
    await viewing();
    localStorage.setItem('salon_id', '13');
    const again = newTab();
    await again.start();
    expect(stateOf(again)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
  });

  test('is nothing to an employee, and no salon of theirs', async () => {
    localStorage.setItem('salon_id', '12');
    localStorage.setItem('adminViewing', 'true');
    server.salonId = null;
    const tab = await signedInTab();
    const again = newTab();
    await again.start();
    for (const one of [tab, again]) expect(stateOf(one)).toMatchObject({ salonId: null, viewingAsAdmin: false });
  });

  async function viewing(): Promise<Session> {
    server.role = 'admin';
    const tab = await signedInTab();
    tab.viewSalon(12);
    expect(stateOf(tab)).toMatchObject({ salonId: 12, viewingAsAdmin: true });
    return tab;
  }

  test.each([
    ['the same administrator', USER_ID],
    ['another one', 'another'],
  ])('is given up in every tab by a sign-out, whoever signs in next: %s', async (_name, next) => {
    const tab = await viewing();
    const other = newTab();
    await other.start();
    await other.signOut();
    server.userId = next;
    await other.signIn(EMAIL, 'secret');
    await vi.waitFor(() => expect(stateOf(tab)).toMatchObject({ profile: { id: next }, salonId: 3, viewingAsAdmin: false }));
  });

  test('stays while the token is refreshed', async () => {
    const tab = await viewing();
    now += 2 * HOUR;
    await tab.refreshProfile();
    expect(refreshes()).toBe(1);
    expect(stateOf(tab)).toMatchObject({ salonId: 12 });
  });

  test('is left when the server refuses it', async () => {
    const tab = await viewing();
    await tab.salonWithdrawn(12);
    expect(stateOf(tab)).toMatchObject({ salonId: 3, viewingAsAdmin: false });
  });
});

describe('a salon that the server withdrew', () => {
  test('opens no longer, in any tab, whatever this device remembered of it', async () => {
    const tab = await signedInTab();
    tab.keepSalon(3);
    const other = newTab();
    await other.start();
    server.salonId = null;
    await tab.salonWithdrawn(3);
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', salonId: null, hasSalon: false });
    await vi.waitFor(() => expect(stateOf(other)).toMatchObject({ salonId: null, hasSalon: false }));
  });

  test('gives way to the one that the person belongs to now', async () => {
    const tab = await signedInTab();
    tab.keepSalon(3);
    server.salonId = 9;
    await tab.salonWithdrawn(3);
    expect(stateOf(tab)).toMatchObject({ salonId: 9, hasSalon: true });
  });

  test('stays as it was while the server cannot be asked, or gives it back', async () => {
    const tab = await signedInTab();
    server.online = false;
    await expect(tab.salonWithdrawn(3)).rejects.toMatchObject({ code: 'network' });
    expect(stateOf(tab)).toMatchObject({ salonId: 3 });
    server.online = true;
    await tab.salonWithdrawn(3);
    expect(stateOf(tab)).toMatchObject({ salonId: 3, hasSalon: true });
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
    now += 2 * HOUR;
    await here.refreshProfile();
    await here.signOut();
    expect(heard.here).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
    await vi.waitFor(() => expect(heard.there).toEqual(heard.here));
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

describe('a tab in which something is typed', () => {
  async function typing(): Promise<{ tab: Session; first: Session; saved(): void }> {
    const first = await signedInTab();
    let typed = true;
    const tab = newTab(() => typed);
    await tab.start();
    return { tab, first, saved: () => (typed = false) };
  }
  const held = (tab: Session) => vi.waitFor(() => expect(stateOf(tab).held).toBe('2026-11-18T08:40:00.000Z'));

  test('is held when its person signs out in another, and is theirs again with their sign-in, in whichever tab', async () => {
    const { tab, first } = await typing();
    await first.signOut();
    await held(tab);
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in', profile: { id: USER_ID } });
    await first.signIn(EMAIL, 'secret');
    await vi.waitFor(() => expect(stateOf(tab).held).toBeUndefined());
    await first.signOut();
    await held(tab);
    await tab.signIn(EMAIL, 'secret');
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-in' });
    expect(stateOf(tab).held).toBeUndefined();
  });

  test('follows the others once what is typed may go', async () => {
    const { tab, first } = await typing();
    await first.signOut();
    await held(tab);
    await tab.letGo();
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-out', reason: 'left' });
    expect(stateOf(tab).held).toBeUndefined();
  });

  test('is left by its own sign-out, and by another’s once it is saved', async () => {
    const { tab, saved } = await typing();
    await tab.signOut();
    expect(stateOf(tab).phase).toBe('signed-out');
    const { tab: other, first } = await typing();
    saved();
    const calm = newTab(() => false);
    await calm.start();
    await first.signOut();
    await held(other);
    await vi.waitFor(() => expect(stateOf(calm).phase).toBe('signed-out'));
  });

  test('is held when the server ends the session; what is kept on the device tells whose it was', async () => {
    const { tab } = await typing();
    server.refusal = REVOKED;
    now += 2 * HOUR;
    await (await tab.client()).from('clients').select('id');
    await vi.waitFor(() => expect(stateOf(tab).held).toBeDefined());
    expect(stateOf(tab).phase).toBe('signed-in');
    await tab.letGo();
    expect(stateOf(tab)).toMatchObject({ phase: 'signed-out', reason: 'revoked', locked: { profile: { id: USER_ID } } });
  });
});

// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { AuthProblem, MISSING_USER_ID } from './auth-errors.ts';
import { EMAIL, USER_ID } from './fake-auth-server.test-support.ts';
import { sessionStore } from './session-store.ts';
import {
  database,
  freshBrowsers,
  HOUR,
  newTab,
  passTime,
  refreshes,
  server,
  signedInTab,
  stateOf,
} from './session-tabs.test-support.ts';

freshBrowsers();

describe('start', () => {
  test('is loading until what the browser keeps has been read', async () => {
    const tab = newTab();
    expect(stateOf(tab).phase).toBe('loading');
    await tab.start();
    expect(stateOf(tab).phase).toBe('signed-out');
  });

  test('opens with an expired token and no line at once, without asking the network', async () => {
    await signedInTab();
    passTime(30 * 24 * HOUR);
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
    passTime(30 * 24 * HOUR);
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

  test('is found by a tab that is opened later, which asks nobody', async () => {
    const tab = await signedInTab();
    const asked = server.requests.length;
    const later = newTab();
    await later.start();
    expect(stateOf(later)).toMatchObject({ phase: 'signed-in', profile: { email: EMAIL } });
    expect(server.requests).toHaveLength(asked);
    const heard: string[] = [];
    later.onEvent((event) => heard.push(event));
    await tab.signOut();
    await vi.waitFor(() => expect(heard).toEqual(['SIGNED_OUT']));
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
    passTime(2 * HOUR);
    await tab.signOut();
    await vi.waitFor(() => expect(server.revoked).toEqual(['access-2']));
    expect(refreshes()).toBe(1);
  });
});

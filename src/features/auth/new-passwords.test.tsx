// @vitest-environment happy-dom
/** A new password: by an administrator's one-time link, and one's own. */
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuthProblem } from '#data/session/auth-errors.ts';
import { type FakeSession, fakeSession, PROFILE, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ChangePassword } from './change-password.tsx';
import { LoginPage } from './login-page.tsx';
import { RegisterPage } from './register-page.tsx';

// Typing takes its time on a busy machine; nothing here waits for time itself.
configure({ asyncUtilTimeout: 10_000 });

const onClose = vi.fn();
const ROUTES = [
  { path: '/login', element: <LoginPage /> },
  { path: '/register', element: <RegisterPage /> },
  { path: '/dialog', element: <ChangePassword onClose={onClose} /> },
  { path: '*', element: <p>elsewhere</p> },
];
const LINK = '/login?a=1#password=the-token';

let user: UserEvent;
let session: FakeSession;
beforeEach(() => {
  user = userEvent.setup();
  session = fakeSession(SIGNED_OUT);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  onClose.mockClear();
  toasts.store.setState({ toasts: [] });
  vi.restoreAllMocks();
});

const text = (key: string, options?: object) => i18n.t(key, { ns: 'auth', ...options });
const field = (key: string) => screen.findByLabelText(text(key));
const fill = async (values: Record<string, string>) => {
  for (const [key, value] of Object.entries(values)) {
    await user.clear(await field(key));
    await user.click(await field(key));
    await user.paste(value);
  }
};
const press = (key: string) => user.click(screen.getByRole('button', { name: text(key) }));
const shownError = async (key: string) => {
  const input = await field(key);
  const id = input.getAttribute('aria-describedby');
  return input.getAttribute('aria-invalid') === 'true' ? document.getElementById(id ?? '')?.textContent : null;
};
const notice = () => toasts.store.getState().toasts[0];

const SPOKEN = {
  bg: {
    title: 'Нова парола',
    short: 'Паролата трябва да е поне 6 знака',
    differ: 'Паролите не съвпадат',
    long: /72 байта/,
    over: 'Връзката вече не работи',
    overText: /Поискайте друга от администратора/,
    done: 'Паролата е зададена',
    wrong: 'Това не е сегашната Ви парола',
    same: 'Новата парола е същата като сегашната',
    changed: 'Паролата е сменена',
    line: 'Нужна е връзка',
  },
  en: {
    title: 'New password',
    short: 'Password must be at least 6 characters',
    differ: "Passwords don't match",
    long: /72 bytes/,
    over: 'This link no longer works',
    overText: /Ask the administrator for another one/,
    done: 'The password is set',
    wrong: 'This is not your current password',
    same: 'The new password is the same as the current one',
    changed: 'The password is changed',
    line: 'Needs a connection',
  },
} as const;

describe.each(['bg', 'en'] as const)('in %s', (language) => {
  const spoken = SPOKEN[language];
  beforeEach(() => setLanguage(language));

  describe('a one-time link', () => {
    const set = async (password = 'new secret', confirm = password) => {
      await fill({ password, confirm_password: confirm });
      await press('link.save');
    };

    test('leaves the address at once, and sign-in follows with the e-mail when the password is set', async () => {
      const router = place(session, ROUTES, LINK);
      await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', search: '?a=1', hash: '' }));
      expect(screen.getByRole('heading', { level: 1, name: spoken.title })).toBeTruthy();
      await set();
      expect(await screen.findByRole('heading', { level: 1, name: spoken.done })).toBeTruthy();
      expect(session.passwords.redeem).toHaveBeenCalledExactlyOnceWith('the-token', 'new secret');
      expect(screen.getByRole('status').textContent).toContain(PROFILE.email);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: text('link.login') }));
      await user.keyboard('{Enter}');
      expect(((await field('email')) as HTMLInputElement).value).toBe(PROFILE.email);
      expect(screen.getByRole('heading', { level: 1, name: text('login') })).toBeTruthy();
    });

    test('that does not hold says so, and what to do; sign-in is one press away', async () => {
      session.passwords.redeem.mockResolvedValue(null);
      place(session, ROUTES, LINK);
      await set();
      expect(await screen.findByRole('heading', { level: 1, name: spoken.over })).toBeTruthy();
      expect(screen.getByText(spoken.overText)).toBeTruthy();
      await press('link.login');
      expect(((await field('email')) as HTMLInputElement).value).toBe('');
    });

    test.each([
      ['12345', '12345', 'password', spoken.short],
      ['new secret', 'new secrets', 'confirm_password', spoken.differ],
      ['я'.repeat(37), 'я'.repeat(37), 'password', spoken.long],
    ])('says beside the field why %j and %j are not taken', async (password, confirm, at, words) => {
      place(session, ROUTES, LINK);
      await set(password, confirm);
      await waitFor(async () => expect(await shownError(at)).toMatch(words));
      expect(session.passwords.redeem).not.toHaveBeenCalled();
    });

    test('that nobody answered stands as it was, with what was typed', async () => {
      session.passwords.redeem.mockRejectedValue(new AuthProblem('Too many attempts', 'too_many_requests', [], 20));
      place(session, ROUTES, LINK);
      await set();
      await waitFor(() => expect(notice()).toMatchObject({ title: text('link.failed'), variant: 'destructive' }));
      expect(((await field('password')) as HTMLInputElement).value).toBe('new secret');
    });

    test('waits for a line, and says so', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      place(session, ROUTES, LINK);
      expect(screen.getByRole('button', { name: text('link.save') })).toHaveProperty('disabled', true);
      expect(screen.getByText(spoken.line)).toBeTruthy();
    });

    test('works where another person is signed in, and sends them back to their work', async () => {
      session = fakeSession(signedInAs({ email: 'else@greben.test' }));
      const router = place(session, ROUTES, LINK);
      await set();
      expect((await screen.findByRole('status')).textContent).toContain('else@greben.test');
      await press('link.back');
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    });

    test('can be left alone: whoever is signed in goes on with their work', async () => {
      session = fakeSession(signedInAs());
      const router = place(session, ROUTES, LINK);
      await waitFor(() => expect(router.state.location.hash).toBe(''));
      expect(router.state.location.pathname).toBe('/login');
      await press('link.leave');
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
      expect(session.passwords.redeem).not.toHaveBeenCalled();
    });

    test('is left by the bar’s way to sign-in', async () => {
      const router = place(session, ROUTES, LINK);
      await waitFor(() => expect(router.state.location.hash).toBe(''));
      await act(() => router.navigate('/login', { replace: true }));
      expect(screen.getByRole('heading', { level: 1, name: text('login') })).toBeTruthy();
    });

    test('opens before the lock of a session that the server ended', async () => {
      session = fakeSession({
        phase: 'signed-out',
        reason: 'revoked',
        locked: { profile: PROFILE, at: '2026-11-18T09:58:00.000Z' },
      });
      place(session, ROUTES, LINK);
      await set();
      await user.click(await screen.findByRole('button', { name: text('link.login') }));
      expect(screen.getByRole('heading', { level: 1, name: text('locked.title') })).toBeTruthy();
    });

    test('that is opened in a page which is there already replaces the one before', async () => {
      const router = place(session, ROUTES, '/login');
      await router.navigate('/login#password=second');
      await waitFor(() => expect(router.state.location.hash).toBe(''));
      await set();
      await waitFor(() => expect(session.passwords.redeem).toHaveBeenCalledExactlyOnceWith('second', 'new secret'));
    });
  });

  test('a registration with more than 72 bytes is told so beside the field', async () => {
    place(session, ROUTES, '/register');
    await fill({ email: 'elena@greben.test', password: 'я'.repeat(37), confirm_password: 'я'.repeat(37) });
    await press('create_account');
    await waitFor(async () => expect(await shownError('password')).toMatch(spoken.long));
    expect(session.signUp).not.toHaveBeenCalled();
  });

  describe('one’s own password', () => {
    beforeEach(() => {
      session = fakeSession(signedInAs());
      place(session, ROUTES, '/dialog');
    });
    const change = async (current: string, password: string, confirm = password) => {
      await fill({ 'change.current': current, 'change.new': password, confirm_password: confirm });
      await press('change.save');
    };

    test('is changed with the current one, and the other devices are named', async () => {
      await change('former', 'new secret');
      await waitFor(() => expect(notice()).toMatchObject({ title: spoken.changed, description: text('change.done_text') }));
      expect(session.passwords.change).toHaveBeenCalledExactlyOnceWith('former', 'new secret');
      expect(onClose).toHaveBeenCalledOnce();
    });

    test('stays, with a word beside the field, where the current one is wrong', async () => {
      session.passwords.change.mockRejectedValue(new AuthProblem('Invalid login credentials', 'invalid_credentials'));
      await change('guess', 'new secret');
      await waitFor(async () => expect(await shownError('change.current')).toBe(spoken.wrong));
      expect(notice()).toBeUndefined();
      expect(onClose).not.toHaveBeenCalled();
    });

    test.each([
      ['former', 'former', 'former', 'change.new', spoken.same],
      ['former', '12345', '12345', 'change.new', spoken.short],
      ['former', 'я'.repeat(37), 'я'.repeat(37), 'change.new', spoken.long],
      ['former', 'new secret', 'new secrets', 'confirm_password', spoken.differ],
    ])('says beside the field why %j → %j, %j does not do', async (current, password, confirm, at, words) => {
      await change(current, password, confirm);
      await waitFor(async () => expect(await shownError(at)).toMatch(words));
      expect(session.passwords.change).not.toHaveBeenCalled();
    });

    test('that the server finds unchanged is said beside the new one', async () => {
      session.passwords.change.mockRejectedValue(new AuthProblem('said', 'same_password'));
      await change('former', 'new secret');
      await waitFor(async () => expect(await shownError('change.new')).toBe(spoken.same));
    });

    test('that nobody answered is said in a notice, and the dialog stands', async () => {
      session.passwords.change.mockRejectedValue(new AuthProblem('Failed to fetch', 'network'));
      await change('former', 'new secret');
      await waitFor(() => expect(notice()).toMatchObject({ title: text('change.failed'), variant: 'destructive' }));
      expect(within(screen.getByRole('dialog')).getByText(text('change.text'))).toBeTruthy();
    });
  });
});

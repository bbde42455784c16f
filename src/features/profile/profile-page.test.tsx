// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSession, PROFILE, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { getTheme } from '#ui/style/theme.ts';
import { ProfilePage } from './profile-page.tsx';

const user = userEvent.setup();
const onSignOut = vi.fn();
const onChangePassword = vi.fn();
const show = (state = signedInAs(), salonName: string | undefined = 'Студио Къдрица', persisted: boolean | null = true) =>
  place(
    fakeSession(state),
    [{ path: '/profile', element: <ProfilePage {...{ salonName, persisted, onSignOut, onChangePassword }} /> }],
    '/profile',
  );

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  onSignOut.mockClear();
  onChangePassword.mockClear();
  vi.restoreAllMocks();
});

test.each([
  ['bg', 'employee', 'Служител'],
  ['bg', 'admin', 'Администратор'],
  ['en', 'employee', 'Employee'],
  ['en', 'admin', 'Administrator'],
] as const)('says in %s who is signed in, %s, and for which salon', (language, role, words) => {
  setLanguage(language);
  show(signedInAs({ role }));
  const page = within(screen.getByRole('main'));
  expect(page.getAllByText(PROFILE.email)).toHaveLength(2);
  expect(page.getByText(words)).toBeTruthy();
  expect(page.getByRole('link', { name: 'Студио Къдрица' }).getAttribute('href')).toBe('/salon');
});

test('needs no salon', () => {
  show(signedInAs({ salonId: null }, false), '');
  expect(screen.getByText('Служител')).toBeTruthy();
});

test.each([
  [true, 'Браузърът ги пази'],
  [false, 'Браузърът може да ги изтрие, ако мястото свърши'],
] as const)('shows whether the browser keeps the data (%s)', (persisted, words) => {
  show(signedInAs(), 'Студио', persisted);
  expect(screen.getByText(words)).toBeTruthy();
});

test('switches language and theme at once, and signs out', async () => {
  show();
  await user.click(screen.getByRole('radio', { name: 'Тъмна' }));
  expect(getTheme()).toBe('dark');
  await user.click(screen.getByRole('radio', { name: 'English' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

test.each([
  ['bg', 'Смени паролата', 'Нужна е връзка'],
  ['en', 'Change the password', 'Needs a connection'],
] as const)('leads in %s to a new password, which needs a line', async (language, name, line) => {
  setLanguage(language);
  show();
  await user.click(screen.getByRole('button', { name }));
  expect(onChangePassword).toHaveBeenCalledOnce();
  cleanup();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show();
  expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  expect(screen.getByText(line)).toBeTruthy();
});

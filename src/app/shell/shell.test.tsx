// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenReplica } from '#data/open-replica.ts';
import { type FakeSession, fakeSession, PROFILE, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { atADesk, fakeReplica, ROUTES, SYNCED } from './shell.test-support.tsx';

vi.mock('#data/salon.queries.ts', async () => (await import('./shell-salon.test-support.ts')).salonReads);

atADesk();
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

const shell = (key: string, options?: object) => i18n.t(key, { ns: 'shell', ...options });

test('a locked page offers nothing but its own person’s way in, and tells whether there is a line', () => {
  setLanguage('bg');
  const locked = { profile: PROFILE, at: '2026-11-18T09:58:00.000Z' };
  place(fakeSession({ phase: 'signed-out', reason: 'revoked', locked }), ROUTES, '/login');
  expect(screen.queryByRole('link', { name: 'Регистрация' })).toBeNull();
  expect(screen.getByText('Има връзка')).toBeTruthy();
});

describe('signing out', () => {
  const signOut = () => user.click(screen.getByRole('button', { name: i18n.t('shell:sign_out') }));
  const session = (replica: OpenReplica | null): FakeSession => fakeSession(signedInAs(), replica);

  test('with nothing on this device ends at the landing page', async () => {
    const one = session(null);
    const router = place(one, ROUTES, '/work/deep');
    await signOut();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(one.signOut).toHaveBeenCalledOnce();
  });

  test.each([
    ['bg', '3 промени още не са изпратени', 'Изчакай', 'Излез, промените остават тук'],
    ['en', '3 changes have not been sent', 'Wait', 'Log out, keep the changes here'],
  ] as const)('with unsent writes asks first, in %s; waiting stays, leaving keeps them', async (language, title, wait, leave) => {
    setLanguage(language);
    const one = session(fakeReplica({ phase: 'offline', pending: 3 }).replica);
    const router = place(one, ROUTES, '/work');
    await signOut();
    const question = await screen.findByRole('alertdialog', { name: title });
    await user.click(within(question).getByRole('button', { name: wait }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(one.signOut).not.toHaveBeenCalled();
    await signOut();
    await user.click(await screen.findByRole('button', { name: leave }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(one.signOut).toHaveBeenCalledOnce();
  });

  test('where the unsent writes cannot be counted it asks as well, and says so', async () => {
    const counting = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('no storage'));
    const one = session(null);
    place(one, ROUTES, '/work');
    await signOut();
    await screen.findByRole('alertdialog', { name: 'Може да има неизпратени промени' });
    expect(one.signOut).not.toHaveBeenCalled();
    counting.mockRestore();
  });

  test('the question follows what is sent meanwhile', async () => {
    const { replica, status$ } = fakeReplica({ phase: 'syncing', pending: 2 });
    place(session(replica), ROUTES, '/work');
    await signOut();
    await screen.findByRole('alertdialog', { name: '2 промени още не са изпратени' });
    status$.next(SYNCED);
    await screen.findByRole('alertdialog', { name: 'Всичко е изпратено' });
  });

  test.each([
    ['bg', 'disk is gone', 'Неуспешно излизане', 'disk is gone'],
    ['bg', '', 'Неуспешно излизане', 'Възникна грешка при излизане от профила.'],
    ['en', '', 'Logout failed', 'An error occurred while logging out.'],
  ] as const)('a failure is told in %s (%j)', async (language, message, title, description) => {
    setLanguage(language);
    const one = session(null);
    one.signOut.mockRejectedValue(new Error(message));
    place(one, ROUTES, '/work');
    await signOut();
    await waitFor(() => expect(toasts.store.getState().toasts[0]).toMatchObject({ title, description, variant: 'destructive' }));
  });
});

describe('a missing page', () => {
  test.each([
    ['bg', '/clients/edit/1/2', 'Към клиентите', '/clients/edit/1/2', '/clients'],
    ['bg', '/nowhere', 'Назад', '/nowhere', '/'],
    ['en', '/employees/edit/1/2', 'To employees', '/employees/edit/1/2', '/employees'],
  ] as const)('in %s has exactly two buttons: back and to the start', async (language, at, back, path, target) => {
    setLanguage(language);
    const router = place(fakeSession(SIGNED_OUT), ROUTES, at);
    expect(router.state.location.pathname).toBe(path);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([back, shell('not_found.dashboard')]);
    await user.click(screen.getByRole('button', { name: back }));
    await waitFor(() => expect(router.state.location.pathname).toBe(target));
  });

  test.each([
    ['bg', 'Основно меню', 'Тази страница липсва'],
    ['en', 'Main menu', 'This page is missing'],
  ] as const)('in %s stands in the frame of whoever is signed in, with the same two buttons', (language, menu, title) => {
    setLanguage(language);
    place(fakeSession(signedInAs()), ROUTES, '/nowhere');
    const places = within(screen.getByRole('navigation', { name: menu }));
    expect(places.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/clients');
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(page.getAllByRole('button').map((button) => button.textContent)).toEqual([
      shell('not_found.back'),
      shell('not_found.dashboard'),
    ]);
  });

  test('has no menu for visitors, and nothing while it is not known who is there', () => {
    const session = fakeSession({ phase: 'loading' });
    place(session, ROUTES, '/nowhere');
    expect(screen.queryByText('404')).toBeNull();
    act(() => session.become(SIGNED_OUT));
    expect(screen.getByText('404')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('leads to the start whoever signs out on it', async () => {
    const router = place(fakeSession(signedInAs()), ROUTES, '/nowhere');
    await user.click(screen.getByRole('button', { name: shell('sign_out') }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

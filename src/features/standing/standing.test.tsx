// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Approval, type HelpNotice, salonStanding } from '#data/reports/salon-standing.ts';
import type { Session, SessionStoreState } from '#data/session/session.ts';
import { clearToasts } from '#features/shared/screen.test-support.tsx';
import { SessionContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { ApprovalNotice } from './approval-notice.tsx';
import { HelpCard } from './help-card.tsx';

const user = userEvent.setup();
const asked: string[] = [];
let answer: { data: unknown; error: { message: string } | null; status: number };
const onAgain = vi.fn();

function shown(path: string, viewingAsAdmin = false) {
  const profile = { id: 'elena', email: 'x', role: 'employee' as const, salonId: 7, createdAt: null };
  const state: SessionStoreState = {
    ...{ phase: 'signed-in', profile, salonId: 7, hasSalon: true, viewingAsAdmin },
    ...{ replica: null, replicaError: null },
  };
  const client = {
    rpc: (name: string) => ({
      retry: async () => {
        asked.push(name);
        return answer;
      },
    }),
  };
  const session = { store: createStore(() => state), clientOf: async () => client } as unknown as Session;
  const both = (
    <>
      <ApprovalNotice />
      <HelpCard onAgain={onAgain} />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: both }], { initialEntries: [path] });
  render(
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>,
  );
  return router;
}
const said = (approval: Partial<Approval>, notices: HelpNotice[] = []) =>
  salonStanding.setState({
    standing: { approval: { status: 'approved', asked_at: 'a', decided_at: null, reason: null, ...approval }, notices },
    read: new Set(),
  });
const notice = (more: Partial<HelpNotice>): HelpNotice => ({
  id: 'n1',
  created_at: '2026-11-20T08:47:00Z',
  error_type: 'form',
  error_message: 'TypeError: not found',
  page_url: '/clients/edit/:id',
  help_bg: 'Изберете клиента отново.',
  help_en: 'Choose the client again.',
  ...more,
});

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  asked.length = 0;
  answer = { data: { status: 'pending', asked_at: 'b', decided_at: null, reason: null }, error: null, status: 200 };
});
afterEach(() => {
  cleanup();
  clearToasts();
  onAgain.mockClear();
});

it('a salon that waits is told so until it is read; an approved one is told nothing', async () => {
  said({ status: 'pending' });
  shown('/calendar');
  expect(screen.getByText(/чака одобрение от администратор/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Разбрах' }));
  expect(screen.queryByText(/чака одобрение/)).toBeNull();
  cleanup();
  said({ status: 'approved' });
  shown('/calendar');
  expect(document.querySelector('[data-approval]')).toBeNull();
});

it('a rejected salon is told why, with the way to mend it and to ask again', async () => {
  said({ status: 'rejected', reason: 'Няма адрес' });
  shown('/calendar');
  expect(screen.getByText('Салонът не е одобрен: Няма адрес')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Към салона' }).getAttribute('href')).toBe('/salon');
  await user.click(screen.getByRole('button', { name: 'Поискай отново' }));
  expect(await screen.findByText(/чака одобрение от администратор/)).toBeTruthy();
  expect(asked).toEqual(['ask_approval_again']);
});

it('a request that does not reach the server is said not to have been sent, and the reason stays', async () => {
  said({ status: 'rejected', reason: 'Няма адрес' });
  answer = { data: null, error: { message: 'Failed to fetch' }, status: 0 };
  shown('/calendar');
  await user.click(screen.getByRole('button', { name: 'Поискай отново' }));
  await waitFor(() => expect(toasts.store.getState().toasts[0]?.title).toBe('Заявката не беше изпратена'));
  expect(screen.getByText(/Няма адрес/)).toBeTruthy();
});

it('help stands on the page of its error only, until it is read', async () => {
  said({}, [notice({})]);
  const router = shown('/calendar');
  expect(screen.queryByRole('complementary')).toBeNull();
  await router.navigate('/clients/edit/0190');
  const card = await screen.findByRole('complementary', { name: 'Помощ от администратора' });
  expect(card.textContent).toContain('Изберете клиента отново.');
  expect(card.textContent).toContain('20.11.2026');
  await user.click(screen.getByRole('button', { name: 'Разбрах' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('help speaks the language shown, and the app’s own words where none were written', async () => {
  said({}, [notice({ page_url: '/calendar' })]);
  await setLanguage('en');
  shown('/calendar');
  expect(screen.getByText('Choose the client again.')).toBeTruthy();
  cleanup();
  said({}, [notice({ page_url: '/calendar', help_bg: null, help_en: null })]);
  shown('/calendar');
  expect(screen.getByText(/Open the form again/)).toBeTruthy();
});

it('help that did not help is told as the same error once more', async () => {
  said({}, [notice({ page_url: '/calendar' })]);
  shown('/calendar');
  await user.click(screen.getByRole('button', { name: 'Пак се случва' }));
  expect(onAgain).toHaveBeenCalledExactlyOnceWith(notice({ page_url: '/calendar' }));
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('help waits while a dialog is open or something is typed', async () => {
  const leave = enterBusy('dialog');
  said({}, [notice({ page_url: '/calendar' })]);
  shown('/calendar');
  expect(screen.queryByRole('complementary')).toBeNull();
  leave();
  expect(await screen.findByRole('complementary')).toBeTruthy();
});

it('an administrator who looks at the salon sees none of it', () => {
  said({ status: 'rejected', reason: 'x' }, [notice({ page_url: '/calendar' })]);
  shown('/calendar', true);
  expect(document.querySelector('[data-approval], [data-help]')).toBeNull();
});

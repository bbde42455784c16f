// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { bigudi, clientOf, kadritsa, page } from './admin.test-support.tsx';
import { SalonsPage } from './salons-page.tsx';

const ROUTES = [
  { path: '/admin/salons', element: <SalonsPage /> },
  { path: '/calendar', element: <p>calendar</p> },
];

afterEach(() => {
  cleanup();
  toasts.store.setState({ toasts: [] });
});

it.each([
  ['bg', 'Салон „Бигуди“', /^Преглед/, 'Салон избран'],
  ['en', 'Bigudi', /^View/, 'Salon selected'],
] as const)(
  'a salon of the list is chosen, which is said in %s, and leads to its calendar',
  async (language, name, view, said) => {
    await setLanguage(language);
    const rows = [kadritsa, bigudi].map((salon) => ({ ...salon, status: 'approved', is_complete: true, created_at: null }));
    const session = {
      ...fakeSession(signedInAs({ role: 'admin', salonId: null }, false)),
      client: async () => clientOf({ admin_salons: page(...rows) }),
    };
    const router = place(session, ROUTES, '/admin/salons');
    const row = (await screen.findByText(name)).closest('tr') as HTMLElement;
    await userEvent.click(within(row).getByRole('button', { name: view }));
    expect(session.viewSalon).toHaveBeenCalledExactlyOnceWith(bigudi.id);
    expect(router.state.location.pathname).toBe('/calendar');
    expect(await screen.findByText(said)).toBeTruthy();
  },
);

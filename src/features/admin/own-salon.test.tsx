// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { clientOf, page, SCREENS } from './admin.test-support.tsx';

afterEach(cleanup);

const figures = { users: 1, salons: 0, complete: 0, events: 0, services: 0, new_users: 1, healthy: 0, days: [] };
const dashboard = (state: Parameters<typeof fakeSession>[0]) => {
  const client = async () => clientOf({ admin_dashboard: { ...figures, waiting: page(), critical: page() } });
  place(Object.assign(fakeSession(state), { client }), [{ path: '/admin', element: SCREENS['/admin'] }], '/admin');
};
const admin = (salonId: number | null) => signedInAs({ role: 'admin', salonId }, salonId !== null);

test.each([
  ['bg', 'Създай свой салон', 'Към салона'],
  ['en', 'Make your own salon', 'To your salon'],
] as const)(
  'the dashboard offers in %s a salon of one’s own as long as there is none, then leads to it',
  async (language, make, open) => {
    setLanguage(language);
    dashboard(admin(null));
    expect((await screen.findByRole('link', { name: make })).getAttribute('href')).toBe('/salon?own');
    cleanup();
    dashboard(admin(7));
    expect((await screen.findByRole('link', { name: open })).getAttribute('href')).toBe('/calendar?own');
    expect(screen.queryByRole('link', { name: make })).toBeNull();
  },
);

test('a salon that is only looked at is not one’s own', async () => {
  setLanguage('bg');
  const looking = { ...admin(null), salonId: 9, hasSalon: true, viewingAsAdmin: true } as Parameters<typeof fakeSession>[0];
  dashboard(looking);
  expect(await screen.findByRole('link', { name: 'Създай свой салон' })).toBeTruthy();
});

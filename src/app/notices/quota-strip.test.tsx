// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepBookingPage } from '#data/online/booking-page-book.ts';
import { bookingPage } from '#data/online/online-page.test-support.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import type { Session } from '#data/session/session.ts';
import { fakeSession, signedInAs } from '#features/shared/session.test-support.tsx';
import { SessionContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { SalonRole } from '#schemas/constants.ts';
import { idle } from '#ui/timing/idle.ts';
import { QuotaStrip } from './quota-strip.tsx';

const AT = '2026-11-18T09:20:00.000Z';
const user = userEvent.setup();

let device: Device;
beforeEach(async () => {
  await setLanguage('bg');
  idle.quietMs = 0;
  device = await openDevice();
  await keepBookingPage(device.replica, { page: bookingPage({ quota_at: AT }), at: AT });
});
afterEach(async () => {
  cleanup();
  idle.quietMs = 3_000;
  await device.replica.close();
});

function open(role: SalonRole, path = '/calendar') {
  device.replica.membership$.next({ role, resourceId: null });
  const session = fakeSession(signedInAs({ id: device.replica.userId }), device.replica);
  render(
    <MemoryRouter initialEntries={[path]}>
      <SessionContext value={session as unknown as Session}>
        <QuotaStrip />
      </SessionContext>
    </MemoryRouter>,
  );
}

it('tells the owner that clients were asked to call, until that is read', async () => {
  open('owner');
  expect((await screen.findByRole('status')).textContent).toContain('страницата за записване стигна границата си');
  expect(screen.getByRole('link', { name: 'Виж' }).getAttribute('href')).toBe('/salon/online');
  await user.click(screen.getByRole('button', { name: 'Затвори' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  cleanup();
  open('owner');
  await expect(screen.findByRole('status', {}, { timeout: 300 })).rejects.toThrow();
});

it.each([
  ['manager', '/calendar'],
  ['staff', '/calendar'],
  ['owner', '/salon/online'],
] as const)('tells nothing to %s on %s', async (role, path) => {
  open(role, path);
  await expect(screen.findByRole('status', {}, { timeout: 300 })).rejects.toThrow();
});

// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { addDays, mondayOf, todayIn, weekDates } from '#domain/time.ts';
import { show } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { daysInOrder } from '#shifts/reads/week-plan.ts';
import { ShiftsPage } from './shifts-page.tsx';

const user = userEvent.setup();
const routes = { '/shifts': <ShiftsPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  localStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

/** The device has no salon row: the browser's own zone holds. */
const today = () => todayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());

async function mariaWorksMondays(): Promise<string> {
  const id = await addEmployee(device.replica, { name: 'Мария', email: 'maria@example.com' });
  await replaceWeeklyShifts(device.replica, id, 1, [
    { start: '09:00', end: '13:00' },
    { start: '14:00', end: '18:30' },
  ]);
  return id;
}

describe('the shifts', () => {
  it('show the team with the days that each works and whole hours, rounded down', async () => {
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    const row = (await screen.findByText('Мария')).closest('li');
    expect(row?.textContent).toContain('8 часа');
    expect(row?.textContent).toContain('Работни дни: понеделник');
  });

  it('show the days of the week with who works when, and keep that choice', async () => {
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    await user.click(await screen.findByRole('radio', { name: 'Седмица' }));
    const monday = document.querySelector(`[data-date="${mondayOf(today())}"]`);
    expect(monday?.textContent).toContain('9:00–13:00, 14:00–18:30');
    cleanup();
    show(device, '/shifts', routes);
    await waitFor(() => expect(document.querySelectorAll('[data-date]')).toHaveLength(7));
  });

  it('open the team for any stored word but week', async () => {
    localStorage.setItem('greben.shifts-view', 'month');
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    await screen.findByText('Мария');
    expect(document.querySelector('[data-date]')).toBeNull();
  });

  it('step by weeks, and count what holds on one date only', async () => {
    const id = await mariaWorksMondays();
    const nextMonday = addDays(mondayOf(today()), 7);
    await replaceDayOverrides(device.replica, id, nextMonday, [{ start: null, end: null, type: 'time_off' }]);
    show(device, '/shifts', routes);
    expect((await screen.findByText('Мария')).closest('li')?.textContent).toContain('8 часа');
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await waitFor(() => expect(screen.getByText('Мария').closest('li')?.textContent).toContain('0 часа'));
    await user.click(screen.getByRole('button', { name: 'Днес' }));
    await waitFor(() => expect(screen.getByText('Мария').closest('li')?.textContent).toContain('8 часа'));
  });

  it('list only active employees, and say so when there is nobody', async () => {
    await addEmployee(device.replica, { name: 'Яна', email: 'yana@example.com', active: false });
    show(device, '/shifts', routes);
    expect(await screen.findByText('Няма налични служители')).toBeTruthy();
  });
});

describe('the order of days', () => {
  it('is today first and past days last', () => {
    const dates = weekDates('2026-11-18');
    expect(daysInOrder(dates, '2026-11-20')).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
    ]);
  });
});

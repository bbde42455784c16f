// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { changeOf } from '#data/row-writes.ts';
import { replaceDayOverrides, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { addDays, type LocalDate, mondayOf, todayIn, weekDates } from '#domain/time/time.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { formatDayLabel, formatWeekLabel } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { daysInOrder } from '#shifts/reads/week-plan.ts';
import { ShiftsPage } from './shifts-page.tsx';

const user = userEvent.setup();
const routes = { '/shifts': <ShiftsPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  windowOf(1024);
  await device.replica.close();
});

function windowOf(width: number): void {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width, height: 900 });
}

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
    const monday = () => document.querySelector(`[data-date="${mondayOf(today())}"]`)?.textContent;
    await waitFor(() => expect(monday()).toContain('9:00–13:00, 14:00–18:30'));
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

  it('keep the shifts of a closed day, say that it is closed, and count none of them but an additional one', async () => {
    const id = await mariaWorksMondays();
    const monday = mondayOf(today());
    await device.replica.write([
      changeOf('salon_settings', String(SALON_ID), { closed_days: JSON.stringify([['dates', monday, monday, 'Ремонт']]) }),
    ]);
    windowOf(500);
    show(device, '/shifts', routes);
    await waitFor(() => expect(screen.getByText('Мария').closest('li')?.textContent).toContain('0 часа'));
    await user.click(screen.getByRole('radio', { name: 'Седмица' }));
    const words = () => document.querySelector(`[data-date="${monday}"]`)?.textContent;
    await waitFor(() => expect(words()).toContain('Затворено: Ремонт0 на смяна'));
    expect(words()).toContain('9:00–13:00, 14:00–18:30');
    await replaceDayOverrides(device.replica, id, monday, [{ start: '10:00', end: '12:00', type: 'additional_shift' }]);
    await waitFor(() => expect(words()).toContain('1 на смяна'));
  });

  it('lead back to the calendar, and to the weeks before, after, of today and of any date', async () => {
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    expect((await screen.findByRole('link', { name: 'Към календара' })).getAttribute('href')).toBe('/calendar');
    const monday = mondayOf(today());
    const label = (first: LocalDate) => `Изберете седмица: ${formatWeekLabel(first, addDays(first, 6), 'bg')}`;
    const stands = (first: LocalDate) => screen.findByRole('button', { name: label(first) });
    await stands(monday);
    await user.click(screen.getByRole('button', { name: 'Предишна седмица' }));
    await stands(addDays(monday, -7));
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await user.click(await stands(addDays(monday, 7)));
    await user.click(await screen.findByRole('button', { name: 'Следващ месец' }));
    const middle = `${addDays(`${addDays(monday, 7).slice(0, 7)}-01`, 31).slice(0, 7)}-15`;
    await user.click(await screen.findByRole('button', { name: formatDayLabel(middle, 'bg', 'long') }));
    await stands(mondayOf(middle));
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Днес' }));
    await stands(monday);
  });

  it('highlight the letters of the days that somebody works, and only those', async () => {
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    const row = (await screen.findByText('Мария')).closest('li');
    const letters = [...(row?.querySelectorAll<HTMLElement>('[aria-hidden][title]') ?? [])];
    expect(letters.map((letter) => letter.textContent)).toEqual(['П', 'В', 'С', 'Ч', 'П', 'С', 'Н']);
    expect(letters.map((letter) => letter.classList.contains('font-semibold'))).toEqual([
      true,
      ...Array.from({ length: 6 }, () => false),
    ]);
  });

  it.each([1440, 390])('dim the days that are past and no others, on a window of %i px', async (width) => {
    windowOf(width);
    localStorage.setItem('greben.shifts-view', 'week');
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    const days = () => [...document.querySelectorAll<HTMLElement>('section[data-date]')];
    const dimmed = () => days().map((day) => day.classList.contains('past'));
    await waitFor(() => expect(days()).toHaveLength(7));
    expect(dimmed()).toEqual(days().map(({ dataset }) => (dataset.date ?? '') < today()));
    await user.click(screen.getByRole('button', { name: 'Предишна седмица' }));
    await waitFor(() => expect(dimmed()).toEqual(Array.from({ length: 7 }, () => true)));
    // A shade is not seen by everybody.
    const said = () => days().map((day) => within(day).queryByText('мина') !== null);
    expect(said()).toEqual(dimmed());
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await waitFor(() => expect(dimmed()).toEqual(Array.from({ length: 7 }, () => false)));
    expect(said()).toEqual(dimmed());
  });

  it.each([1440, 390])('stand with today first and what is past last, on a window of %i px', async (width) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-18T12:00:00Z'), toFake: ['Date'] }); // a Wednesday
    windowOf(width);
    localStorage.setItem('greben.shifts-view', 'week');
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    const days = () => [...document.querySelectorAll<HTMLElement>('section[data-date]')].map(({ dataset }) => dataset.date);
    await waitFor(() => expect(days()).toEqual([18, 19, 20, 21, 22, 16, 17].map((day) => `2026-11-${day}`)));
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    await waitFor(() => expect(days()).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`)));
  });

  it.each([1440, 390])('name with each day who works and from when to when, on a window of %i px', async (width) => {
    windowOf(width);
    localStorage.setItem('greben.shifts-view', 'week');
    const id = await mariaWorksMondays();
    await replaceWeeklyShifts(device.replica, id, 2, [{ start: '10:00', end: '19:00' }]);
    show(device, '/shifts', routes);
    const day = (n: number) => document.querySelector(`[data-date="${addDays(mondayOf(today()), n)}"]`)?.textContent;
    await waitFor(() => expect(day(0)).toMatch(/Мария.*9:00–13:00, 14:00–18:30/));
    await waitFor(() => expect(day(1)).toMatch(/Мария.*10:00–19:00/));
    await waitFor(() => expect(day(2)).toContain('Мария'));
    expect(day(2)).not.toMatch(/Мария.*(9|10):00–1/);
  });

  it('keep the choice of the view in the local storage, and each of the two', async () => {
    await mariaWorksMondays();
    show(device, '/shifts', routes);
    for (const [name, kept] of [
      ['Седмица', 'week'],
      ['Екип', 'team'],
    ] as const) {
      await user.click(await screen.findByRole('radio', { name }));
      expect(localStorage.getItem('greben.shifts-view')).toBe(kept);
    }
  });

  it('say so where no salon is known', async () => {
    await device.replica.close();
    device = await openDevice({ salonId: 0 });
    show(device, '/shifts', routes);
    expect(await screen.findByText('Не е намерен идентификатор на салон.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Към календара' })).toBeTruthy();
    await act(() => setLanguage('en'));
    expect(await screen.findByText('Salon ID not found.')).toBeTruthy();
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

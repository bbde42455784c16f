// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZONE } from '#calendar/reads/rows.test-support.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { replaceShiftSets, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { weeklySets$ } from '#data/shifts.queries.ts';
import { todayIn, weekdayOf } from '#domain/time/time.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { undoLast } from '#features/shared/undo.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { CalendarPage } from './calendar-page.tsx';

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const today = todayIn(ZONE, Date.now());
const routes = { '/calendar': <CalendarPage />, '/calendar/add': <CalendarPage /> };
const late = [{ start: '11:00', end: '20:00' }];

let device: Device;
beforeEach(async () => {
  setLanguage('bg');
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  const { server, replica } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария Петрова' });
  server.put('resources', 'ivan', { role: 'employee', active: true, name: 'Иван Ганев' });
  server.put('services', 'cut', { name: 'Подстригване', duration: 30 });
  server.online = true;
  await replica.syncNow();
  server.online = false; // all of this works without a line
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

const sets = async () => Object.fromEntries(await seen(weeklySets$(device.replica)));
const bare = (name: string) => screen.findByRole('button', { name: `${name} няма смени. Задай обичайни часове` });
const column = (id: string) => document.querySelector<HTMLElement>(`[data-col="${id}"]`);
const hours = () => screen.findByRole('dialog', { name: 'Няма смени' });
const usual = { start: '09:00', end: '17:00' };

describe('the column of somebody without any shift', () => {
  it('says why it is hatched, and two taps give it the usual hours, which can be taken back', async () => {
    show(device, '/calendar', routes);
    await person.click(await bare('Мария Петрова'));
    const dialog = within(await hours());
    expect(dialog.getByText(/Мария Петрова няма нито една смяна/)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: /Задай обичайните часове/ }));
    await waitFor(async () => expect(Object.keys(await sets())).toHaveLength(5));
    expect((await sets())['maria/1']).toEqual([usual]);
    expect(device.writes.at(-1)).toHaveLength(5);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Мария Петрова няма смени/ })).toBeNull());
    await act(() => undoLast());
    expect(await sets()).toEqual({});
    expect(toastTexts()[0]).toBe('Мария Петрова · отново без смени');
  });

  it('takes everybody along who has none, where that is asked for', async () => {
    show(device, '/calendar', routes);
    await person.click(await bare('Иван Ганев'));
    const dialog = within(await hours());
    await person.click(dialog.getByRole('checkbox', { name: 'И на още 1 служител без смени' }));
    await person.click(dialog.getByRole('button', { name: /понеделник–петък 9:00–17:00/ }));
    await waitFor(async () => expect(Object.keys(await sets())).toHaveLength(10));
  });

  it.each([
    ['bg', ['понеделник', 'събота'], ['Начало', 'Край'], 'Изберете поне един ден'],
    ['en', ['Monday', 'Saturday'], ['Start', 'End'], 'Choose at least one day'],
  ] as const)('takes days and times that are chosen there in %s, in one step', async (language, days, times, none) => {
    await act(async () => setLanguage(language));
    show(device, '/calendar', routes);
    await person.click(await screen.findByRole('button', { name: /^Мария Петрова .*(Задай обичайни часове|Set usual hours)$/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /^(Няма смени|No shifts)$/ }));
    const save = () => dialog.getByRole('button', { name: /^(Задай избраните часове|Set the chosen hours)/ });
    const ticked = dialog.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked);
    for (const day of ticked) await person.click(day);
    await person.click(save());
    expect(dialog.getByRole('alert').textContent).toBe(none);
    for (const day of ticked) await person.click(day);
    for (const name of days) await person.click(dialog.getByRole('checkbox', { name }));
    for (const [at, time] of ['10:00', '19:00'].entries()) {
      await person.click(dialog.getByLabelText(times[at] as string));
      await person.click(await screen.findByRole('option', { name: time }));
    }
    const before = device.writes.length;
    await person.click(save());
    await waitFor(() => expect(device.writes).toHaveLength(before + 1));
    const shift = [{ start: '10:00', end: '19:00' }];
    await waitFor(() => expect(toasts.store.getState().toasts[0]?.action).toBeTruthy()); // it can be taken back
    expect(await sets()).toEqual(Object.fromEntries([2, 3, 4, 5, 6].map((day) => [`maria/${day}`, shift])));
  });

  it('offers the salon’s own hours first where somebody works already', async () => {
    for (const weekday of [2, 3, 4, 5, 6]) await replaceWeeklyShifts(device.replica, 'ivan', weekday, late);
    show(device, '/calendar', routes);
    await person.click(await bare('Мария Петрова'));
    const [first] = within(await hours()).getAllByRole('button', { name: /Задай/ });
    expect(first?.textContent).toContain('Задай часовете на салонавторник–събота 11:00–20:00');
    await person.click(first as HTMLElement);
    await waitFor(async () => expect((await sets())['maria/6']).toEqual(late));
  });

  it('answers a press anywhere in it, and books there all the same', async () => {
    const shown = show(device, '/calendar', routes);
    await bare('Мария Петрова');
    fireEvent.click(column('maria') as HTMLElement, { clientY: 300 });
    await person.click(within(await hours()).getByRole('button', { name: 'Запиши въпреки това' }));
    const booking = await screen.findByRole('dialog', { name: 'Нова резервация' });
    expect(within(booking).getByLabelText('Служител', { exact: true }).textContent).toContain('Мария Петрова');
    expect(shown.path()).toBe('/calendar');
  });

  it('is reached by keyboard: it is the tab stop of a day on which nobody works', async () => {
    show(device, '/calendar', routes);
    const button = await bare('Иван Ганев');
    await waitFor(() => expect(button.tabIndex).toBe(0));
    act(() => button.focus());
    await person.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(await bare('Мария Петрова'));
    await person.keyboard('{Enter}');
    expect(await hours()).toBeTruthy();
  });

  it('of somebody who only has a day off says that, with a way to book', async () => {
    await replaceWeeklyShifts(device.replica, 'maria', (weekdayOf(today) + 3) % 7, late);
    show(device, '/calendar', routes);
    await bare('Иван Ганев');
    expect(screen.queryByRole('button', { name: /^Мария Петрова няма смени/ })).toBeNull();
    fireEvent.click(column('maria') as HTMLElement, { clientY: 300 });
    await waitFor(() => expect(toastTexts()[0]).toMatch(/^Мария Петрова не работи на /));
    expect(device.writes.length).toBe(1);
    act(() => toasts.store.getState().toasts[0]?.action?.onAction());
    expect(await screen.findByRole('dialog', { name: 'Нова резервация' })).toBeTruthy();
  });
});

describe('somebody who took time off', () => {
  const off = async (start: string | null, end: string | null) => {
    await replaceWeeklyShifts(device.replica, 'maria', weekdayOf(today), late);
    const rows = [{ start, end, type: 'time_off' as const }];
    await replaceShiftSets(device.replica, [{ resourceId: 'maria', date: today, rows, reason: 'sick' }]);
    show(device, '/calendar', routes);
  };
  const row = () => screen.findByRole('row', { name: 'Мария Петрова' });

  it('is away in the calendar, not at rest; why is for the screens of the shifts alone', async () => {
    await off(null, null);
    const head = within(await row()).getByRole('rowheader');
    await waitFor(() => expect(head.textContent).toContain('Отсъства'));
    expect((await row()).textContent).not.toMatch(/Почива|болнич/i);
    fireEvent.click(column('maria') as HTMLElement, { clientY: 300 });
    await waitFor(() => expect(toastTexts()[0]).toMatch(/^Мария Петрова не работи на /));
    expect(toasts.store.getState().toasts[0]?.title).toBe('Отсъства');
  });

  it('for hours is away in those, and at work in the others', async () => {
    await off('11:00', '13:00');
    await waitFor(async () => expect((await row()).querySelector('.cal-away')?.textContent).toBe('Отсъства'));
    expect(within(await row()).getByRole('rowheader').textContent).toContain('13–20');
  });
});

it('the search for a free slot says that nobody has shifts, and leads to the same offer', async () => {
  show(device, '/calendar', routes);
  await bare('Иван Ганев');
  await person.keyboard('f');
  const find = within(await screen.findByRole('dialog', { name: 'Следващ свободен час' }));
  await person.click(await find.findByLabelText('Услуга', { exact: true }));
  await person.click(await screen.findByRole('option', { name: /Подстригване/ }));
  await find.findAllByText('Никой от избраните няма смени, затова няма свободни часове.');
  await person.click(find.getByRole('button', { name: 'Задай обичайни часове' }));
  await person.click(within(await hours()).getByRole('button', { name: /Задай обичайните часове/ }));
  await waitFor(async () => expect(Object.keys(await sets())).toHaveLength(10));
  expect((await find.findAllByRole('button', { name: /Запиши$/ })).length).toBeGreaterThan(0);
});

it('the warning of a booking leads to the same offer, and goes once there are hours', async () => {
  show(device, '/calendar/add?employee=maria&start=2026-11-18T10:00', routes);
  const booking = within(await screen.findByRole('dialog', { name: 'Нова резервация' }));
  await booking.findByText(/Мария Петрова няма смяна на този ден/);
  await person.click(booking.getByRole('button', { name: 'Задай обичайни часове' }));
  await person.click(within(await hours()).getByRole('button', { name: /Задай обичайните часове/ }));
  await waitFor(() => expect(screen.queryByText(/няма смяна на този ден/)).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Нова резервация' })).toBeTruthy();
});

// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { addService, updateService } from '#data/services.commands.ts';
import { replaceDayOverrides, replaceShiftSets, replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { offReasons$, overrideSets$ } from '#data/shifts.queries.ts';
import { addDays, instantOf, type LocalDate, mondayOf, todayIn, weekDates } from '#domain/time/time.ts';
import { clearToasts, type Shown, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { undoLast } from '#features/shared/undo.ts';
import { formatDay, formatDayLabel, formatWeekLabel } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { offerersText } from '#schemas/own-terms.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ShiftsPage } from './shifts-page.tsx';

const user = userEvent.setup();
const ZONE = 'Europe/Sofia';
const DAY_OFF = { start: null, end: null, type: 'time_off' } as const;
/** Of the next week: no booking of it is past. */
const monday = addDays(mondayOf(todayIn(ZONE, Date.now())), 7);
const nineToFive = [{ start: '09:00', end: '17:00' }];

let device: Device;
let service: string;
let ids: Record<'maria' | 'iva' | 'zoya' | 'yana', string>;

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  device = await openDevice();
  const { replica, server } = device;
  server.put('salons', String(SALON_ID), { timezone: ZONE });
  server.online = true;
  await replica.syncNow();
  server.online = false;
  service = await addService(replica, { name: 'Боядисване', duration: 60 });
  const add = (name: string) => addEmployee(replica, { name, email: `${name}@example.com` });
  ids = { maria: await add('Мария'), iva: await add('Ива'), zoya: await add('Зоя'), yana: await add('Яна') };
  for (const id of [ids.maria, ids.iva, ids.yana]) await replaceWeeklyShifts(replica, id, 1, nineToFive);
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

async function book(resource_id: string, from: number, name: string, date: LocalDate = monday): Promise<string> {
  const client_id = await addClient(device.replica, { first_name: name, last_name: 'Д.', phone: '0888 123 456' });
  const times = { start_time: instantOf(date, from, ZONE), end_time: instantOf(date, from + 60, ZONE) };
  return addEvent(device.replica, { ...times, resource_id, client_id, service_id: service, type: 'appointment' });
}

const dated = async (date: LocalDate = monday) =>
  (await seen(overrideSets$(device.replica, date, date))).get(`${ids.maria}/${date}`) ?? [];
const reason = async (date: LocalDate = monday) =>
  (await seen(offReasons$(device.replica, date, date))).get(`${ids.maria}/${date}`) ?? null;
const event = async (id: string) => (await device.replica.rows.events.findOne(id).exec())?.toJSON();
const row = async () => screen.findByRole('button', { name: /^Мария/ });

/** Мария's time off, beginning with next Monday. */
async function open(): Promise<Shown> {
  const shown = show(device, '/shifts', { '/shifts': <ShiftsPage />, '/calendar': <p>календарът</p> });
  await row();
  await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
  await user.click(await row());
  await user.click(await screen.findByRole('button', { name: 'Отсъствие…' }));
  await screen.findByRole('radiogroup', { name: 'Причина' });
  return shown;
}
async function choose(label: string, time: string): Promise<void> {
  await user.click(screen.getByLabelText(label));
  await user.click(await screen.findByRole('option', { name: time }));
}
const save = () => user.click(screen.getByRole('button', { name: 'Запази' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('time off', () => {
  it('of a whole day lists what it touches; who is free takes it, and the team is told why somebody is away', async () => {
    const hers = await book(ids.maria, 600, 'Калина');
    await book(ids.yana, 630, 'Тодор');
    await open();
    expect(await screen.findByText(/^Засяга 1 записан час/)).toBeTruthy();
    await save();
    expect(await screen.findByText('Остава 1 записан час:')).toBeTruthy();
    expect(await dated()).toEqual([DAY_OFF]);
    expect(await reason()).toBe('holiday');
    expect(JSON.stringify(toasts.store.getState().toasts[0]?.description)).toContain('Отсъствието е записано');
    await user.click(await screen.findByRole('button', { name: /^Дай на друг служител: Калина Д\./ }));
    expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Ива']);
    await user.click(screen.getByRole('option', { name: 'Ива' }));
    expect(await screen.findByText('Всички засегнати часове са уредени.')).toBeTruthy();
    expect(await event(hers)).toMatchObject({ resource_id: ids.iva, start_time: instantOf(monday, 600, ZONE) });
    await user.click(screen.getByRole('button', { name: 'Готово' }));
    await closed();
    expect((await row()).textContent).toContain('отсъства цял ден (отпуск)');
  });

  it('says of each visit, in one row, when it is, what for and whom to call', async () => {
    const client_id = await addClient(device.replica, { first_name: 'Калина', last_name: 'Д.', phone: '0888 123 456' });
    const legs = [600, 660].map((from) => ({
      ...{ resource_id: ids.maria, service_id: service },
      ...{ start_time: instantOf(monday, from, ZONE), end_time: instantOf(monday, from + 60, ZONE) },
    }));
    const [, second = ''] = await addVisit(device.replica, { client_id, legs });
    await open();
    await save();
    expect(await screen.findByText('Остава 1 записан час:')).toBeTruthy();
    const [line, ...others] = within(screen.getByRole('region', { name: 'Засегнати часове' })).getAllByRole('listitem');
    expect(others).toEqual([]);
    await waitFor(() => expect(line?.textContent).toContain('10:00–12:00 · Боядисване'));
    expect((await screen.findByRole('link', { name: 'Обади се на Калина Д.: 0888 123 456' })).getAttribute('href')).toBe(
      'tel:+359888123456',
    );
    // Given away, the visit goes whole.
    await user.click(screen.getByRole('button', { name: /^Дай на друг служител: Калина Д\./ }));
    await user.click(await screen.findByRole('option', { name: 'Ива' }));
    await screen.findByText('Всички засегнати часове са уредени.');
    expect(await event(second)).toMatchObject({ resource_id: ids.iva });
  });

  it('cancels a visit from its row, and one Ctrl+Z brings it back', async () => {
    const hers = await book(ids.maria, 600, 'Калина');
    await open();
    await save();
    await user.click(await screen.findByRole('button', { name: 'Откажи: Калина Д.' }));
    expect(await screen.findByText('Всички засегнати часове са уредени.')).toBeTruthy();
    expect(await event(hers)).toMatchObject({ status: 'cancelled', resource_id: ids.maria });
    await act(() => undoLast());
    expect(await screen.findByText('Остава 1 записан час:')).toBeTruthy();
    expect(await event(hers)).toMatchObject({ status: 'booked' });
  });

  it('says of a visit with a part elsewhere that all of it is cancelled', async () => {
    const client_id = await addClient(device.replica, { first_name: 'Калина', last_name: 'Д.' });
    const legs = [ids.maria, ids.iva].map((resource_id, at) => ({
      ...{ resource_id, service_id: service },
      ...{ start_time: instantOf(monday, 600 + at * 60, ZONE), end_time: instantOf(monday, 660 + at * 60, ZONE) },
    }));
    const [first = '', second = ''] = await addVisit(device.replica, { client_id, legs });
    await open();
    await save();
    expect(await screen.findByText('няма телефон')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Откажи посещението: Калина Д.' }));
    await screen.findByText('Всички засегнати часове са уредени.');
    expect([(await event(first))?.status, (await event(second))?.status]).toEqual(['cancelled', 'cancelled']);
  });

  it('gives those that are ticked away at once, each to whoever is free; one Ctrl+Z takes all of it back', async () => {
    const [one, two, three] = [
      await book(ids.maria, 600, 'Калина'),
      await book(ids.maria, 660, 'Дора'),
      await book(ids.maria, 720, 'Вяра'),
    ];
    await book(ids.iva, 660, 'Тодор');
    await open();
    await save();
    expect(await screen.findByText('Избрани 3 от 3')).toBeTruthy();
    await user.click(await screen.findByRole('checkbox', { name: 'Вяра Д.' }));
    expect(screen.getByText('Избрани 2 от 3')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Дай избраните на…/ }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Който е свободен2 от 2',
      'Ива1 от 2',
      'Яна2 от 2',
    ]);
    device.writes.length = 0;
    await user.click(screen.getByRole('option', { name: /^Който е свободен/ }));
    expect(await screen.findByText('Остава 1 записан час:')).toBeTruthy();
    expect(device.writes).toHaveLength(1);
    expect([(await event(one))?.resource_id, (await event(two))?.resource_id]).toEqual([ids.iva, ids.yana]);
    expect((await event(three))?.resource_id).toBe(ids.maria);
    await act(() => undoLast());
    expect(await screen.findByText('Остават 3 записани часа:')).toBeTruthy();
    expect((await event(two))?.resource_id).toBe(ids.maria);
  });

  it('cancels those that are ticked at once', async () => {
    const all = [await book(ids.maria, 600, 'Калина'), await book(ids.maria, 660, 'Дора')];
    await open();
    await save();
    await user.click(await screen.findByRole('button', { name: 'Откажи избраните (2)' }));
    await screen.findByText('Всички засегнати часове са уредени.');
    expect(await Promise.all(all.map(async (id) => (await event(id))?.status))).toEqual(['cancelled', 'cancelled']);
  });

  it('moves those that are ticked by so much, after it has shown what they collide with', async () => {
    const mine = await book(ids.maria, 600, 'Калина');
    const later = await book(ids.maria, 15 * 60, 'Дора');
    await book(ids.maria, 16 * 60 + 30, 'Вяра');
    await open();
    await user.click(screen.getByRole('switch', { name: 'Цели дни' }));
    await choose('Край', '16:00');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Премести избраните…' }));
    const list = await screen.findByRole('list', { name: 'Часове, които се местят' });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Засегнати часове' }));
    await user.click(screen.getByRole('button', { name: '60 мин' }));
    expect(within(list).getAllByRole('listitem')[1]?.textContent).toContain('15:00 → 16:00 Дора Д.');
    expect(list.textContent).toContain('Застъпва се с Вяра Д., 16:30–17:30.');
    // Who is ill until 16:00 is ill an hour later too.
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('Мария не е на смяна тогава.');
    expect(screen.getByText('2 от тях не си пасват там.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Премести 2 записа' }));
    await screen.findByText('Остава 1 записан час:');
    expect(await event(mine)).toMatchObject({ start_time: instantOf(monday, 660, ZONE), resource_id: ids.maria });
    expect(await event(later)).toMatchObject({ start_time: instantOf(monday, 16 * 60, ZONE) });
    await act(() => undoLast());
    await screen.findByText('Остават 2 записани часа:');
    expect(await event(later)).toMatchObject({ start_time: instantOf(monday, 15 * 60, ZONE) });
  });

  it('says who of the free ones does not offer the service, and once more when it was given to one of them', async () => {
    await updateService(device.replica, service, { resource_ids: offerersText([ids.maria, ids.yana]) });
    await book(ids.maria, 600, 'Калина');
    await open();
    await save();
    await user.click(await screen.findByRole('button', { name: /^Дай на друг служител: Калина Д\./ }));
    expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Яна', 'Иване я предлага']);
    await user.click(screen.getByRole('option', { name: /^Ива/ }));
    await screen.findByText('Всички засегнати часове са уредени.');
    expect(JSON.stringify(toasts.store.getState().toasts[0]?.description)).toContain('Ива: не я предлага');
  });

  it('of hours is of each day, keeps an additional shift, and closes where nothing is touched', async () => {
    const extra = { start: '18:00', end: '20:00', type: 'additional_shift' } as const;
    await replaceDayOverrides(device.replica, ids.maria, monday, [extra]);
    await book(ids.maria, 15 * 60, 'Калина');
    await open();
    await user.click(screen.getByRole('switch', { name: 'Цели дни' }));
    await user.click(screen.getByRole('radio', { name: 'Болничен' }));
    await save();
    await closed();
    expect(await dated()).toEqual([{ start: '09:00', end: '12:00', type: 'time_off' }, extra]);
    expect(await reason()).toBe('sick');
    expect((await row()).textContent).toContain('отсъства 9:00–12:00 (болничен)');
  });

  it('leaves the focus where a day was chosen', async () => {
    await open();
    await user.click(screen.getByLabelText('От'));
    await user.click(await screen.findByRole('button', { name: formatDayLabel(addDays(monday, 1), 'bg', 'long') }));
    expect(await screen.findByRole('radiogroup', { name: 'Причина' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement === screen.getByLabelText('От')).toBe(true));
  });

  it('keeps an appointment as it is, and leads to the calendar to move one', async () => {
    const hers = await book(ids.maria, 600, 'Калина');
    await open();
    await save();
    const move = await screen.findByRole('link', { name: 'Премести: Калина Д.' });
    expect(move.getAttribute('href')).toBe(`/calendar?day=${monday}&event=${hers}`);
    await user.click(screen.getByRole('button', { name: 'Остави: Калина Д.' }));
    expect(await screen.findByText('Всички засегнати часове са уредени.')).toBeTruthy();
    expect(await event(hers)).toMatchObject({ resource_id: ids.maria });
  });

  it('of some days is listed as one and removed as one, which Ctrl+Z takes back', async () => {
    const days = [monday, addDays(monday, 1), addDays(monday, 2)];
    const off = days.map((date) => ({ resourceId: ids.maria, date, rows: [DAY_OFF], reason: 'sick' as const }));
    await replaceShiftSets(device.replica, off);
    await open();
    const words = `${formatDay(monday, 'bg')} – ${formatDay(addDays(monday, 2), 'bg')}`;
    const known = await screen.findByRole('region', { name: 'Вече записани отсъствия' });
    expect(
      within(known)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([`${words}цял ден (болничен)`]);
    await user.click(screen.getByRole('button', { name: `Премахни отсъствието: ${words}` }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Вече записани отсъствия' })).toBeNull());
    expect(await dated(addDays(monday, 2))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Отказ' }));
    await closed();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect(await reason(addDays(monday, 2))).toBe('sick'));
    expect(await dated()).toEqual([DAY_OFF]);
  });

  it('is taken for a range of days in one action', async () => {
    await open();
    await user.click(screen.getByLabelText('До'));
    const last = addDays(monday, 4);
    await user.click(await screen.findByRole('button', { name: formatDayLabel(last, 'bg', 'long') }));
    const before = device.writes.length;
    await save();
    await closed();
    expect(device.writes.length).toBe(before + 1);
    expect(await Promise.all(weekDates(monday).map((date) => reason(date)))).toEqual([
      ...Array.from({ length: 5 }, () => 'holiday'),
      null,
      null,
    ]);
    expect((await row()).textContent).toContain('пн–пт: отсъства цял ден (отпуск)');
  });

  it('of today is no day of rest: neither in the team’s list nor in a phone’s week', async () => {
    const today = todayIn(ZONE, Date.now());
    await replaceShiftSets(device.replica, [{ resourceId: ids.maria, date: today, rows: [DAY_OFF], reason: 'sick' }]);
    show(device, '/shifts', { '/shifts': <ShiftsPage /> });
    expect((await row()).textContent).toContain('днес отсъства');
    cleanup();
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
    happyDOM.setViewport({ width: 390, height: 844 });
    localStorage.setItem('greben.shifts-view', 'week');
    show(device, '/shifts', { '/shifts': <ShiftsPage /> });
    const day = await waitFor(() => {
      const found = document.querySelector<HTMLElement>(`[data-date="${today}"]`);
      return found ?? expect.fail('the day is not there yet');
    });
    expect(within(day).getByRole('button', { name: /^Мария/ }).textContent).toContain('отсъства цял ден (болничен)');
    const resting = within(day).getByText('почива:').closest('li') as HTMLElement;
    expect(within(resting).queryByRole('button', { name: /Мария/ })).toBeNull();
    happyDOM.setViewport({ width: 1024, height: 900 });
  });

  it('refuses hours that end when they begin, and does not take a whole day’s reason away for hours of it', async () => {
    await replaceShiftSets(device.replica, [{ resourceId: ids.maria, date: monday, rows: [DAY_OFF], reason: 'sick' }]);
    await open();
    await user.click(screen.getByRole('switch', { name: 'Цели дни' }));
    await choose('Край', '9:00');
    await save();
    expect(await screen.findByText('Краят съвпада с началото. Изберете друг час.')).toBeTruthy();
    await choose('Край', '10:00');
    expect(await screen.findByText('През тези дни вече отсъства по цял ден.')).toBeTruthy();
    await save();
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(await dated()).toEqual([DAY_OFF]);
    expect(await reason()).toBe('sick');
  });

  it('of hours ends after it begins; one past midnight says so', async () => {
    await open();
    await user.click(screen.getByRole('switch', { name: 'Цели дни' }));
    await choose('Начало', '15:00');
    expect(screen.getByLabelText('Край').textContent).toBe('18:00');
    await choose('Начало', '22:00');
    expect(screen.getByLabelText('Край').textContent).toBe('0:00');
    await choose('Край', '2:00');
    expect(screen.getByText('до 2:00 на следващия ден')).toBeTruthy();
    await save();
    await closed();
    expect(await dated()).toEqual([{ start: '22:00', end: '02:00', type: 'time_off' }]);
  });

  it('is saved once by a double click, and one Ctrl+Z takes it back', async () => {
    await open();
    device.writes.length = 0;
    await user.dblClick(screen.getByRole('button', { name: 'Запази' }));
    await closed();
    expect(device.writes).toHaveLength(1);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect(await dated()).toEqual([]));
    expect(toastTexts()).toHaveLength(1);
  });

  it('keeps its list for whoever goes to an appointment and returns, and the focus for whoever works by keys', async () => {
    await book(ids.maria, 600, 'Калина');
    await book(ids.maria, 720, 'Дора');
    const shown = await open();
    await save();
    await user.click(await screen.findByRole('link', { name: 'Премести: Калина Д.' }));
    await screen.findByText('календарът');
    await act(() => shown.back());
    expect(await screen.findByText('Остават 2 записани часа:')).toBeTruthy();
    expect(screen.getByText(formatWeekLabel(monday, addDays(monday, 6), 'bg'))).toBeTruthy(); // the week that was planned, not this one
    await user.click(screen.getByRole('button', { name: 'Остави: Дора Д.' }));
    const section = await screen.findByRole('region', { name: 'Засегнати часове' });
    expect(document.activeElement).toBe(section);
    await user.click(screen.getByRole('button', { name: 'Готово' }));
    await closed();
    await shown.go('/calendar');
    await act(() => shown.back());
    await row();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists nothing any more once it was taken back, nor for whoever returns', async () => {
    await book(ids.maria, 600, 'Калина');
    const shown = await open();
    await save();
    await screen.findByRole('link', { name: 'Премести: Калина Д.' });
    await act(() => undoLast());
    expect(await screen.findByRole('radiogroup', { name: 'Причина' })).toBeTruthy();
    await save();
    await user.click(await screen.findByRole('link', { name: 'Премести: Калина Д.' }));
    await screen.findByText('календарът');
    await act(() => undoLast());
    await act(() => shown.back());
    await row();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands in the plan: hatched hours with their reason, and a whole day with it', async () => {
    const tuesday = addDays(monday, 1);
    const hours = [{ start: '09:00', end: '11:00', type: 'time_off' as const }];
    await replaceShiftSets(device.replica, [
      { resourceId: ids.maria, date: monday, rows: hours, reason: 'sick' },
      { resourceId: ids.maria, date: tuesday, rows: [DAY_OFF], reason: 'holiday' },
    ]);
    localStorage.setItem('greben.shifts-view', 'week');
    show(device, '/shifts', { '/shifts': <ShiftsPage /> });
    await screen.findByRole('radio', { name: 'Седмица' });
    await user.click(screen.getByRole('button', { name: 'Следваща седмица' }));
    const onDay = (date: LocalDate) =>
      document.querySelector<HTMLElement>(`[data-date="${date}"] [data-row="${ids.maria}"]`) as HTMLElement;
    await waitFor(() => expect(onDay(tuesday)).toBeTruthy());
    expect(onDay(monday).textContent).toContain('отсъства (болничен)');
    expect(onDay(monday).querySelectorAll('.plan-off')).toHaveLength(1);
    expect(onDay(tuesday).textContent).toContain('отсъства (отпуск)');
    expect(onDay(tuesday).querySelector('.plan-track.away')).toBeTruthy();
  });
});

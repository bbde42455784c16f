// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { IVAYLO, MARIA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { addRoom } from '#data/rooms.commands.ts';
import { addService, updateService } from '#data/services.commands.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, instantOf, type LocalDate, todayIn, weekdayOf } from '#domain/time/time.ts';
import { clearToasts, show } from '#features/shared/screen.test-support.tsx';
import { undoLast } from '#features/shared/undo.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { openingHoursText } from '#schemas/salon-days.ts';
import { DelayDialog } from './delay-dialog.tsx';

const user = userEvent.setup();
const today = todayIn(ZONE, Date.now());
/** No booking of it is past. */
const tomorrow = addDays(today, 1);
const salon: SalonPart = {
  config: { ...SALON_DEFAULTS, timezone: ZONE },
  employees: [IVAYLO, MARIA],
  services: new Map(),
  weekly: new Map([0, 1, 2, 3, 4, 5, 6].map((day) => [weeklyKey('maria', day), [{ start: '09:00', end: '18:00' }]])),
  troubles: new Map(),
  openOverlaps: new Set<string>(),
  complete: true,
};
const onClose = vi.fn();
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.clearAllMocks();
  await device.replica.close();
});

const book = (title: string, hour: number, more: object = {}) =>
  addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'maria', client_id: title, service_id: 's', title },
    ...{ start_time: instantOf(tomorrow, hour * 60, ZONE), end_time: instantOf(tomorrow, hour * 60 + 60, ZONE) },
    ...more,
  });
const open = (date: LocalDate = tomorrow) => show(device, '/', { '/': <DelayDialog {...{ salon, date, today, onClose }} /> });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Часове, които се местят' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const startOf = async (id: string) => (await device.replica.rows.events.findOne(id).exec())?.toJSON().start_time;

it('moves the rest of somebody’s day by so much in one action, says what collides before, and one undo takes it back', async () => {
  const [ten, eleven] = [await book('Ана', 10), await book('Вера', 11)];
  await book('Обяд', 12, { type: 'blocking', client_id: null, service_id: null });
  const late = await book('Гина', 17);
  open();
  // Whoever has the next appointment stands there.
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(screen.getByText('Местят се 3 записа.')).toBeTruthy();
  expect(await rows()).toEqual([
    '10:00 → 10:30 АнаАна',
    '11:00 → 11:30 ВераВераЗастъпва се с Обяд, 12:00–13:00.',
    '17:00 → 17:30 ГинаГинаСвършва след смяната на Мария Петрова.',
  ]);
  expect(screen.getByText('2 от тях не си пасват там.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Първи, който се мести/ }));
  await user.click(await screen.findByRole('option', { name: '11:00, Вера' }));
  await user.click(screen.getByRole('button', { name: '15 мин' }));
  expect(await rows()).toEqual([
    '11:00 → 11:15 ВераВераЗастъпва се с Обяд, 12:00–13:00.',
    '17:00 → 17:15 ГинаГинаСвършва след смяната на Мария Петрова.',
  ]);
  device.writes.length = 0;
  await user.click(screen.getByRole('button', { name: 'Премести 2 записа' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(device.writes).toHaveLength(1);
  expect([await startOf(ten), await startOf(eleven), await startOf(late)]).toEqual(
    [600, 675, 17 * 60 + 15].map((minute) => instantOf(tomorrow, minute, ZONE)),
  );
  await act(() => undoLast());
  expect(await startOf(eleven)).toBe(instantOf(tomorrow, 660, ZONE));
});

it('says before where the salon is closed then, and where a room is full', async () => {
  device.server.put('salons', '7', { name_bg: 'Гребен', timezone: ZONE });
  device.server.online = true;
  await device.replica.syncNow();
  const { id: room_id } = await addRoom(device.replica, { name: 'Мивка', count: 1 });
  const service = await addService(device.replica, { name_bg: 'Миене', price: 5, currency: 'EUR', duration: 60 });
  await updateService(device.replica, service, { room_id });
  await book('Ана', 10, { service_id: service });
  await book('Вера', 11, { service_id: service, resource_id: 'ivaylo' });
  await book('Гина', 16);
  const weekday = weekdayOf(tomorrow);
  const open = salonDaysOf(openingHoursText([{ weekday, start: '09:00', end: '17:00' }]), null);
  show(device, '/', {
    '/': <DelayDialog salon={{ ...salon, config: { ...salon.config, open } }} {...{ today, onClose }} date={tomorrow} />,
  });
  await user.click(await screen.findByRole('button', { name: /^Кой закъснява/ }));
  await user.click(await screen.findByRole('option', { name: MARIA.name }));
  await waitFor(async () =>
    expect(await rows()).toEqual([
      '10:00 → 10:30 АнаМиенеНяма свободно: Мивка. По това време там: Вера, 11:00–12:00.',
      '16:00 → 16:30 ГинаГинаСвършва след работното време на салона.',
    ]),
  );
  await user.click(screen.getByRole('button', { name: '60 мин' }));
  expect((await rows())[1]).toContain('Салонът не работи тогава.');
});

it('lets the first one begin at a time', async () => {
  const ten = await book('Ана', 10);
  open();
  await user.click(await screen.findByRole('button', { name: /^или първият да започне в/ }));
  await user.click(await screen.findByRole('option', { name: '12:15' }));
  expect(await rows()).toEqual(['10:00 → 12:15 АнаАна']);
  await user.click(screen.getByRole('button', { name: 'Премести 1 запис' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await startOf(ten)).toBe(instantOf(tomorrow, 12 * 60 + 15, ZONE));
});

it('keeps to whom and from when it was opened for, whatever another device books meanwhile', async () => {
  await book('Ана', 11);
  open();
  await waitFor(async () => expect(await rows()).toEqual(['11:00 → 11:30 АнаАна']));
  await act(async () => {
    await book('Вера', 9, { resource_id: 'ivaylo' });
    await book('Гина', 10);
    await book('Дора', 12);
  });
  await waitFor(async () => expect(await rows()).toEqual(['11:00 → 11:30 АнаАна', '12:00 → 12:30 ДораДора']));
  expect(screen.getByRole('button', { name: /^Кой закъснява/ }).textContent).toContain('Мария');
});

it('says that there is nothing to move: for whoever has nothing ahead, and on a day that is over', async () => {
  await book('Ана', 10);
  open();
  await user.click(await screen.findByRole('button', { name: /^Кой закъснява/ }));
  await user.click(await screen.findByRole('option', { name: IVAYLO.name }));
  expect(await screen.findByText('Ивайло Ганев няма предстоящи часове този ден.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Премести/ })).toHaveProperty('disabled', true);
  cleanup();
  open(addDays(today, -1));
  expect(await screen.findByText('Този ден е минал.')).toBeTruthy();
});

it('speaks English', async () => {
  await setLanguage('en');
  await book('Ана', 17);
  open();
  expect(await screen.findByText('1 appointment moves.')).toBeTruthy();
  expect(screen.getByText('Ends after Мария Петрова’s shift.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Move 1 appointment' })).toBeTruthy();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeClients } from '#data/clients/client-merge.commands.ts';
import { createClient, deleteClient } from '#data/clients.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { rowNow } from '#data/row-writes.ts';
import { addService, updateService } from '#data/services.commands.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { NO_ROOMS } from '#domain/booking/taken-rooms.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, instantOf, weekdayOf, zonedParts } from '#domain/time/time.ts';
import { closedDaysText, openingHoursText } from '#schemas/salon-days.ts';
import { bookingsNow, undoSave } from './booking-saves.ts';
import { addEvent, deleteEvent, setStatus } from './events.commands.ts';
import { bookNextTime, type NextTimeSalon } from './next-time.commands.ts';
import { addVisit } from './visits.commands.ts';

const ZONE = 'Europe/Sofia';
const DAY = '2026-11-20';
const NOW = Date.parse(instantOf(DAY, 1000, ZONE));
let device: Device;
let service: string;
let client: string;
beforeEach(async () => {
  device = await openDevice();
  service = await addService(device.replica, { name_bg: 'Подстригване', price: 30, currency: 'BGN', duration: 60 });
  client = await createClient(device.replica, { name: 'Емил Драгнев' });
});
afterEach(() => device.replica.close());

const hours = [{ start: '10:00', end: '18:00' }];
const weekly = new Map(['ana', 'eva'].map((id) => [weeklyKey(id, weekdayOf(DAY)), hours]));
const at = (minute: number, day = 0) => instantOf(addDays(DAY, day), minute, ZONE);
const salon = (of: Partial<NextTimeSalon> = {}) => ({
  ...{ zone: ZONE, interval: 15, weekly, open: null },
  offer: { active: new Set(['ana', 'eva']), services: new Map([[service, { resource_ids: null }]]), rooms: NO_ROOMS },
  ...of,
});
const rowOf = async (id: string) => {
  const row = await rowNow(device.replica, 'events', id);
  if (!row) throw new Error('not booked');
  return row;
};
async function book(minute: number, day = 0) {
  const id = await addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'ana', client_id: client, service_id: service, notes: 'с брат си' },
    ...{ start_time: at(minute, day), end_time: at(minute + 45, day) },
  });
  return rowOf(id);
}
const next = async (row: Awaited<ReturnType<typeof book>>, weeks = 4, of: Partial<NextTimeSalon> = {}) =>
  bookNextTime(device.replica, row, weeks, salon(of), 'bg', () => NOW);

test('the next time is an appointment of its own at today’s price, and one undo takes it back', async () => {
  const was = await book(900);
  await setStatus(device.replica, was, 'completed');
  await updateService(device.replica, service, { price: 35, currency: 'BGN' });
  const calls = device.writes.length;
  const done = await next(await rowOf(was.id));
  expect(device.writes).toHaveLength(calls + 1);
  const [id = ''] = done?.made ?? [];
  expect(await rowOf(id)).toMatchObject({
    ...{ client_id: client, service_id: service, resource_id: 'ana', price: 35, status: 'booked', notes: null },
    ...{ start_time: at(900, 28), end_time: at(945, 28), series_id: null, visit_id: null, title: 'Подстригване' },
  });

  await undoSave(device.replica, { was: [], is: await bookingsNow(device.replica, [id]) });
  expect(await rowNow(device.replica, 'events', id)).toBeNull();
  expect(await rowOf(was.id)).toMatchObject({ status: 'completed', series_id: null });
});

test('a visit comes again whole, where all of it has room', async () => {
  const legs = [
    { resource_id: 'ana', service_id: service, start_time: at(900), end_time: at(960) },
    { resource_id: 'eva', service_id: service, start_time: at(930), end_time: at(960) },
  ];
  const [first = '', second = ''] = await addVisit(device.replica, { client_id: client, legs });
  await addEvent(device.replica, {
    ...{ type: 'blocking', resource_id: 'eva', start_time: at(930, 28), end_time: at(960, 28) },
  });
  const done = await next(await rowOf(second));
  const made = await Promise.all((done?.made ?? []).map(rowOf));
  expect(made).toHaveLength(2);
  expect(made.map((row) => [row.resource_id, zonedParts(row.start_time, ZONE).minute])).toEqual([
    ['ana', 870],
    ['eva', 900],
  ]);
  expect(new Set(made.map(({ visit_id }) => visit_id))).toEqual(new Set([made[0]?.id]));
  expect(made[0]?.visit_id).not.toBe(first);
});

test('where there is no such place nothing is written, and what was wished for is known', async () => {
  const was = await book(900);
  for (let day = 25; day <= 31; day += 1)
    await addEvent(device.replica, {
      ...{ type: 'blocking', resource_id: 'ana', start_time: at(0, day), end_time: at(1439, day) },
    });
  const calls = device.writes.length;
  expect(await next(was)).toMatchObject({
    made: [],
    client,
    wish: { date: addDays(DAY, 28), minute: 900 },
    legs: [{ id: was.id }],
  });
  expect(device.writes).toHaveLength(calls);
});

test('it is for the one with whom a client was merged, and for nobody where the client is gone', async () => {
  const was = await book(900);
  const kept = await createClient(device.replica, { name: 'Емил Драгнев' });
  await mergeClients(device.replica, kept, client);
  const done = await next(was, 2);
  expect(await rowOf(done?.made[0] ?? '')).toMatchObject({ client_id: kept });
  await deleteClient(device.replica, kept);
  expect(await next(was, 3)).toBeNull();
});

test('it is never on a closed day, outside the opening hours, nor where the room of its service is full', async () => {
  const was = await book(900);
  const room = { id: 'basin', name: 'Мивка', count: 1 };
  const offer = { ...salon().offer, rooms: new Map([[service, room]]) };
  const fourWeeks = addDays(DAY, 28);
  const open = salonDaysOf(openingHoursText([{ weekday: weekdayOf(DAY), start: '10:00', end: '15:00' }]), null);
  const placeOf = async (of: Partial<NextTimeSalon>) => {
    const [id] = (await next(was, 4, of))?.made ?? [];
    if (id === undefined) return null;
    const { start_time } = await rowOf(id);
    await deleteEvent(device.replica, id);
    return zonedParts(start_time, ZONE);
  };
  // Eva washes somebody at that hour; Ana is free.
  await addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'eva', client_id: client, service_id: service },
    ...{ start_time: at(900, 28), end_time: at(960, 28) },
  });
  expect(await placeOf({})).toMatchObject({ date: fourWeeks, minute: 900 });
  expect(await placeOf({ offer })).toMatchObject({ date: fourWeeks, minute: 855 });
  expect(await placeOf({ open })).toMatchObject({ date: fourWeeks, minute: 855 });
  const closed = salonDaysOf(null, closedDaysText([{ kind: 'dates', from: fourWeeks, to: fourWeeks, name: '' }]));
  expect(await placeOf({ open: closed })).toBeNull();
});

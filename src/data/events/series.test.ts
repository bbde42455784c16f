import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeClients } from '#data/clients/client-merge.commands.ts';
import { addClient } from '#data/clients.commands.ts';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { rowNow } from '#data/row-writes.ts';
import { addService, updateService } from '#data/services.commands.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { repeatsOf } from '#domain/booking/repeat.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { weekdayOf } from '#domain/time/time.ts';
import { addLegs } from './add-legs.test-support.ts';
import { addEvent, updateEvent } from './events.commands.ts';
import { nearFreeSlots$, nextFreeSlots$, type SlotQuestion } from './free-slots.queries.ts';
import { addRepeats, deleteWithLater, takeBackRepeats } from './series.commands.ts';
import { laterRepeats$ } from './series.queries.ts';
import { undoDeleteVisit } from './visit-edits.ts';
import { addVisit, moveVisit } from './visits.commands.ts';

const ZONE = 'Europe/Sofia';
const DAY = '2026-11-18';
/** Before any of the bookings. */
const NOW = '2026-11-18T06:00:00.000Z';
let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const at = (hour: number, day = 18) => new Date(Date.UTC(2026, 10, day, hour - 2)).toISOString();
async function book(hour: number, day = 18, service: string | null = 's') {
  const times = { start_time: at(hour, day), end_time: at(hour + 1, day) };
  const id = await addEvent(device.replica, {
    type: 'appointment',
    resource_id: 'r',
    client_id: 'c',
    service_id: service,
    ...times,
  });
  const row = await rowNow(device.replica, 'events', id);
  if (!row) throw new Error('not booked');
  return row;
}

test('repeats are ordinary events of one series, written in one call at today’s price, and taken back in one', async () => {
  const service = await addService(device.replica, { name_bg: 'Подстригване', price: 30, currency: 'BGN', duration: 60 });
  const was = await book(10, 18, service);
  await updateService(device.replica, service, { price: 35, currency: 'BGN' });
  const calls = device.writes.length;
  const repeats = repeatsOf(was, { everyWeeks: 2, end: { count: 3 } }, ZONE, was.start_time);
  const series = await addRepeats(device.replica, was, repeats);
  expect(device.writes).toHaveLength(calls + 1);
  const rows = await Promise.all(series.made.map(({ id }) => stored(device.replica, 'events', id)));
  expect(rows.map((row) => row?.start_time)).toEqual(repeats.map(({ start_time }) => start_time));
  const first = await stored(device.replica, 'events', was.id);
  expect(first?.series_id).toEqual(expect.any(String));
  for (const row of rows) {
    expect(row).toMatchObject({ client_id: 'c', status: 'booked', arrived_at: null, price: 35, series_id: first?.series_id });
  }

  await takeBackRepeats(device.replica, series);
  expect(device.writes).toHaveLength(calls + 2);
  expect(await Promise.all(series.made.map(({ id }) => rowNow(device.replica, 'events', id)))).toEqual([null, null, null]);
  expect(await stored(device.replica, 'events', was.id)).toMatchObject({ series_id: null, deleted: false, price: 30 });
});

test('of a visit that has begun no service is deleted with a booking before it', async () => {
  const legs = [10, 11].map((hour) => ({ resource_id: 'r', service_id: 's', start_time: at(hour), end_time: at(hour + 1) }));
  const [id = ''] = await addVisit(device.replica, { client_id: 'c', legs });
  const was = await rowNow(device.replica, 'events', id);
  if (!was) throw new Error('not booked');
  await addRepeats(device.replica, was, repeatsOf(was, { everyWeeks: 1, end: { count: 1 } }, ZONE, was.start_time));
  const gone = await deleteWithLater(device.replica, id, new Date(Date.UTC(2026, 10, 25, 8, 30)).toISOString());
  expect(gone.map(({ start_time }) => start_time)).toEqual([at(10), at(11)]);
});

test('what somebody has changed of the repeats since is left when they are taken back, and that is said', async () => {
  const was = await book(10);
  const series = await addRepeats(
    device.replica,
    was,
    repeatsOf(was, { everyWeeks: 1, end: { count: 3 } }, ZONE, was.start_time),
  );
  const [moved, completed, untouched] = series.made.map(({ id }) => id) as [string, string, string];
  await addLegs(device.replica, moved, [{ resource_id: 'r', service_id: 's', start_time: at(12), end_time: at(13) }]);
  await updateEvent(device.replica, completed, { status: 'completed' });
  expect(await takeBackRepeats(device.replica, series)).toBe('partly');
  const standing = await Promise.all([moved, completed, untouched].map((id) => rowNow(device.replica, 'events', id)));
  expect(standing.map((row) => row !== null)).toEqual([true, true, false]);
  expect((await stored(device.replica, 'events', was.id))?.series_id).toEqual(expect.any(String));
  expect(await takeBackRepeats(device.replica, series)).toBe('changed');
});

test('repeats of a visit that was moved meanwhile are on the days that were shown, its services as far apart as they are now', async () => {
  const legs = [10, 11].map((hour) => ({ resource_id: 'r', service_id: 's', start_time: at(hour), end_time: at(hour + 1) }));
  const [id = ''] = await addVisit(device.replica, { client_id: 'c', legs });
  const was = await rowNow(device.replica, 'events', id);
  if (!was) throw new Error('not booked');
  const repeats = repeatsOf(was, { everyWeeks: 1, end: { count: 1 } }, ZONE, was.start_time);
  await moveVisit(device.replica, id, { resource_id: 'r', start_time: at(10, 20), end_time: at(11, 20) });
  const { made } = await addRepeats(device.replica, was, repeats);
  expect(made.map(({ start_time }) => start_time)).toEqual([at(10, 25), at(11, 25)]);
});

test('a second repetition of a series joins it, and taking that back leaves the first', async () => {
  const was = await book(10);
  await addRepeats(device.replica, was, repeatsOf(was, { everyWeeks: 1, end: { count: 1 } }, ZONE, was.start_time));
  const again = await rowNow(device.replica, 'events', was.id);
  if (!again) throw new Error('gone');
  const more = await addRepeats(
    device.replica,
    again,
    repeatsOf(was, { everyWeeks: 5, end: { count: 1 } }, ZONE, was.start_time),
  );
  expect(more.marked).toEqual([]);
  await takeBackRepeats(device.replica, more);
  expect(await stored(device.replica, 'events', was.id)).toMatchObject({ series_id: again.series_id });
});

test('a booking is deleted with what comes after it in its series, in one call, and all of it comes back', async () => {
  const [id = ''] = await addVisit(device.replica, {
    client_id: 'c',
    legs: [10, 11].map((hour) => ({ resource_id: 'r', service_id: 's', start_time: at(hour), end_time: at(hour + 1) })),
  });
  const first = await rowNow(device.replica, 'events', id);
  if (!first) throw new Error('not booked');
  const made = await addRepeats(device.replica, first, repeatsOf(first, { everyWeeks: 1, end: { count: 3 } }, ZONE, at(10)));
  const repeated = made.made.map((event) => event.id);
  const [second = '', , third = '', , fourth = ''] = repeated;
  await updateEvent(device.replica, fourth, { status: 'cancelled' });
  const row = await rowNow(device.replica, 'events', second);
  if (!row) throw new Error('not repeated');
  expect((await seen(laterRepeats$(device.replica, row, NOW))).map((event) => event.visit_id)).toEqual([third, third, fourth]);

  const calls = device.writes.length;
  const gone = await deleteWithLater(device.replica, second, NOW);
  expect(device.writes.slice(calls).map((call) => call.length)).toEqual([5]);
  const standing = async () => {
    const rows = await Promise.all([id, ...repeated].map((one) => rowNow(device.replica, 'events', one)));
    return rows.map((event) => event !== null);
  };
  expect(await standing()).toEqual([true, false, false, false, false, true, false]);
  await undoDeleteVisit(device.replica, gone);
  expect(await standing()).toEqual(Array(7).fill(true));
});

test('a repeat that was given to another client is not deleted with the booking before it', async () => {
  const { replica } = device;
  const [mira, twin, ana] = [
    await addClient(replica, { first_name: 'Мира', last_name: 'Радева' }),
    await addClient(replica, { first_name: 'Мирослава', last_name: 'Радева' }),
    await addClient(replica, { first_name: 'Ана', last_name: 'Радева' }),
  ];
  const booking = await book(10);
  await updateEvent(replica, booking.id, { client_id: mira });
  const { made } = await addRepeats(
    replica,
    booking,
    repeatsOf(booking, { everyWeeks: 1, end: { count: 3 } }, ZONE, booking.start_time),
  );
  const [given = '', kept = '', merged = ''] = made.map(({ id }) => id);
  await updateEvent(replica, given, { client_id: ana });
  await updateEvent(replica, kept, { client_id: mira });
  await updateEvent(replica, merged, { client_id: twin });
  await mergeClients(replica, mira, twin);
  const gone = await deleteWithLater(replica, booking.id, NOW);
  expect(gone.map(({ id }) => id)).toEqual([booking.id, kept, merged]);
});

test('what has begun is not deleted with a booking before it, also where nobody has said that it is done', async () => {
  const was = await book(10);
  const { made } = await addRepeats(
    device.replica,
    was,
    repeatsOf(was, { everyWeeks: 1, end: { count: 2 } }, ZONE, was.start_time),
  );
  const gone = await deleteWithLater(device.replica, was.id, at(10, 25));
  expect(gone.map(({ id }) => id)).toEqual([was.id, made[1]?.id]);
});

test('nothing comes after a booking that was never repeated', async () => {
  expect(await seen(laterRepeats$(device.replica, await book(10)))).toEqual([]);
});

const ask = (more: Partial<SlotQuestion> = {}): SlotQuestion => ({
  date: DAY,
  minutes: 60,
  weekly: new Map([[weeklyKey('r', weekdayOf(DAY)), [{ start: '09:00', end: '12:00' }]]]),
  resourceIds: ['r'],
  zone: ZONE,
  open: null,
  rooms: undefined,
  interval: 60,
  now: () => Date.parse(at(9)),
  ...more,
});

test('the next free slots pass over a day on which the salon is closed', async () => {
  const rules = { count: 4, perDay: 4, apart: 30 };
  const open = salonDaysOf(null, JSON.stringify([['dates', DAY, DAY, 'Ремонт']]));
  const { slots } = await seen(nextFreeSlots$(device.replica, ask({ open }), rules));
  expect(slots.map(({ start }) => start).slice(0, 2)).toEqual([at(9, 25), at(10, 25)]);
});

test('the next free slots go on to later weeks until there are enough, and follow what is booked', async () => {
  await book(9);
  const rules = { count: 4, perDay: 4, apart: 30 };
  const first = await seen(nextFreeSlots$(device.replica, ask(), rules));
  expect(first.slots.map(({ start }) => start)).toEqual([at(10), at(11), at(9, 25), at(10, 25)]);
  await book(10);
  const then = await seen(nextFreeSlots$(device.replica, ask(), rules), ({ slots }) => slots[0]?.start !== at(10));
  expect(then.slots.map(({ start }) => start)).toEqual([at(11), at(9, 25), at(10, 25), at(11, 25)]);
});

test('a search without an end says how far it has looked', async () => {
  const rules = { count: 1, perDay: 1, apart: 30 };
  expect(await seen(nextFreeSlots$(device.replica, ask({ weekly: new Map() }), rules))).toEqual({
    slots: [],
    until: '2027-01-12',
  });
});

test('the nearest free slots leave out the booking itself, and there are none in the past', async () => {
  const was = await book(10);
  const wish = { resourceId: 'r', start: was.start_time };
  const own = await seen(nearFreeSlots$(device.replica, ask({ without: was.id }), wish, 3));
  expect(own.map(({ start }) => start)).toEqual([at(10), at(11), at(9)]);
  const later = await seen(nearFreeSlots$(device.replica, ask({ now: () => Date.parse(at(9, 20)) }), wish, 3));
  expect(later).toEqual([]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { insideOf } from '#data/inside-replica.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { instantOf } from '#domain/time/time.ts';
import { bookedWhileClosed$ } from './closed-bookings.queries.ts';

const ZONE = 'Europe/Sofia';
const NOW = '2026-11-20T06:00:00.000Z';
let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const at = (date: string, hour: number) => instantOf(date, hour * 60, ZONE);
const booking = (id: string, date: string, hour: number, more: object = {}) =>
  changeOf('events', id, {
    ...{ resource_id: 'maria', type: 'appointment', status: 'booked', title: id },
    ...{ start_time: at(date, hour), end_time: at(date, hour + 1), ...more },
  });

test('the appointments for which the salon is not open are those to come, without an additional shift, in order', async () => {
  const shift = (weekday: number) =>
    changeOf('employee_weekly_shifts', `maria/${weekday}/0`, {
      ...{ resource_id: 'maria', weekday, start_time: '08:00', end_time: '20:00', intervals: '[["08:00","20:00"]]' },
    });
  const extra = changeOf('employee_day_overrides', 'maria/2026-12-25/0', {
    ...{ resource_id: 'maria', date: '2026-12-25', type: 'additional_shift', start_time: '10:00', end_time: '12:00' },
    intervals: '[["10:00","12:00","additional_shift"]]',
  });
  await insideOf(device.replica).write([
    ...[0, 1, 2, 3, 4, 5, 6].map(shift),
    extra,
    booking('late', '2026-12-24', 10),
    booking('early', '2026-11-23', 8),
    booking('open', '2026-11-23', 12),
    booking('long', '2026-11-24', 18, { end_time: at('2026-11-24', 20) }),
    booking('overrun', '2026-11-25', 18, { end_time: at('2026-11-25', 21) }),
    booking('past', '2026-11-16', 8),
    booking('cancelled', '2026-12-24', 12, { status: 'cancelled' }),
    booking('block', '2026-12-24', 13, { type: 'blocking', status: null }),
    booking('meant', '2026-12-25', 10),
  ]);
  const open = salonDaysOf(
    JSON.stringify([1, 2, 3, 4, 5].map((weekday) => [weekday, '09:00', '19:00'])),
    '[["holiday","christmas-eve"],["holiday","christmas"]]',
  );
  const ids = async (days: typeof open) => (await seen(bookedWhileClosed$(device.replica, days, ZONE, NOW))).map(({ id }) => id);
  expect(await ids(open)).toEqual(['early', 'long', 'overrun', 'late']);
  expect(await ids(null)).toEqual([]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { replaceWeeklyShifts } from '#data/shifts.commands.ts';
import { instantOf } from '#domain/time/time.ts';
import { addEvent } from './events.commands.ts';
import { leftOffShift } from './off-shift.queries.ts';

const ZONE = 'Europe/Sofia';
const MONDAY = '2026-11-23';
const NOW = '2026-11-18T08:40:00.000Z';
const tenToNoon = [{ start: '10:00', end: '12:00' }];
let device: Device;

beforeEach(async () => {
  device = await openDevice();
  device.server.put('salons', String(SALON_ID), { timezone: ZONE });
  device.server.online = true;
  await device.replica.syncNow();
  await replaceWeeklyShifts(device.replica, 'maria', 1, [{ start: '09:00', end: '17:00' }]);
});
afterEach(() => device.replica.close());

const book = (date: string, hour: number, resource_id = 'maria') =>
  addEvent(device.replica, {
    ...{ type: 'appointment', resource_id, client_id: 'c', service_id: 's', notes: null },
    ...{ start_time: instantOf(date, hour * 60, ZONE), end_time: instantOf(date, hour * 60 + 60, ZONE) },
  });

test('a change of shifts says how many appointments to come it leaves off shift, for a date and for every week', async () => {
  await book(MONDAY, 10);
  await book(MONDAY, 15);
  await book('2026-11-30', 15);
  await book('2026-11-16', 15); // past
  await book(MONDAY, 18); // off shift already
  await book(MONDAY, 15, 'ivaylo');
  const left = (set: Parameters<typeof leftOffShift>[1][number]) => leftOffShift(device.replica, [set], NOW);
  expect(await left({ resourceId: 'maria', weekday: 1, rows: tenToNoon })).toBe(2);
  const off = [{ start: '12:00', end: '17:00', type: 'time_off' as const }];
  expect(await left({ resourceId: 'maria', date: MONDAY, rows: off })).toBe(1);
  expect(await left({ resourceId: 'maria', weekday: 2, rows: tenToNoon })).toBe(0);
  expect(await left({ resourceId: 'ivaylo', weekday: 1, rows: tenToNoon })).toBe(0);
});

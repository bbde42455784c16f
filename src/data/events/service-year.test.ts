import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { serviceYear$ } from './client-visits.ts';
import { addEvent, deleteEvent, setStatus } from './events.commands.ts';

const ZONE = 'Europe/Sofia';
let device: Device;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T08:40:00.000Z') });
  device = await openDevice();
});
afterEach(async () => {
  await device.replica.close();
  vi.useRealTimers();
});

const book = (start_time: string, service_id = 'cut') => {
  const end_time = new Date(Date.parse(start_time) + 3_600_000).toISOString();
  return addEvent(device.replica, { type: 'appointment', resource_id: 'r', client_id: 'c', service_id, start_time, end_time });
};

test('a service counts the year’s bookings by the salon’s clock, also nobody’s, and of them those to come; no cancelled one', async () => {
  await book('2026-01-05T10:00:00.000Z');
  await device.replica.write([changeOf('events', await book('2026-02-05T10:00:00.000Z'), { client_id: null })]);
  await book('2025-12-31T22:30:00.000Z'); // half past midnight in Sofia
  await book('2025-12-31T10:00:00.000Z');
  await book('2026-12-01T10:00:00.000Z');
  await book('2026-12-31T22:30:00.000Z'); // next year already
  await book('2026-03-05T10:00:00.000Z', 'dye');
  await setStatus(device.replica, { id: await book('2026-04-05T10:00:00.000Z') }, 'no-show');
  await setStatus(device.replica, { id: await book('2026-12-02T10:00:00.000Z') }, 'cancelled');
  await deleteEvent(device.replica, await book('2026-05-05T10:00:00.000Z'));
  expect(await seen(serviceYear$(device.replica, 'cut', ZONE))).toEqual({ booked: 5, coming: 1, since: null });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { clientVisits$ } from './client-visits.ts';
import { addEvent, deleteEvent, setStatus } from './events.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const DAY_MS = 86_400_000;
const book = (daysFromNow: number, client_id: string | null = 'c', type: 'appointment' | 'blocking' = 'appointment') => {
  const at = Date.now() + daysFromNow * DAY_MS;
  const times = { start_time: new Date(at).toISOString(), end_time: new Date(at + 3_600_000).toISOString() };
  return addEvent(device.replica, { type, resource_id: 'r', client_id, service_id: 's', title: 'Подстригване', ...times });
};
const C = { id: 'c', created_at: null };
const visits = (of: { id: string; created_at: string | null } = C) => seen(clientVisits$(device.replica, of));

test('a client came to what is over and neither cancelled nor missed, however long ago; what is still to come is no visit', async () => {
  await book(-1);
  await book(-300);
  await book(-900);
  await book(+2);
  await book(-2, 'another');
  await book(-3, null, 'blocking');
  await setStatus(device.replica, { id: await book(-4) }, 'completed');
  await setStatus(device.replica, { id: await book(-5) }, 'cancelled');
  await setStatus(device.replica, { id: await book(-6) }, 'no-show');
  await deleteEvent(device.replica, await book(-7));
  expect(await visits()).toEqual({ came: 4, noShows: 1, since: null });
});

test('a visit of several services counts once, and is no no-show where they came to one of them', async () => {
  const legs = await Promise.all([book(-1), book(-1), book(-2), book(-2)]);
  const visit = (at: number, of: number) => changeOf('events', legs[at] ?? '', { visit_id: legs[of] ?? '', visit_pos: at });
  await device.replica.write([visit(0, 0), visit(1, 0), visit(2, 2), visit(3, 2)]);
  for (const at of [1, 2, 3]) await setStatus(device.replica, { id: legs[at] ?? '' }, 'no-show');
  expect(await visits()).toEqual({ came: 1, noShows: 1, since: null });
});

test('the count follows what changes, from here or elsewhere', async () => {
  const id = await book(-1);
  expect(await visits()).toEqual({ came: 1, noShows: 0, since: null });
  await setStatus(device.replica, { id }, 'no-show');
  await seen(clientVisits$(device.replica, C), ({ came, noShows }) => came === 0 && noShows === 1);
  await book(-2);
  await seen(clientVisits$(device.replica, C), ({ came }) => came === 1);
});

test('the visits of a merged duplicate are the visits of whom it was merged into', async () => {
  await device.replica.write([changeOf('clients', 'c', { name: 'Мария' })]);
  await device.replica.write([changeOf('clients', 'twin', { name: 'Мария', merged_into: 'c' })]);
  await book(-1);
  await book(-2, 'twin');
  expect(await visits()).toEqual({ came: 2, noShows: 0, since: null });
});

test('a merge that comes while the visits are looked at moves them, and taking it back moves them back', async () => {
  await device.replica.write([changeOf('clients', 'c', { name: 'Мария' }), changeOf('clients', 'twin', { name: 'Мария' })]);
  await book(-1);
  await book(-2, 'twin');
  expect(await visits()).toEqual({ came: 1, noShows: 0, since: null });
  await device.replica.write([changeOf('clients', 'twin', { merged_into: 'c' })]);
  await seen(clientVisits$(device.replica, C), ({ came }) => came === 2);
  await device.replica.write([changeOf('clients', 'twin', { merged_into: null })]);
  await seen(clientVisits$(device.replica, C), ({ came }) => came === 1);
});

test('of a client who is older than what the device keeps it is said from when on their visits are counted', async () => {
  device.server.online = true;
  await device.replica.syncNow();
  const horizon = await seen(device.replica.horizon$, (at) => at !== null);
  const older = { id: 'c', created_at: '2020-01-01T00:00:00.000Z' };
  expect((await visits(older)).since).toBe(horizon);
  expect((await visits({ id: 'c', created_at: new Date().toISOString() })).since).toBeNull();
});

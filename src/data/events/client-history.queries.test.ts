import type { Subscription } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { type ClientHistory, clientHistory$, forgetHistory } from './client-history.queries.ts';
import { addEvent } from './events.commands.ts';

const DAY_MS = 86_400_000;
const at = (days: number, hours = 0) => new Date(Date.now() + days * DAY_MS + hours * 3_600_000).toISOString();
/** Before every device's horizon. */
const OLD = -800;

let device: Device;
const following: Subscription[] = [];
beforeEach(async () => {
  device = await openDevice();
  const { server } = device;
  server.put('resources', 'maria', { name: 'Мария', role: 'employee', deleted: true });
  server.put('services', 'cut', { name: 'Подстригване', deleted: true });
  server.put('clients', 'anna', { first_name: 'Анна' });
  server.put('clients', 'twin', { first_name: 'Ана', merged_into: 'anna' });
  server.put('clients', 'other', { first_name: 'Вера' });
  old('old', 'anna');
  old('of-twin', 'twin', OLD - 20);
  old('of-other', 'other');
});
afterEach(async () => {
  for (const subscription of following.splice(0)) subscription.unsubscribe();
  await device.replica.close();
});

function old(id: string, client_id: string, days = OLD) {
  device.server.put('events', id, {
    ...{ resource_id: 'maria', client_id, service_id: 'cut', status: 'completed' },
    start_time: at(days),
    end_time: at(days, 1),
  });
}
const book = (days: number, client_id: string) =>
  addEvent(device.replica, {
    type: 'appointment',
    resource_id: 'maria',
    client_id,
    service_id: 'cut',
    start_time: at(days),
    end_time: at(days, 1),
  });
async function online() {
  device.server.online = true;
  await device.replica.syncNow();
}
const ids = ({ events }: ClientHistory) => events.map(({ id }) => id).sort();
const read = ({ older }: ClientHistory) => older.phase === 'read';

test('what lies here and what is older than that is one history, of the client and the merged duplicates alone', async () => {
  await online();
  const [past, coming, cancelled] = [await book(-1, 'anna'), await book(3, 'twin'), await book(-5, 'anna')];
  await device.replica.write([changeOf('events', cancelled, { status: 'cancelled' })]);
  await book(-1, 'other');
  const history = await seen(clientHistory$(device.replica, 'anna'), read);
  expect(ids(history)).toEqual([past, coming, cancelled, 'old', 'of-twin'].sort());
  expect([...history.onlyRead].sort()).toEqual(['of-twin', 'old']);
  expect([history.services.get('cut')?.name, history.resources.get('maria')?.name]).toEqual(['Подстригване', 'Мария']);
});

test('the years of one client come in a few answers, not in one for each week', async () => {
  await online();
  device.server.reads.length = 0;
  await seen(clientHistory$(device.replica, 'other'), read);
  expect(device.server.reads.length).toBeLessThan(5);
});

test('without a line what was read before stays, and it is said that it may lack something', async () => {
  await online();
  await seen(clientHistory$(device.replica, 'anna'), read);
  device.server.online = false;
  await device.replica.syncNow();
  const kept = await seen(clientHistory$(device.replica, 'anna'), ({ older }) => older.phase === 'failed');
  expect(ids(kept)).toEqual(['of-twin', 'old']);
  expect(kept.older.readAt).not.toBeNull();
  const unread = await seen(clientHistory$(device.replica, 'other'), ({ older }) => older.phase === 'failed');
  expect([ids(unread), unread.older.readAt, unread.older.before === null]).toEqual([[], null, false]);
  forgetHistory(device.replica, 'anna');
  const forgotten = await seen(clientHistory$(device.replica, 'anna'), ({ older }) => older.phase === 'failed');
  expect(ids(forgotten)).toEqual([]);
});

test('is read by itself once the line is back', async () => {
  await online();
  device.server.online = false;
  await device.replica.syncNow();
  const phases: string[] = [];
  let newest: ClientHistory | undefined;
  following.push(
    clientHistory$(device.replica, 'anna').subscribe((history) => {
      newest = history;
      phases.push(history.older.phase);
    }),
  );
  await vi.waitFor(() => expect(phases).toEqual(['failed']));
  await online();
  await vi.waitFor(() => expect(phases.at(-1)).toBe('read'));
  expect(newest && ids(newest)).toEqual(['of-twin', 'old']);
});

test('a booking that was moved here from behind the horizon is shown as it stands here', async () => {
  await online();
  await device.replica.write([
    changeOf('events', 'old', {
      resource_id: 'maria',
      client_id: 'anna',
      service_id: 'cut',
      start_time: at(2),
      end_time: at(2, 1),
    }),
  ]);
  const history = await seen(clientHistory$(device.replica, 'anna'), read);
  expect(history.events.find(({ id }) => id === 'old')?.start_time.slice(0, 10)).toBe(at(2).slice(0, 10));
  expect(history.onlyRead.has('old')).toBe(false);
});

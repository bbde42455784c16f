/** Two devices of one salon make the walk-in while both are offline: as the app does it, against the real SQL. */
import { expect, it } from 'vitest';
import { clientsById$ } from '#data/clients.queries.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { seen, stored } from '#data/replica.test-support.ts';
import { WALK_IN } from '#domain/people/walk-in.ts';
import type { Language } from '#schemas/constants.ts';
import { type DeviceName, on } from './app-devices.ts';
import { salon, sqlStories } from './sql-stories.ts';

sqlStories();

const book = (device: DeviceName, hour: number, language: Language) =>
  on(device, 'offline', async (replica) => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, hour, minute)).toISOString();
    const times = { start_time: at(0), end_time: at(30) };
    const booking = { type: 'appointment' as const, resource_id: 'ana', client_id: WALK_IN, service_id: 'cut', ...times };
    await addEvent(replica, booking, undefined, language);
  });
const standing = async (table: 'clients' | 'events') => (await salon.rows(table)).filter(({ deleted }) => deleted !== true);

it.each([
  ['tablet', 'phone'],
  ['phone', 'tablet'],
] as const)('there is one client for both visits, and nothing to decide, where the %s has a line first', async (first, then) => {
  await on('tablet', 'online', async () => undefined);
  await on('phone', 'online', async () => undefined);
  await book('tablet', 8, 'bg');
  await book('phone', 9, 'en');
  for (const device of [first, then, first])
    await on(device, 'online', async (replica) => {
      await replica.syncNow();
      expect(await seen(replica.issues$)).toEqual([]);
    });
  const walkIns = (await standing('clients')).filter(({ name }) => name === 'Гост');
  expect(walkIns.map(({ id }) => id)).toEqual([WALK_IN]);
  expect((await standing('events')).map(({ client_id }) => client_id)).toEqual([WALK_IN, WALK_IN]);
  for (const device of ['tablet', 'phone'] as const)
    await on(device, 'offline', async (replica) => {
      expect([...(await seen(clientsById$(replica, [WALK_IN]))).keys()]).toEqual([WALK_IN]);
      expect(await stored(replica, 'clients', WALK_IN)).toMatchObject({ name: 'Гост', first_name: 'Гост', pending: 0 });
    });
});

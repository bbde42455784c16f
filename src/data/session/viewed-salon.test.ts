// @vitest-environment happy-dom
/** The rows that an administrator reads and writes while viewing a salon: from the choice to the request. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { dayEvents$ } from '#data/events/events.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { employees$ } from '#data/resources.queries.ts';
import { serviceGroups$ } from '#data/services.queries.ts';
import { weeklySets$ } from '#data/shifts.queries.ts';
import { keepReplica, type ReplicaKeeper } from './session-replica.ts';
import { freshBrowsers, server, signedInTab, stateOf } from './session-tabs.test-support.ts';

freshBrowsers();

const OWN = 3;
const VIEWED = 12;
const ZONE = 'Europe/Sofia';
let devices: Map<number, Device>;
let keeper: ReplicaKeeper | undefined;

afterEach(() => keeper?.stop());

/** Each salon has one row of a table, which says whose it is. */
async function open(userId: string, salonId: number) {
  const device = await openDevice({ userId, salonId });
  devices.set(salonId, device);
  vi.spyOn(device.server, 'pull');
  vi.spyOn(device.server, 'push');
  const name = `of ${salonId}`;
  device.server.put('clients', 'c', { name, first_name: 'of', last_name: String(salonId) });
  device.server.put('service_groups', 'g', { name });
  device.server.put('resources', 'r', { name, role: 'employee', active: true });
  const hours = { weekday: 3, start_time: `${salonId < 10 ? '0' : ''}${salonId}:00`, end_time: '18:00' };
  device.server.put('employee_weekly_shifts', 'r/3/0', { resource_id: 'r', ...hours });
  const times = { start_time: '2026-11-18T08:00:00.000Z', end_time: '2026-11-18T09:00:00.000Z' };
  device.server.put('events', 'e', { type: 'blocking', title: name, resource_id: 'r', ...times });
  device.server.online = true;
  await device.replica.syncNow();
  return device.replica;
}

const shownOf = async (replica: OpenReplica) => {
  const named = (rows: readonly { name: string | null }[]) => rows.map(({ name }) => name);
  return {
    clients: named(await seen(clients$(replica), (rows) => rows.length > 0)),
    groups: named(await seen(serviceGroups$(replica), (rows) => rows.length > 0)),
    employees: named(await seen(employees$(replica), (rows) => rows.length > 0)),
    shifts: [...(await seen(weeklySets$(replica), (sets) => sets.size > 0)).values()].flat().map(({ start }) => start),
    events: (await seen(dayEvents$(replica, '2026-11-18', ZONE), (rows) => rows.length > 0)).map(({ title }) => title),
  };
};
const all = (name: string, from: string) => ({
  ...{ clients: [name], groups: [name], employees: [name] },
  ...{ shifts: [from], events: [name] },
});

test('its clients, service groups, employees, shifts and appointments take the place of the own salon’s, and what is written is its own', async () => {
  devices = new Map();
  server.role = 'admin';
  const tab = await signedInTab();
  const opened = (salonId: number) =>
    vi.waitFor(() => {
      const { replica } = stateOf(tab);
      expect(replica?.salonId).toBe(salonId);
      return replica as OpenReplica;
    });
  keeper = keepReplica(tab, open);
  expect(await shownOf(await opened(OWN))).toEqual(all('of 3', '03:00'));

  tab.viewSalon(VIEWED);
  const viewed = await opened(VIEWED);
  expect(await shownOf(viewed)).toEqual(all('of 12', '12:00'));
  await addClient(viewed, { first_name: 'Нова', last_name: 'Клиентка' });
  await viewed.syncNow();
  const asked = (salonId: number, call: 'pull' | 'push') =>
    vi.mocked(devices.get(salonId)?.server[call] as Device['server']['pull']).mock.calls.map(([salon]) => salon);
  expect(new Set(asked(VIEWED, 'pull'))).toEqual(new Set([VIEWED]));
  expect(asked(VIEWED, 'push')).toEqual([VIEWED]);
  expect(asked(OWN, 'push')).toEqual([]);

  tab.viewSalon(null);
  expect(await shownOf(await opened(OWN))).toEqual(all('of 3', '03:00'));
});

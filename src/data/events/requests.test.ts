import { afterEach, beforeEach, expect, test } from 'vitest';
import { becomes, type Device, follow, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { addMinutes } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { undoEdit } from './event-edits.ts';
import { addEvent, pressEventStatus, setStatus } from './events.commands.ts';
import { declineAndRemove, undoRemoved } from './requests.commands.ts';
import { confirmationLeft$, requests$ } from './requests.queries.ts';
import { cancelSeveral, confirmSeveral, undoSeveral } from './several.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const at = (minute: number) => new Date(Date.UTC(2030, 10, 18, 8, minute)).toISOString();
const UNTIL = at(-60);
const ID = '0190f000-0000-7000-8000-000000000001';
const CLIENT = `${ID}/client`;
const row = async (id: string) => (await stored(device.replica, 'events', id)) as LocalRow<'events'>;

/** The server makes a request of two services, and its client, and the device hears of it. */
async function requested(id = ID, client_id = `${id}/client`): Promise<readonly [string, string]> {
  const both = [id, `${id}/b`] as const;
  device.server.put('clients', client_id, { name: 'Ива Колева', phone: '+359888123456' });
  for (const [place, leg] of both.entries())
    device.server.put('events', leg, {
      ...{ type: 'appointment', resource_id: 'ana', client_id, service_id: 's', title: 'x', status: 'booked' },
      ...{ start_time: at(place * 30), end_time: at(place * 30 + 30), visit_id: id, visit_pos: place },
      ...{ source: 'online', requested_until: UNTIL },
    });
  await synced();
  return both;
}
async function synced(): Promise<void> {
  device.server.online = true;
  await device.replica.syncNow();
  device.server.online = false;
}
const pushed = (id: string) => device.server.pushed.filter((one) => one.id === id).map(({ doc }) => doc);

test('a request is one thing to answer, with all of its visit', async () => {
  const [first, second] = await requested();
  const now = () => Date.parse(at(-120));
  const all = await seen(requests$(device.replica, now, 0), (list) => list.length > 0);
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({ id: first, start: at(0), end: at(60), until: UNTIL });
  expect(all[0]?.legs.map(({ id }) => id)).toEqual([first, second]);
});

test('an answered request, and any other booking, is none', async () => {
  const [first] = await requested();
  await addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'ana', client_id: 'eva', service_id: 's', title: 'x' },
    ...{ start_time: at(90), end_time: at(120) },
  });
  await confirmSeveral(device.replica, [first]);
  expect(await seen(requests$(device.replica, () => Date.parse(at(-120)), 0))).toEqual([]);
});

test('it is confirmed without a line in one call, the whole visit, and nothing else of it is sent', async () => {
  const [first, second] = await requested();
  device.writes.length = 0;
  await confirmSeveral(device.replica, [second]);
  expect(device.writes).toHaveLength(1);
  await synced();
  for (const id of [first, second]) expect(pushed(id)).toEqual([{ requested_until: null }]);
  expect(await row(first)).toMatchObject({ status: 'booked', source: 'online', requested_until: null, pending: 0 });
});

test('a confirmation that has not left is taken back, and nothing is sent', async () => {
  const [first] = await requested();
  const edit = await confirmSeveral(device.replica, [first]);
  expect(await undoSeveral(device.replica, edit)).toBe('undone');
  expect(await row(first)).toMatchObject({ requested_until: UNTIL, pending: 0 });
  await synced();
  expect(pushed(first)).toEqual([]);
});

test.each(['was taken by the server', 'left, and its answer was lost'])('a confirmation that %s stays', async (how) => {
  const both = await requested();
  const [first] = both;
  const edit = await confirmSeveral(device.replica, [first]);
  const left = follow(confirmationLeft$(device.replica, both));
  expect(await row(first)).toMatchObject({ pending: 1, sent: null });
  expect(left.values).toEqual([]);
  device.server.losesReturns = how !== 'was taken by the server';
  await synced().catch(() => undefined);
  device.server.losesReturns = false;
  await expect.poll(() => left.values).toEqual([true]);
  expect(await undoSeveral(device.replica, edit)).toBe('told');
  expect((await row(first)).requested_until).toBeNull();
  await synced();
  expect(pushed(first).map((doc) => doc.requested_until)).not.toContain(UNTIL);
});

test('declined, it is a request again when that is taken back, also after the server has taken it', async () => {
  const [first, second] = await requested();
  const edit = await cancelSeveral(device.replica, [first], at(-90));
  await synced();
  expect(pushed(first)).toEqual([{ status: 'cancelled' }]);
  expect(await undoSeveral(device.replica, edit)).toBe('undone');
  await synced();
  for (const id of [first, second]) expect(await row(id)).toMatchObject({ status: 'booked', requested_until: UNTIL, pending: 0 });
});

test('a client who came has been confirmed: taken back after it has left, only the arrival goes', async () => {
  const [first] = await requested();
  const edit = await pressEventStatus(device.replica, { id: first }, 'arrived', at(0));
  expect(await row(first)).toMatchObject({ arrived_at: at(0), requested_until: null });
  await synced();
  expect(await undoEdit(device.replica, edit)).toBe('told');
  expect(await row(first)).toMatchObject({ arrived_at: null, requested_until: null });
});

test('nobody makes a request of a booking of their own', async () => {
  const id = await addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'ana', client_id: 'eva', service_id: 's', title: 'x' },
    ...{ start_time: at(0), end_time: at(30) },
  });
  await device.replica.write([{ table: 'events', id, change: { requested_until: UNTIL, notes: 'x' } }]);
  expect(await row(id)).toMatchObject({ requested_until: null, notes: 'x' });
});

test('declined and removed, it goes with the client that it made, in one call, and comes back whole', async () => {
  const [first, second] = await requested();
  device.writes.length = 0;
  const removed = await declineAndRemove(device.replica, second);
  expect(device.writes).toHaveLength(1);
  expect(removed.client?.id).toBe(CLIENT);
  await synced();
  expect(pushed(first)).toEqual([{ status: 'cancelled', deleted: true }]);
  expect(pushed(CLIENT)).toEqual([{ deleted: true }]);
  expect(await undoRemoved(device.replica, removed)).toBe('undone');
  await synced();
  for (const id of [first, second])
    expect(await row(id)).toMatchObject({ deleted: false, status: 'booked', requested_until: UNTIL, pending: 0 });
  expect(await stored(device.replica, 'clients', CLIENT)).toMatchObject({ deleted: false, name: 'Ива Колева', pending: 0 });
});

test('taken back before it has left, nothing of it is sent', async () => {
  const [first] = await requested();
  expect(await undoRemoved(device.replica, await declineAndRemove(device.replica, first))).toBe('undone');
  await synced();
  expect(device.server.pushed).toEqual([]);
});

test('the client stays where anything else is booked for them, and where they were known before', async () => {
  const [first] = await requested();
  await addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'ana', client_id: CLIENT, service_id: 's', title: 'x' },
    ...{ start_time: addMinutes(at(0), 1440), end_time: addMinutes(at(30), 1440) },
  });
  expect((await declineAndRemove(device.replica, first)).client).toBeNull();
  expect(await stored(device.replica, 'clients', CLIENT)).toMatchObject({ deleted: false });
  const [other] = await requested('0190f000-0000-7000-8000-000000000002', 'eva');
  expect((await declineAndRemove(device.replica, other)).client).toBeNull();
  expect(await stored(device.replica, 'clients', 'eva')).toMatchObject({ deleted: false });
});

test('whoever may not delete clients removes nothing, and declines alone', async () => {
  const [first] = await requested();
  await becomes(device, 'staff');
  await expect(declineAndRemove(device.replica, first)).rejects.toMatchObject({ name: 'RoleError', table: 'clients' });
  expect(await row(first)).toMatchObject({ deleted: false, status: 'booked' });
  await setStatus(device.replica, { id: first }, 'cancelled');
  expect(await row(first)).toMatchObject({ status: 'cancelled', requested_until: UNTIL });
});

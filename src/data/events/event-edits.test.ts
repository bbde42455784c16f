import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { undoDelete, undoEdit } from './event-edits.ts';
import { addEvent, deleteEvent, moveEvent, pressEventStatus, setStatus } from './events.commands.ts';

let device: Device;
let id: string;
const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour - 2)).toISOString();
const place = (hour: number, resource_id = 'r') => ({ start_time: at(hour), end_time: at(hour + 1), resource_id });
const event = () => stored(device.replica, 'events', id);

beforeEach(async () => {
  device = await openDevice();
  device.server.online = true;
  id = await addEvent(device.replica, { type: 'appointment', client_id: 'c', service_id: 's', title: 'Боя', ...place(10) });
  await device.replica.syncNow();
});
afterEach(() => device.replica.close());

/** Changes an event as another device does; this device then pulls it. */
async function elsewhere(change: object): Promise<void> {
  await device.replica.syncNow();
  device.server.put('events', id, change);
  await device.replica.syncNow();
}

describe('an undo', () => {
  test('puts a moved event back to its time and employee', async () => {
    const edit = await moveEvent(device.replica, id, place(14, 'other'));
    expect(await event()).toMatchObject(place(14, 'other'));
    expect(await undoEdit(device.replica, edit)).toBe('undone');
    expect(await event()).toMatchObject(place(10));
  });

  test('leaves a newer move of another device as it is, and says so', async () => {
    const edit = await moveEvent(device.replica, id, place(14, 'other'));
    await elsewhere({ end_time: at(16) });
    expect(await undoEdit(device.replica, edit)).toBe('changed');
    expect(await event()).toMatchObject({ ...place(14, 'other'), end_time: at(16) });
  });

  test('goes through where another device changed something else, and keeps that', async () => {
    const edit = await moveEvent(device.replica, id, place(14, 'other'));
    await elsewhere({ status: 'completed', notes: 'боя 7.1' });
    expect(await undoEdit(device.replica, edit)).toBe('undone');
    expect(await event()).toMatchObject({ ...place(10), status: 'completed', notes: 'боя 7.1' });
  });

  test('takes back what of it nobody has changed since', async () => {
    await setStatus(device.replica, { id }, 'no-show');
    const edit = await pressEventStatus(device.replica, { id }, 'arrived', at(11));
    await elsewhere({ status: 'completed' });
    expect(await undoEdit(device.replica, edit)).toBe('partly');
    expect(await event()).toMatchObject({ status: 'completed', arrived_at: null });
  });

  test('of an event that is gone says so and makes nothing', async () => {
    const edit = await setStatus(device.replica, { id }, 'completed');
    await elsewhere({ deleted: true });
    expect(await undoEdit(device.replica, edit)).toBe('gone');
    expect((await event())?.deleted ?? true).toBe(true);
  });
});

describe('the undo of a deletion', () => {
  test('brings the event back', async () => {
    const was = await event();
    await deleteEvent(device.replica, id);
    expect(was && (await undoDelete(device.replica, was))).toBe('undone');
    expect(await event()).toMatchObject({ ...place(10), deleted: false, client_id: 'c', status: 'booked' });
  });

  test('brings one back that was never sent', async () => {
    device.server.online = false;
    id = await addEvent(device.replica, { type: 'blocking', title: 'Почивка', ...place(12) });
    const was = await event();
    await deleteEvent(device.replica, id);
    expect(was && (await undoDelete(device.replica, was))).toBe('undone');
    expect(await event()).toMatchObject({ ...place(12), deleted: false, type: 'blocking', title: 'Почивка' });
  });

  test('whose deletion has reached the server writes it anew; one still waiting here only takes the deletion back', async () => {
    const was = await event();
    await deleteEvent(device.replica, id);
    if (was) await undoDelete(device.replica, was);
    expect(device.writes.at(-1)?.[0]?.change).toEqual({ deleted: false });
    await deleteEvent(device.replica, id);
    await device.replica.syncNow();
    if (was) await undoDelete(device.replica, was);
    expect(await event()).toMatchObject({ ...place(10), deleted: false, client_id: 'c', pending: 1 });
  });
});

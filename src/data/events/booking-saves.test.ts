import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { addLegs } from './add-legs.test-support.ts';
import { type BookingSave, bookingsNow, hasChanged, undoSave } from './booking-saves.ts';
import { addEvent, deleteEvent, pressEventStatus, updateEvent } from './events.commands.ts';
import { addVisit, type LegInput, saveVisit } from './visits.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
  device.server.online = true;
});
afterEach(() => device.replica.close());

const at = (minute: number) => new Date(Date.UTC(2030, 10, 18, 8, minute)).toISOString();
const leg = (resource_id: string, from: number, minutes: number, more: Partial<LegInput> = {}): LegInput => ({
  ...{ resource_id, service_id: 's', title: resource_id, start_time: at(from), end_time: at(from + minutes) },
  ...more,
});
const book = () => addEvent(device.replica, { type: 'appointment', client_id: 'eva', ...leg('cut', 0, 30) });
const event = (id: string) => stored(device.replica, 'events', id);

/** Changes a booking as another device does; this device then pulls it. */
async function elsewhere(id: string, change: object): Promise<void> {
  await device.replica.syncNow();
  device.server.put('events', id, change);
  await device.replica.syncNow();
}

/** Returns the undoable save of these bookings. */
async function saved(ids: readonly string[], save: () => Promise<unknown>): Promise<BookingSave> {
  const was = await bookingsNow(device.replica, ids);
  await save();
  return { was, is: await bookingsNow(device.replica, ids) };
}

test('a booking that was made is deleted, also once it was sent', async () => {
  const id = await book();
  const save = { was: [], is: await bookingsNow(device.replica, [id]) };
  await device.replica.syncNow();
  expect(await undoSave(device.replica, save)).toBe('undone');
  expect(await event(id)).toMatchObject({ deleted: true });
  expect(await undoSave(device.replica, save)).toBe('gone');
});

test('one that somebody has changed since stays', async () => {
  const id = await book();
  const save = { was: [], is: await bookingsNow(device.replica, [id]) };
  await elsewhere(id, { status: 'arrived' });
  expect(await undoSave(device.replica, save)).toBe('changed');
  expect(await event(id)).toMatchObject({ deleted: false, status: 'arrived' });
});

test('an edited booking gets its fields back, and keeps what another device wrote into the others', async () => {
  const id = await book();
  const save = await saved([id], () => updateEvent(device.replica, id, { start_time: at(60), end_time: at(90), notes: 'боя' }));
  await elsewhere(id, { status: 'arrived' });
  expect(await undoSave(device.replica, save)).toBe('undone');
  expect(await event(id)).toMatchObject({ start_time: at(0), end_time: at(30), notes: null, status: 'arrived' });
});

test('what another device changed of the same is newer and stays', async () => {
  const id = await book();
  const save = await saved([id], () => updateEvent(device.replica, id, { start_time: at(60), end_time: at(90), notes: 'боя' }));
  await elsewhere(id, { resource_id: 'other' });
  expect(await undoSave(device.replica, save)).toBe('partly');
  expect(await event(id)).toMatchObject({ resource_id: 'other', start_time: at(60), notes: null });
});

test('blocked time that became an appointment is blocked time again', async () => {
  const id = await addEvent(device.replica, { type: 'blocking', title: 'Обед', ...leg('cut', 0, 30, { service_id: null }) });
  const change = { type: 'appointment', client_id: 'eva', service_id: 's' } as const;
  const save = await saved([id], () => updateEvent(device.replica, id, change));
  expect(await undoSave(device.replica, save)).toBe('undone');
  expect(await event(id)).toMatchObject({ type: 'blocking', client_id: null, service_id: null, status: null });
});

test('a booking that became a visit is one alone again, in one call', async () => {
  const id = await book();
  const legs = [
    { id, change: {} },
    { id: null, input: leg('nails', 30, 60) },
  ];
  const save = await saved([id], () => saveVisit(device.replica, { id, legs }));
  device.writes.length = 0;
  expect(await undoSave(device.replica, save)).toBe('undone');
  expect(device.writes).toHaveLength(1);
  expect(await bookingsNow(device.replica, [id])).toMatchObject([{ id, visit_id: null, start_time: at(0) }]);
});

test('a visit that somebody has added to since stays whole', async () => {
  const id = await book();
  const second = { id: null, input: leg('nails', 30, 60) };
  const save = await saved([id], () => saveVisit(device.replica, { id, legs: [{ id, change: {} }, second] }));
  await addLegs(device.replica, id, [leg('brows', 90, 15)]);
  device.writes.length = 0;
  expect(await undoSave(device.replica, save)).toBe('changed');
  expect(device.writes).toEqual([]);
  expect(await bookingsNow(device.replica, [id])).toHaveLength(3);
});

test('a service that was removed from a visit is part of it again', async () => {
  const ids = await addVisit(device.replica, { client_id: 'eva', legs: [leg('cut', 0, 30), leg('nails', 30, 60)] });
  const [cut = '', nails = ''] = ids;
  await device.replica.syncNow();
  const legs = [{ id: cut, change: { start_time: at(15), end_time: at(45) } }];
  const save = await saved(ids, () => saveVisit(device.replica, { id: cut, legs, removed: [nails] }));
  await device.replica.syncNow();
  expect(save.is).toHaveLength(1);
  expect(await undoSave(device.replica, save)).toBe('undone');
  expect(await bookingsNow(device.replica, [cut])).toMatchObject([
    { id: cut, visit_id: cut, start_time: at(0) },
    { id: nails, visit_id: cut, start_time: at(30), client_id: 'eva' },
  ]);
});

test('a visit that was made goes whole, or stays whole where somebody changed one of its services', async () => {
  const ids = await addVisit(device.replica, { client_id: 'eva', legs: [leg('cut', 0, 30), leg('nails', 30, 60)] });
  const [cut = '', nails = ''] = ids;
  const save = { was: [], is: await bookingsNow(device.replica, ids) };
  await device.replica.syncNow();
  await pressEventStatus(device.replica, { id: nails }, 'arrived', at(31));
  expect(await undoSave(device.replica, save)).toBe('changed');
  await pressEventStatus(device.replica, { id: nails }, 'arrived', at(32));
  expect(await undoSave(device.replica, save)).toBe('undone');
  expect([await event(cut), await event(nails)]).toMatchObject([{ deleted: true }, { deleted: true }]);
});

test('a save that changed nothing is nothing to take back; one that is gone says so', async () => {
  const id = await book();
  const nothing = await saved([id], () => updateEvent(device.replica, id, { title: 'cut' }));
  expect(hasChanged(nothing)).toBe(false);
  const note = await saved([id], () => updateEvent(device.replica, id, { notes: 'боя' }));
  expect(hasChanged(note)).toBe(true);
  await deleteEvent(device.replica, id);
  expect(await undoSave(device.replica, note)).toBe('gone');
});

test('where another device changed the same and nothing else was saved, nothing is written', async () => {
  const id = await book();
  const save = await saved([id], () => updateEvent(device.replica, id, { notes: 'боя' }));
  await elsewhere(id, { notes: 'боя и прическа' });
  device.writes.length = 0;
  expect(await undoSave(device.replica, save)).toBe('changed');
  expect(device.writes).toEqual([]);
  expect(await event(id)).toMatchObject({ notes: 'боя и прическа' });
});

test('a booking that was made goes also where somebody has agreed since to what it lies over', async () => {
  const id = await book();
  const save = { was: [], is: await bookingsNow(device.replica, [id]) };
  await elsewhere(id, { overlap_agreed: 'agreed' });
  expect(await event(id)).toMatchObject({ overlap_agreed: 'agreed' });
  expect(await undoSave(device.replica, save)).toBe('undone');
});

test('a save of a visit changed something where one of its services is another, or gone, or one for another', async () => {
  const ids = await addVisit(device.replica, { client_id: 'eva', legs: [leg('cut', 0, 30), leg('nails', 30, 60)] });
  const was = await bookingsNow(device.replica, ids);
  const [cut, nails] = was as [(typeof was)[0], (typeof was)[0]];
  expect(hasChanged({ was, is: [cut, nails] })).toBe(false);
  expect(hasChanged({ was, is: [cut, { ...nails, notes: 'боя' }] })).toBe(true);
  expect(hasChanged({ was, is: [cut] })).toBe(true);
  expect(hasChanged({ was, is: [cut, { ...nails, id: 'brows' }] })).toBe(true);
});

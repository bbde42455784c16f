import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import type { RefusalKey } from '#domain/records/refusal.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { addEvent } from './events.commands.ts';
import { visitLegs } from './visit-legs.ts';
import { addVisit, deleteVisit, type LegInput, saveVisit } from './visits.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const at = (minute: number) => new Date(Date.UTC(2030, 10, 18, 8, minute)).toISOString();
const leg = (resource_id: string, from: number, minutes: number, more: Partial<LegInput> = {}): LegInput => ({
  ...{ resource_id, service_id: 's', title: resource_id, start_time: at(from), end_time: at(from + minutes) },
  ...more,
});
const refusal = (key: RefusalKey) => expect.objectContaining({ name: 'Refusal', key });
const rowOf = async (id: string) => (await stored(device.replica, 'events', id)) as LocalRow<'events'>;
const visitNow = async (id: string) =>
  (await visitLegs(device.replica, await rowOf(id))).map(({ title, visit_pos, start_time }) => [title, visit_pos, start_time]);
const kept = (id: string) => ({ id, change: {} });

async function booked(): Promise<[string, string]> {
  const [cut = '', nails = ''] = await addVisit(device.replica, {
    client_id: 'eva',
    legs: [leg('cut', 0, 30), leg('nails', 30, 60)],
  });
  device.writes.length = 0;
  return [cut, nails];
}

test('a service that is added to a booking makes it a visit, in one call; what is there is not written again', async () => {
  const id = await addEvent(device.replica, { type: 'appointment', client_id: 'eva', ...leg('cut', 0, 30) });
  device.writes.length = 0;
  await saveVisit(device.replica, { id, legs: [kept(id), { id: null, input: leg('nails', 30, 60) }] });
  expect(device.writes).toHaveLength(1);
  expect(device.writes[0]?.[0]).toEqual({ table: 'events', id, change: { visit_id: id, visit_pos: 0 } });
  expect(await visitNow(id)).toEqual([
    ['cut', 0, at(0)],
    ['nails', 1, at(30)],
  ]);
  const [, nails] = await visitLegs(device.replica, await rowOf(id));
  expect(nails).toMatchObject({ client_id: 'eva', status: 'booked' });
});

test('another order is written with the times that come of it, and nothing else', async () => {
  const [cut, nails] = await booked();
  await saveVisit(device.replica, {
    id: cut,
    legs: [
      { id: nails, change: { start_time: at(0), end_time: at(60) } },
      { id: cut, change: { start_time: at(60), end_time: at(90) } },
    ],
  });
  expect(device.writes).toHaveLength(1);
  expect(device.writes[0]?.every(({ change }) => !('client_id' in change) && !('title' in change))).toBe(true);
  expect(await visitNow(cut)).toEqual([
    ['nails', 0, at(0)],
    ['cut', 1, at(60)],
  ]);
});

test('a visit of which one service is left is a booking alone, and the other is deleted', async () => {
  const [cut, nails] = await booked();
  await saveVisit(device.replica, { id: cut, legs: [kept(nails)], removed: [cut] });
  expect(device.writes).toHaveLength(1);
  expect(await rowOf(nails)).toMatchObject({ visit_id: null, visit_pos: 0 });
  expect(await rowOf(cut)).toBeNull(); // it never was anywhere else
});

test('a service that another device has added meanwhile stays, and so does the visit', async () => {
  const [cut, nails] = await booked();
  await saveVisit(device.replica, { id: cut, legs: [kept(cut)], removed: [] });
  expect(device.writes).toEqual([]);
  expect((await visitNow(nails)).map(([title]) => title)).toEqual(['cut', 'nails']);
});

test('another client is the client of all services; a note goes with the old one unless it is given anew', async () => {
  const [cut, nails] = await booked();
  await saveVisit(device.replica, {
    id: cut,
    legs: [
      { id: cut, change: { notes: 'амоняк' } },
      { id: nails, change: { notes: 'бързо' } },
    ],
  });
  await saveVisit(device.replica, {
    ...{ id: cut, client_id: 'iva' },
    legs: [{ id: cut, change: { notes: 'нова' } }, kept(nails)],
  });
  expect([await rowOf(cut), await rowOf(nails)]).toMatchObject([
    { client_id: 'iva', notes: 'нова' },
    { client_id: 'iva', notes: null },
  ]);
});

test('a client made on the spot is written before the services', async () => {
  const [cut, nails] = await booked();
  await saveVisit(device.replica, { id: cut, legs: [kept(cut), kept(nails)] }, { name: 'Ива Илиева' });
  expect(device.writes[0]?.map(({ table }) => table)).toEqual(['clients', 'events', 'events']);
});

test('nothing is written where a service is refused, or is not there any more', async () => {
  const [cut, nails] = await booked();
  const bad = { id: nails, change: { end_time: at(30) } };
  await expect(saveVisit(device.replica, { id: cut, legs: [kept(cut), bad] })).rejects.toEqual(refusal('time_invalid'));
  const nobody = { id: null, input: leg('', 90, 30) };
  await expect(saveVisit(device.replica, { id: cut, legs: [kept(cut), kept(nails), nobody] })).rejects.toEqual(
    refusal('employee_required'),
  );
  expect(device.writes).toEqual([]);
  await deleteVisit(device.replica, cut);
  await expect(saveVisit(device.replica, { id: cut, legs: [kept(cut)] })).rejects.toEqual(refusal('invalid_id'));
});

test('what a service was shown to lie over is agreed to where its place is another one', async () => {
  const [cut, nails] = await booked();
  const other = await addEvent(device.replica, { type: 'appointment', client_id: 'iva', ...leg('nails', 120, 60) });
  const over = [await rowOf(other)];
  const later = { id: nails, change: { start_time: at(120), end_time: at(180) } };
  await saveVisit(device.replica, { id: cut, over, legs: [kept(cut), later] });
  expect((await rowOf(nails)).overlap_agreed).toContain(other);
  expect((await rowOf(cut)).overlap_agreed).toBeNull();
});

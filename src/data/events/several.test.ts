import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import type { RefusalKey } from '#domain/records/refusal.ts';
import { addMinutes } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { addEvent, deleteEvent, updateEvent } from './events.commands.ts';
import { cancelSeveral, placeSeveral, undoSeveral } from './several.commands.ts';
import { legNow } from './visit-edits.ts';
import { addVisit } from './visits.commands.ts';

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device.replica.close());

const at = (minute: number) => new Date(Date.UTC(2030, 10, 18, 8, minute)).toISOString();
const book = (from: number, client_id = 'eva') =>
  addEvent(device.replica, {
    ...{ type: 'appointment', resource_id: 'ana', client_id, service_id: 's', title: 'x' },
    ...{ start_time: at(from), end_time: at(from + 30) },
  });
const row = async (id: string) => (await stored(device.replica, 'events', id)) as LocalRow<'events'>;
const startsOf = async (...ids: string[]) => (await Promise.all(ids.map(row))).map(({ start_time }) => start_time);
const later = async (minutes: number, ...ids: string[]) =>
  (await Promise.all(ids.map(row))).map((one) => ({
    ...one,
    start_time: addMinutes(one.start_time, minutes),
    end_time: addMinutes(one.end_time, minutes),
  }));
const refusal = (key: RefusalKey) => expect.objectContaining({ name: 'Refusal', key });

test('several are moved in one call, and one undo takes all of it back', async () => {
  const [a, b] = [await book(0), await book(30, 'ivo')];
  device.writes.length = 0;
  const edit = await placeSeveral(device.replica, await later(15, a, b));
  expect(device.writes).toHaveLength(1);
  expect(await startsOf(a, b)).toEqual([at(15), at(45)]);
  expect(await undoSeveral(device.replica, edit)).toBe('undone');
  expect(device.writes).toHaveLength(2);
  expect(await startsOf(a, b)).toEqual([at(0), at(30)]);
});

test('the undo leaves what somebody has moved since, and takes the others back; one that is gone stays gone', async () => {
  const [a, b, c] = [await book(0), await book(30, 'ivo'), await book(60, 'mia')];
  const edit = await placeSeveral(device.replica, await later(15, a, b, c));
  await updateEvent(device.replica, a, { start_time: at(200), end_time: at(230) });
  await deleteEvent(device.replica, c);
  expect(await undoSeveral(device.replica, edit)).toBe('partly');
  expect(await startsOf(a, b)).toEqual([at(200), at(30)]);
});

test('the undo of a visit goes back whole or not at all', async () => {
  const legs = [0, 30].map((from) => ({ resource_id: 'ana', service_id: 's', start_time: at(from), end_time: at(from + 30) }));
  const [first = '', second = ''] = await addVisit(device.replica, { client_id: 'eva', legs });
  const edit = await placeSeveral(device.replica, await later(15, first, second));
  await updateEvent(device.replica, second, { start_time: at(200), end_time: at(230) });
  expect(await undoSeveral(device.replica, edit)).toBe('changed');
  expect(await startsOf(first, second)).toEqual([at(15), at(200)]);
});

test('what is under the new places as it was shown is agreed to', async () => {
  const [a, lunch] = [await book(0), await book(45, 'ivo')];
  await placeSeveral(device.replica, await later(30, a), [await row(lunch)]);
  expect((await row(a)).overlap_agreed).toContain(lunch);
});

test('none is moved if one of them is gone', async () => {
  const [a, b] = [await book(0), await book(30, 'ivo')];
  const places = await later(15, a, b);
  await deleteEvent(device.replica, b);
  await expect(placeSeveral(device.replica, places)).rejects.toEqual(refusal('invalid_id'));
  expect(await startsOf(a)).toEqual([at(0)]);
});

test('cancelling cancels the whole visit of each, once, and the undo brings back what it was', async () => {
  const legs = [0, 30].map((from) => ({ resource_id: 'ana', service_id: 's', start_time: at(from), end_time: at(from + 30) }));
  const [first = '', second = ''] = await addVisit(device.replica, { client_id: 'eva', legs });
  const alone = await book(90, 'ivo');
  device.writes.length = 0;
  const edit = await cancelSeveral(device.replica, [first, second, alone, 'nowhere'], at(0));
  expect(device.writes).toHaveLength(1);
  const statuses = async () => (await Promise.all([first, second, alone].map(row))).map(({ status }) => status);
  expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(edit.visits).toHaveLength(2);
  expect((await cancelSeveral(device.replica, [first], at(0))).visits).toEqual([]);
  expect(await undoSeveral(device.replica, edit)).toBe('undone');
  expect(await statuses()).toEqual(['booked', 'booked', 'booked']);
  expect(await legNow(device.replica, first)).toMatchObject({ visit_pos: 0 });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undoEdit } from '#data/events/event-edits.ts';
import { addEvent, deleteEvent, moveEvent, setStatus, updateEvent } from '#data/events/events.commands.ts';
import { addRepeats } from '#data/events/series.commands.ts';
import { type Device, follow, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { agreementWith } from '#domain/booking/agreed-overlaps.ts';
import type { Values } from '#schemas/registry.ts';
import { derivedIssues$, overlapIssueId } from './derived-issues.ts';
import { issuesByRow$, troubleOf } from './issues.queries.ts';

/** A Wednesday far ahead, so that nothing of it is ever past. */
const at = (hour: number, minute = 0) => new Date(Date.UTC(2036, 10, 19, hour, minute)).toISOString();
let now = Date.parse(at(0));
let device: Device;
beforeEach(async () => {
  now = Date.parse(at(0));
  device = await openDevice({ derivedIssues: (rows) => derivedIssues$(rows, { now: () => now, later: 0 }) });
  device.server.put('clients', 'c', { name: 'Соня Милева', first_name: 'Соня', last_name: 'Милева' });
});
afterEach(() => device.replica.close());

const place = (from: number, to: number) => ({ start_time: at(from), end_time: at(to), resource_id: 'r' });
const book = (from: number, to: number, over: { id: string; from: number; to: number }[] = []) =>
  addEvent(device.replica, {
    ...{ type: 'appointment', client_id: 'c', service_id: 's', title: 'x' },
    ...place(from, to),
    over: over.map((one) => ({ id: one.id, ...place(one.from, one.to) })),
  });
const theirs = (id: string, from: number, to: number, more: Partial<Values<'events'>> = {}) =>
  device.server.put('events', id, { ...place(from, to), type: 'appointment', status: 'booked', ...more });
const sync = async () => {
  device.server.online = true;
  await device.replica.syncNow();
};
/** Changes a booking as somebody else does; this device then pulls it. */
const otherwise = (from: number, to: number, more: Partial<Values<'events'>> = {}) => {
  theirs('desk', from, to, more);
  return sync();
};
const leftSo = (ours: string) => {
  const own = { id: 'desk', ...place(10, 11), overlap_agreed: null };
  theirs('desk', 10, 11, { overlap_agreed: agreementWith(own, [{ id: ours, ...place(10, 11) }], at(0)) });
  return sync();
};
const overlapsOf = (count: number) =>
  seen(device.replica.issues$, (all) => all.length === count).then((all) => all.map((issue) => issue.id).sort());
/** Waits for a pair that surely overlaps; the wanted issue comes with it or before it. */
async function nothingBut(...known: string[]): Promise<void> {
  const sure = await book(2, 3);
  theirs('sure', 2, 3);
  await sync();
  const id = overlapIssueId(sure, 'sure');
  const all = await seen(device.replica.issues$, (list) => list.some((issue) => issue.id === id));
  expect(all.map((issue) => issue.id).sort()).toEqual([id, ...known].sort());
}

describe('two bookings that lie over each other', () => {
  test('are an issue that names both, the later one first, and marks both', async () => {
    theirs('desk', 10, 11);
    await sync();
    device.server.online = false;
    const ours = await book(10, 11);
    await overlapsOf(1);
    await sync();
    const [issue] = await seen(device.replica.issues$, (all) => all.length === 1);
    expect(issue).toMatchObject({ id: overlapIssueId('desk', ours), kind: 'overlap', table: 'events', group: null });
    expect([issue?.ours, issue?.server]).toEqual([null, null]);
    const marks = await seen(issuesByRow$(device.replica, 'events'), (map) => map.size === 2);
    expect([ours, 'desk'].map((id) => troubleOf(marks.get(id)).overlap)).toEqual([true, true]);
    expect(device.replica.status$.value.issues).toBe(1);
  });

  test('are one though the push arrived and the pull after it failed', async () => {
    theirs('desk', 10, 11);
    await book(10, 11);
    device.server.online = true;
    const pull = device.server.pull.bind(device.server);
    let fails = 1;
    device.server.pull = async (...args) => {
      if (device.server.pushed.length > 0 && fails-- > 0) device.server.online = false;
      return pull(...args);
    };
    await device.replica.syncNow();
    expect(device.replica.status$.value.pending).toBe(0);
    await sync();
    await overlapsOf(1);
  });

  test('are one though both were somebody else’s, and to whoever opens the salon later', async () => {
    theirs('one', 10, 11);
    theirs('other', 10, 11);
    await sync();
    expect(await overlapsOf(1)).toEqual([overlapIssueId('one', 'other')]);
    const later = await seen(derivedIssues$(device.replica.rows, { now: () => now, later: 0 }));
    expect(later.map(({ id }) => id)).toEqual([overlapIssueId('one', 'other')]);
  });

  test('an outage that leaves many tells of them at once', async () => {
    for (let hour = 6; hour < 18; hour++) await book(hour, hour + 1);
    for (let hour = 6; hour < 18; hour++) theirs(`desk-${hour}`, hour, hour + 1);
    const counts = follow(device.replica.issues$);
    await sync();
    await overlapsOf(12);
    counts.stop();
    expect([...new Set(counts.values.map((all) => all.length))]).toEqual([0, 12]);
  });

  test('are none where they only touch, one is cancelled, or they are another employee’s', async () => {
    await book(10, 11);
    theirs('touches', 11, 12);
    theirs('cancelled', 10, 11, { status: 'cancelled' });
    theirs('elsewhere', 10, 11, { resource_id: 'other' });
    await sync();
    await nothingBut();
  });

  test('are none once one of them is over', async () => {
    await sync();
    await book(10, 11);
    await book(10, 12);
    await overlapsOf(1);
    now = Date.parse(at(11));
    await book(20, 21);
    await overlapsOf(0);
  });

  test.each<[string, (ours: string) => Promise<unknown>]>([
    ['ours is moved away', (ours) => moveEvent(device.replica, ours, place(15, 16))],
    ['ours is cancelled', (ours) => setStatus(device.replica, { id: ours }, 'cancelled')],
    ['ours is deleted', (ours) => deleteEvent(device.replica, ours)],
    ['theirs is moved away by somebody else', () => otherwise(16, 17)],
    ['theirs is deleted by somebody else', () => otherwise(10, 11, { deleted: true })],
    ['somebody else leaves them so', (ours) => leftSo(ours)],
  ])('are no issue any more when %s', async (_, part) => {
    theirs('desk', 10, 11);
    const ours = await book(10, 11);
    await sync();
    await overlapsOf(1);
    await part(ours);
    await overlapsOf(0);
  });
});

describe('what a person was shown and saved all the same', () => {
  const desk = { id: 'desk', from: 10, to: 11 };
  beforeEach(async () => {
    theirs('desk', 10, 11);
    theirs('later', 14, 15);
    await sync();
  });

  test('a new booking is agreed to, and the server knows it', async () => {
    const ours = await book(10, 11, [desk]);
    await nothingBut();
    expect(device.server.pushed.find(({ id }) => id === ours)?.doc.overlap_agreed).toContain('"desk"');
  });

  test('of two that it lies over only the one that was shown', async () => {
    theirs('third', 10, 11);
    await sync();
    const [pair = ''] = await overlapsOf(1);
    const ours = await book(10, 11, [desk]);
    await nothingBut(pair, overlapIssueId(ours, 'third'));
  });

  test('a move is agreed to, and taken back without a word', async () => {
    const ours = await book(10, 11, [desk]);
    const edit = await moveEvent(device.replica, ours, place(14, 15), [{ id: 'later', ...place(14, 15) }]);
    await nothingBut();
    expect(await undoEdit(device.replica, edit)).toBe('undone');
    await sync();
    expect((await stored(device.replica, 'events', ours))?.start_time).toBe(at(10));
    await moveEvent(device.replica, ours, place(10, 12), []);
    const all = await seen(device.replica.issues$, (list) => list.length === 2);
    expect(all.map((issue) => issue.id)).toContain(overlapIssueId(ours, 'desk'));
  });

  test('a booking that is edited elsewhere than in its place says nothing anew', async () => {
    const ours = await book(10, 11);
    await overlapsOf(1);
    await updateEvent(device.replica, ours, { notes: 'боя' }, undefined, [{ id: 'desk', ...place(10, 11) }]);
    expect((await stored(device.replica, 'events', ours))?.overlap_agreed).toBeNull();
    await updateEvent(device.replica, ours, { end_time: at(11, 30) }, undefined, [{ id: 'desk', ...place(10, 11) }]);
    await overlapsOf(0);
  });

  test('repeats are agreed to one by one', async () => {
    const ours = await book(8, 9);
    const row = await stored(device.replica, 'events', ours);
    if (!row) throw new Error('not here');
    const repeat = (from: number, over: string[]) => ({
      ...{ start_time: at(from), end_time: at(from + 1) },
      over: over.map((id) => ({ id, ...place(from, from + 1) })),
    });
    const { made } = await addRepeats(device.replica, row, [repeat(10, ['desk']), repeat(14, [])]);
    await nothingBut(overlapIssueId(made[1]?.id ?? '', 'later'));
  });

  test('what was cancelled and is booked again lies over what came there meanwhile', async () => {
    const ours = await book(14, 15, [{ id: 'later', from: 14, to: 15 }]);
    await setStatus(device.replica, { id: ours }, 'cancelled');
    theirs('new', 14, 15);
    await sync();
    const [known = ''] = await overlapsOf(1);
    await setStatus(device.replica, { id: ours }, 'booked');
    await nothingBut(known, overlapIssueId(ours, 'new'));
  });
});

test('marks are emitted only when a table’s issues change', async () => {
  const marks = follow(issuesByRow$(device.replica, 'clients'));
  theirs('desk', 10, 11);
  await book(10, 11);
  await sync();
  await overlapsOf(1);
  expect(marks.values.map((map) => map.size)).toEqual([0]);
  marks.stop();
});

test('an open overlap keeps its object while other bookings change', async () => {
  await sync();
  const ours = await book(10, 11);
  await book(10, 11);
  const [first] = await seen(device.replica.issues$, (all) => all.length === 1);
  const other = await book(14, 15);
  await device.replica.write([changeOf('events', other, { notes: 'боя' })]);
  await book(14, 16);
  const all = await seen(device.replica.issues$, (list) => list.length === 2);
  expect(all.find((issue) => [issue.rowId, issue.otherId].includes(ours))).toBe(first);
});

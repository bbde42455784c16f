import type { Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Values } from '#schemas/registry.ts';
import { addEvent, deleteEvent, moveEvent, setStatus } from './events.commands.ts';
import { dayEvents$ } from './events.queries.ts';
import { issuesByRow$, troubleOf } from './issues.queries.ts';
import { overlapIssueId, watchOverlaps } from './overlaps.ts';
import { type Device, follow, openDevice, seen } from './replica.test-support.ts';

let device: Device;
let watch: Subscription;
beforeEach(async () => {
  device = await openDevice();
  watch = watchOverlaps(device.replica, () => Date.UTC(2026, 10, 18, 9));
});
afterEach(async () => {
  watch.unsubscribe();
  await device.replica.close();
});

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 18, hour, minute)).toISOString();
const book = (from: number, to: number) =>
  addEvent(device.replica, {
    type: 'appointment',
    resource_id: 'r',
    client_id: 'c',
    service_id: 's',
    title: 'x',
    start_time: at(from),
    end_time: at(to),
  });
const theirs = (id: string, from: number, to: number, more: Partial<Values<'events'>> = {}) =>
  device.server.put('events', id, {
    resource_id: 'r',
    start_time: at(from),
    end_time: at(to),
    type: 'appointment',
    status: 'booked',
    ...more,
  });
const sync = async () => {
  device.server.online = true;
  await device.replica.syncNow();
};
/** Somebody else changes their booking, and this device hears of it. */
const otherwise = (from: number, to: number, more: Partial<Values<'events'>> = {}) => {
  theirs('desk', from, to, more);
  return sync();
};
const issues = (count: number) => seen(device.replica.issues$, (all) => all.length === count);

/** The watch notes overlaps one after the other: the issue of a pair that surely overlaps comes after whatever came before it. */
async function nothingButASurePair(): Promise<void> {
  const sure = await book(2, 3);
  theirs('sure', 2, 3);
  await sync();
  const all = await seen(device.replica.issues$, (list) => list.some((issue) => issue.otherId === 'sure'));
  expect(all.map((issue) => issue.id)).toEqual([overlapIssueId(sure, 'sure')]);
}

describe('overlaps that appear by syncing', () => {
  test('an outage that leaves many overlaps writes them down at once', async () => {
    for (let hour = 6; hour < 18; hour++) await book(hour, hour + 1);
    for (let hour = 6; hour < 18; hour++) theirs(`desk-${hour}`, hour, hour + 1);
    const counts: number[] = [];
    const watching = device.replica.issues$.subscribe((all) => counts.push(all.length));
    await sync();
    await issues(12);
    watching.unsubscribe();
    expect([...new Set(counts)]).toEqual([0, 12]);
  });

  test('a booking taken over an unsent one becomes an issue that names both', async () => {
    const ours = await book(10, 11);
    theirs('desk', 10, 11);
    await sync();
    const [issue] = await issues(1);
    expect(issue).toEqual({
      id: overlapIssueId('desk', ours),
      kind: 'overlap',
      table: 'events',
      rowId: ours,
      otherId: 'desk',
      group: null,
      ours: null,
      server: null,
      at: at(9),
    });
    const marks = await seen(issuesByRow$(device.replica, 'events'), (map) => map.size === 2);
    expect([ours, 'desk'].map((id) => troubleOf(marks.get(id)).overlap)).toEqual([true, true]);
  });

  test('one that only touches, is cancelled, or is another employee’s is none', async () => {
    await book(10, 11);
    theirs('touches', 11, 12);
    theirs('cancelled', 10, 11, { status: 'cancelled' });
    theirs('elsewhere', 10, 11, { resource_id: 'other' });
    await sync();
    await nothingButASurePair();
  });

  test('two of our own, booked over each other knowingly, are none', async () => {
    await book(10, 11);
    await book(10, 11);
    await sync();
    await nothingButASurePair();
  });

  test('one that was there before is no news', async () => {
    theirs('desk', 10, 11);
    await sync();
    await seen(dayEvents$(device.replica, '2026-11-18', 'Europe/Sofia'), (rows) => rows.length === 1);
    device.server.online = false;
    await book(10, 11);
    theirs('desk', 10, 11, { notes: 'промяна' });
    await sync();
    await nothingButASurePair();
  });

  test('a booking that somebody moves onto an unsent one becomes an issue', async () => {
    theirs('desk', 14, 15);
    await sync();
    device.server.online = false;
    const ours = await book(10, 11);
    theirs('desk', 10, 11);
    await sync();
    expect((await issues(1)).map((issue) => issue.id)).toEqual([overlapIssueId(ours, 'desk')]);
  });

  test.each<[string, (ours: string) => Promise<unknown>]>([
    ['ours is moved away', (ours) => moveEvent(device.replica, ours, { start_time: at(15), end_time: at(16), resource_id: 'r' })],
    ['ours is cancelled', (ours) => setStatus(device.replica, { id: ours }, 'cancelled')],
    ['ours is deleted', (ours) => deleteEvent(device.replica, ours)],
    ['theirs is moved away by somebody else', () => otherwise(16, 17)],
    ['theirs is deleted by somebody else', () => otherwise(10, 11, { deleted: true })],
  ])('the issue closes itself when %s', async (_, part) => {
    const ours = await book(10, 11);
    theirs('desk', 10, 11);
    await sync();
    await issues(1);
    await part(ours);
    await issues(0);
  });

  test('what parted while nobody watched is closed by the next watch', async () => {
    const ours = await book(10, 11);
    theirs('desk', 10, 11);
    await sync();
    await issues(1);
    watch.unsubscribe();
    await setStatus(device.replica, { id: ours }, 'cancelled');
    expect(await issues(1)).toHaveLength(1);
    watch = watchOverlaps(device.replica);
    await issues(0);
  });

  test('marks are emitted only when a table’s issues change', async () => {
    const marks = follow(issuesByRow$(device.replica, 'clients'));
    await book(10, 11);
    theirs('desk', 10, 11);
    await sync();
    await issues(1);
    expect(marks.values.map((map) => map.size)).toEqual([0]);
    marks.stop();
  });
});

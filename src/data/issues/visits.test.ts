import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setStatus } from '#data/events/events.commands.ts';
import { addVisit, deleteVisit, lineUpVisit, moveVisit } from '#data/events/visits.commands.ts';
import { seen, stored } from '#data/replica.test-support.ts';
import { rowNow } from '#data/row-writes.ts';
import { tornBy } from '#domain/booking/visits.ts';
import { addMinutes } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { tornIssueId } from './derived-issues.ts';
import { mattersOf } from './issue-matters.ts';
import { issues$, issuesByRow$, troubleOf } from './issues.queries.ts';
import { at, type Meeting, openMeeting } from './issues.test-support.ts';
import { decideVisit, isVisitMatter, type VisitMatter, visitVersions$, withVisits } from './visit-matters.ts';

let m: Meeting;
/** Cut, colour with waiting, manicure: ten o'clock, half past, quarter past twelve. */
let ids: readonly string[];
const leg = (resource_id: string, from: string, minutes: number, more = {}) => ({
  ...{ resource_id, service_id: 'cut', title: resource_id, start_time: from, end_time: addMinutes(from, minutes) },
  ...more,
});
beforeEach(async () => {
  m = await openMeeting();
  ids = await addVisit(m.replica, {
    client_id: 'sonya',
    legs: [
      leg('ana', at(10), 30),
      leg('ana', at(10, 30), 105, { processing_after: 30, processing_minutes: 45 }),
      leg('eva', at(12, 15), 45),
    ],
  });
  await m.sync();
});
afterEach(() => m.close());

const idOf = (n: number) => ids[n] ?? '';
const rows = async () => (await Promise.all(ids.map((id) => stored(m.replica, 'events', id)))) as LocalRow<'events'>[];
const starts = async () => (await rows()).map(({ start_time }) => start_time);
/** The desk puts legs elsewhere; this device hears of it with its next round. */
function desk(minutes: number, which: readonly number[] = [0, 1, 2]): void {
  for (const n of which) {
    const { start_time, end_time } = m.onServer('events', idOf(n)) as unknown as LocalRow<'events'>;
    m.server.put('events', idOf(n), { start_time: addMinutes(start_time, minutes), end_time: addMinutes(end_time, minutes) });
  }
}
const move = (n: number, from: string, minutes: number, resource_id: string, alone = false) =>
  moveVisit(m.replica, idOf(n), { start_time: from, end_time: addMinutes(from, minutes), resource_id }, { alone });
const torn = () => seen(m.replica.issues$, (all) => all.some(({ kind }) => kind === 'torn'));
const whole = () => seen(m.replica.issues$, (all) => all.every(({ kind }) => kind !== 'torn'));
const DAY = 1440;

describe('a visit that two devices moved', () => {
  async function conflict(): Promise<VisitMatter> {
    m.offline();
    await move(0, at(10, 30), 30, 'ana');
    desk(DAY);
    await m.sync();
    const all = await seen(issues$(m.replica), (list) => list.length === 3);
    const [visit, ...more] = withVisits(mattersOf(all));
    if (!visit || !isVisitMatter(visit)) throw new Error('no visit');
    expect(more).toEqual([]);
    return visit;
  }

  test('is one card with both versions whole, stands as the server has it, and is not torn', async () => {
    const visit = await conflict();
    expect(visit.matters).toHaveLength(3);
    const { ours, theirs, deleted } = await firstValueFrom(visitVersions$(m.replica, visit));
    expect(ours.map(({ start_time }) => start_time)).toEqual([at(10, 30), at(11), at(12, 45)]);
    expect(theirs.map(({ start_time }) => start_time)).toEqual(
      [at(10), at(10, 30), at(12, 15)].map((iso) => addMinutes(iso, DAY)),
    );
    expect([tornBy(ours), tornBy(theirs), tornBy(await rows()), deleted]).toEqual([null, null, null, []]);
    expect((await whole()).length).toBe(3);
  });

  test('is decided once: ours is written over all legs in one call, and can be taken back', async () => {
    const visit = await conflict();
    const calls = m.writes.length;
    const undo = await decideVisit(m.replica, visit, 'mine');
    expect(m.writes.slice(calls).map((call) => call.length)).toEqual([3]);
    expect(await starts()).toEqual([at(10, 30), at(11), at(12, 45)]);
    await m.issues(0);
    await undo?.();
    expect(await starts()).toEqual([at(10), at(10, 30), at(12, 15)].map((iso) => addMinutes(iso, DAY)));
    await m.issues(3);
  });

  test('is decided once: the server’s stays, and nothing is written', async () => {
    const visit = await conflict();
    const calls = m.writes.length;
    await decideVisit(m.replica, visit, 'theirs');
    expect(m.writes.length).toBe(calls);
    await m.issues(0);
    await expect(decideVisit(m.replica, visit, 'mine')).rejects.toMatchObject({ reason: 'decided' });
  });

  test('shows a leg that was deleted there in our version alone, and brings it back with it', async () => {
    const visit = await conflict();
    m.server.put('events', idOf(2), { deleted: true });
    await m.sync();
    const { ours, theirs, deleted } = await seen(visitVersions$(m.replica, visit), ({ theirs: legs }) => legs.length === 2);
    expect([ours.length, theirs.length, deleted]).toEqual([3, 2, [idOf(2)]]);
    await decideVisit(m.replica, visit, 'mine');
    expect(await starts()).toEqual([at(10, 30), at(11), at(12, 45)]);
    expect(await rowNow(m.replica, 'events', idOf(2))).not.toBeNull();
  });

  test('in one leg alone is that leg’s conflict', async () => {
    m.offline();
    await move(2, at(13), 45, 'eva', true);
    desk(DAY, [2]);
    await m.sync();
    const all = await seen(issues$(m.replica), (list) => list.some(({ kind }) => kind === 'field'));
    const told = withVisits(mattersOf(all.filter(({ kind }) => kind === 'field')));
    expect(told.map(isVisitMatter)).toEqual([false]);
  });
});

describe('a visit that one device deleted and the other moved', () => {
  async function asked(kind: VisitMatter['kind']): Promise<VisitMatter> {
    await m.sync();
    const all = await seen(issues$(m.replica), (list) => list.length === 3);
    const [visit, ...more] = withVisits(mattersOf(all));
    if (!visit || !isVisitMatter(visit)) throw new Error('no visit');
    expect([visit.kind, more, m.replica.status$.value.issues]).toEqual([kind, [], 1]);
    return visit;
  }
  async function deletedThere(): Promise<VisitMatter> {
    m.offline();
    await move(0, at(10, 30), 30, 'ana');
    for (const id of ids) m.server.put('events', id, { deleted: true });
    return asked('deleted-there');
  }
  async function deletedHere(): Promise<VisitMatter> {
    m.offline();
    await deleteVisit(m.replica, idOf(0));
    desk(DAY);
    return asked('edited-there');
  }
  const deleted = async () =>
    (await Promise.all(ids.map((id) => rowNow(m.replica, 'events', id)))).map((row) => row === null || row.deleted);

  test('is asked about once where it was moved: it comes back moved, all of it, in one call', async () => {
    const visit = await deletedThere();
    const { ours, theirs } = await firstValueFrom(visitVersions$(m.replica, visit));
    expect([ours.map(({ start_time }) => start_time), theirs]).toEqual([[at(10, 30), at(11), at(12, 45)], []]);
    const calls = m.writes.length;
    const undo = await decideVisit(m.replica, visit, 'mine');
    expect(m.writes.slice(calls).map((call) => call.length)).toEqual([3]);
    expect([await starts(), await deleted()]).toEqual([
      [at(10, 30), at(11), at(12, 45)],
      [false, false, false],
    ]);
    await undo?.();
    expect(await deleted()).toEqual([true, true, true]);
    await m.issues(3);
  });

  test('stays deleted as a whole', async () => {
    await decideVisit(m.replica, await deletedThere(), 'theirs');
    await m.issues(0);
    expect(await deleted()).toEqual([true, true, true]);
  });

  test('is asked about once where it was deleted: it stays as a whole', async () => {
    await decideVisit(m.replica, await deletedHere(), 'theirs');
    await m.issues(0);
    expect([await starts(), await deleted()]).toEqual([
      [at(10), at(10, 30), at(12, 15)].map((iso) => addMinutes(iso, DAY)),
      [false, false, false],
    ]);
  });

  test('is deleted after all as a whole, in one call', async () => {
    const visit = await deletedHere();
    const calls = m.writes.length;
    const undo = await decideVisit(m.replica, visit, 'delete');
    expect(m.writes.slice(calls).map((call) => call.length)).toEqual([3]);
    expect(await deleted()).toEqual([true, true, true]);
    await undo?.();
    expect(await deleted()).toEqual([false, false, false]);
    await m.issues(3);
  });

  test('is deleted with the part that the other device has added to it, which comes back with the others', async () => {
    const visit = await deletedHere();
    const added = `${idOf(0)}/added`;
    const part = { ...leg('eva', at(13), 30), client_id: 'sonya', type: 'appointment' as const, status: 'booked' };
    m.server.put('events', added, { ...part, visit_id: idOf(0), visit_pos: 3 });
    await m.sync();
    const calls = m.writes.length;
    const undo = await decideVisit(m.replica, visit, 'delete');
    expect(m.writes.slice(calls).map((call) => call.length)).toEqual([4]);
    expect(await rowNow(m.replica, 'events', added)).toBeNull();
    await undo?.();
    expect(await rowNow(m.replica, 'events', added)).toMatchObject({ deleted: false });
    expect(await deleted()).toEqual([false, false, false]);
  });
});

describe('a torn visit', () => {
  test('is an issue on the device that hears of it, marks its legs, and goes by itself once it is mended', async () => {
    desk(DAY, [1]);
    await m.sync();
    const issue = (await torn()).find(({ kind }) => kind === 'torn');
    expect(issue).toMatchObject({ id: tornIssueId(idOf(0)), table: 'events', group: null, ours: null, server: null });
    expect([...(issue?.legIds ?? [])].sort()).toEqual([...ids].sort());
    const marks = await seen(issuesByRow$(m.replica, 'events'), (map) => map.size === 3);
    expect(ids.map((id) => troubleOf(marks.get(id)).torn)).toEqual([true, true, true]);
    await lineUpVisit(m.replica, idOf(0));
    await whole();
    expect(await starts()).toEqual([at(10), at(10, 30), at(12, 15)]);
  });

  test('is one by a leg that is moved alone, and none once that leg is cancelled', async () => {
    await move(2, at(10, 40), 45, 'eva', true);
    await torn();
    await setStatus(m.replica, { id: idOf(2) }, 'cancelled');
    await whole();
  });

  test('is none while a leg lies in the waiting of another', async () => {
    await move(2, at(11), 45, 'eva', true);
    await move(2, at(9), 45, 'eva', true);
    await torn();
    await move(2, at(11), 45, 'eva', true);
    await whole();
  });

  test('is one by a leg that stayed behind weeks ago', async () => {
    const past = new Date(Date.now() - 5 * 86_400_000).toISOString();
    m.server.put('events', idOf(2), { start_time: past, end_time: addMinutes(past, 45) });
    await m.sync();
    const issue = (await torn()).find(({ kind }) => kind === 'torn');
    expect(issue?.legIds).toContain(idOf(2));
  });

  test('is no unsent work of this device', async () => {
    desk(DAY, [1]);
    await m.sync();
    await torn();
    expect(m.replica.status$.value.pending).toBe(0);
  });
});

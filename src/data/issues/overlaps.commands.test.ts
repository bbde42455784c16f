import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { agreementsOf } from '#schemas/agreements.ts';
import { overlapIssueId } from './derived-issues.ts';
import { keepBoth, moveTo } from './issues.commands.ts';
import { appointment, at, type Meeting, openMeeting, overlap } from './issues.test-support.ts';

let m: Meeting;
beforeEach(async () => {
  m = await openMeeting();
});
afterEach(() => m.close());

const event = (id: string) => rowNow(m.replica, 'events', id);

describe('an overlap to be decided', () => {
  const place = { start_time: at(14, 30), end_time: at(15, 30), resource_id: 'maria' };

  test('goes when either moves away', async () => {
    const issue = await overlap(m);
    await moveTo(m.replica, issue, issue.otherId ?? '', place);
    await m.issues(0);
    await m.sync();
    expect(m.onServer('events', 'desk')).toMatchObject(place);
  });

  test('stays while they still overlap', async () => {
    const issue = await overlap(m);
    await moveTo(m.replica, issue, issue.rowId, { start_time: at(12), end_time: at(13), resource_id: 'maria' });
    expect((await event(issue.rowId))?.start_time).toBe(at(12));
    expect((await m.issues(1)).map(({ id }) => id)).toEqual([issue.id]);
  });

  test('comes back when the move is taken back', async () => {
    const issue = await overlap(m);
    const undo = await moveTo(m.replica, issue, issue.rowId, place);
    await m.issues(0);
    await undo();
    expect((await m.issues(1)).map(({ id }) => id)).toEqual([issue.id]);
    expect((await event(issue.rowId))?.start_time).toBe(at(11, 30));
  });

  test('of a booking that was removed meanwhile cannot be moved, and is decided already', async () => {
    const issue = await overlap(m);
    await m.replica.write([changeOf('events', issue.rowId, { deleted: true })]);
    await expect(moveTo(m.replica, issue, issue.rowId, place)).rejects.toMatchObject({ reason: 'removed' });
    await expect(moveTo(m.replica, issue, issue.otherId ?? '', place)).rejects.toMatchObject({ reason: 'decided' });
    await expect(keepBoth(m.replica, issue)).rejects.toMatchObject({ reason: 'decided' });
  });

  test('that is left is so for every device: the booking says it', async () => {
    const issue = await overlap(m);
    await keepBoth(m.replica, issue);
    await m.issues(0);
    await m.sync();
    const left = agreementsOf(m.onServer('events', issue.rowId)?.overlap_agreed);
    expect(left.map(({ other }) => other)).toEqual([issue.otherId]);
    await expect(keepBoth(m.replica, issue)).rejects.toMatchObject({ reason: 'decided' });
  });

  test('that is left says nothing of a third booking', async () => {
    const issue = await overlap(m);
    await keepBoth(m.replica, issue);
    await m.issues(0);
    m.server.put('events', 'sure', { ...appointment('denitsa', 'gel', at(12, 15), at(13)), resource_id: 'maria' });
    await m.sync();
    expect((await m.issues(1)).map(({ id }) => id)).toEqual([overlapIssueId(issue.rowId, 'sure')]);
  });

  test('that is left is news again once one of them has moved', async () => {
    const issue = await overlap(m);
    await keepBoth(m.replica, issue);
    await m.issues(0);
    m.server.put('events', 'desk', { start_time: at(11, 15) });
    await m.sync();
    expect((await m.issue('overlap')).id).toBe(issue.id);
  });

  test('that was left is asked about again when leaving it is taken back', async () => {
    const issue = await overlap(m);
    const undo = await keepBoth(m.replica, issue);
    await m.issues(0);
    await undo();
    expect((await m.issues(1)).map(({ id }) => id)).toEqual([issue.id]);
    expect((await event(issue.rowId))?.overlap_agreed).toBeNull();
  });
});

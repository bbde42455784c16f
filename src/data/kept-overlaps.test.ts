import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepBoth, moveTo } from './issues.commands.ts';
import type { SyncIssue } from './issues.queries.ts';
import { appointment, at, DAY, type Meeting, openMeeting, overlap } from './issues.test-support.ts';
import { overlapIssueId } from './overlaps.ts';
import { changeOf, rowNow } from './row-writes.ts';

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
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('comes back when the move is taken back', async () => {
    const issue = await overlap(m);
    const undo = await moveTo(m.replica, issue, issue.rowId, place);
    await m.issues(0);
    await undo?.();
    expect(await m.issues(1)).toEqual([issue]);
    expect((await event(issue.rowId))?.start_time).toBe(at(11, 30));
  });

  test('of a booking that was removed meanwhile cannot be moved', async () => {
    const issue = await overlap(m);
    await m.replica.write([changeOf('events', issue.rowId, { deleted: true })]);
    await expect(moveTo(m.replica, issue, issue.rowId, place)).rejects.toMatchObject({ reason: 'removed' });
  });

  /** The desk's booking is taken anew as if it had never been here, while ours is unsent: as after a rebuild. */
  async function takenAnew(issue: SyncIssue): Promise<void> {
    const document = await m.replica.rows.events.findOne('desk').exec();
    const [stored] = await m.replica.rows.events.storageInstance.findDocumentsById(['desk'], true);
    if (!document || !stored) throw new Error('not here');
    await m.replica.rows.events.storageInstance.bulkWrite(
      [{ previous: stored, document: { ...stored, _deleted: true, rev: 0 } }],
      'test',
    );
    await m.replica.write([changeOf('events', issue.rowId, { notes: 'чака' })]);
    m.server.put('events', 'desk', { notes: 'още' });
  }

  test('that is left stays left though the booking is taken anew', async () => {
    const issue = await overlap(m);
    await keepBoth(m.replica, issue);
    await m.issues(0);
    await takenAnew(issue);
    m.server.put('events', 'sure', { ...appointment('denitsa', 'gel', at(11, 30), at(12)), resource_id: 'maria' });
    // A sure pair comes after whatever would have come before it.
    await m.sync();
    const all = await m.issues(1);
    expect(all.map(({ id }) => id)).toEqual([overlapIssueId(issue.rowId, 'sure')]);
  });

  test('that is left is news again once one of them has moved', async () => {
    const issue = await overlap(m);
    await keepBoth(m.replica, issue);
    await takenAnew(issue);
    m.server.put('events', 'desk', { start_time: at(11, 15) });
    await m.sync();
    expect((await m.issue('overlap')).id).toBe(issue.id);
  });

  test('that was left is asked about again when leaving it is taken back', async () => {
    const issue = await overlap(m);
    const undo = await keepBoth(m.replica, issue);
    await undo?.();
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('the decisions of days that are over are forgotten', async () => {
    const issue = await overlap(m);
    await keepBoth(m.replica, issue);
    const kept = async () => {
      const document = await m.replica.rows.events.database.getLocal<{ kept: object }>('kept-overlaps');
      return Object.keys(document?.get('kept') as object);
    };
    expect(await kept()).toHaveLength(1);
    await m.replica.putIssue({ ...issue, otherId: 'agreed' });
    await keepBoth(m.replica, { ...issue, otherId: 'agreed' }, `${DAY.replace('2036', '2037')}T00:00:00.000Z`);
    expect(await kept()).toHaveLength(1);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import type { TableName } from '#schemas/registry.ts';
import { againOf } from '#sync/core/decisions.ts';
import { mattersOf, outdatedRefusals } from './issue-matters.ts';
import { deleteAnyway, discardRefused, keepMine, keepTheirs, sendAgain } from './issues.commands.ts';
import type { SyncIssue } from './issues.queries.ts';
import {
  at,
  deletedThere,
  editedThere,
  gone,
  type Meeting,
  openMeeting,
  refusedBy,
  refusedChange,
  refusedNewClient,
  twoMoves,
  twoPhones,
  twoSets,
} from './issues.test-support.ts';
import { recordStateOf } from './stored-rows.ts';

let m: Meeting;
beforeEach(async () => {
  m = await openMeeting();
});
afterEach(() => m.close());

const row = async <N extends TableName>(table: N, id: string) => (await recordStateOf(m.replica, table, id)).row;
const broken = () => {
  m.replica.write = async () => {
    throw new StorageFullError('no room');
  };
};
const afternoon = { start_time: at(14), end_time: at(15), resource_id: 'gabriela' };
const evening = { start_time: at(16), end_time: at(17), resource_id: 'maria' };

describe('a conflict over a field', () => {
  test('mine goes over the record and reaches the server, and the issue goes', async () => {
    await keepMine(m.replica, await twoPhones(m));
    expect(await row('clients', 'silvia')).toMatchObject({ phone: '+359897112904', pending: 1 });
    await m.issues(0);
    await m.sync();
    expect(m.onServer('clients', 'silvia')).toMatchObject({ phone: '+359897112904' });
    await m.issues(0);
  });

  test('mine writes its group whole and nothing else', async () => {
    const issue = await twoMoves(m);
    m.server.put('events', 'agreed', { status: 'completed' });
    await m.sync();
    await keepMine(m.replica, issue);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ ...afternoon, status: 'completed' });
  });

  test('theirs leaves the record as it is', async () => {
    await keepTheirs(m.replica, await twoMoves(m));
    await m.issues(0);
    expect(await row('events', 'agreed')).toMatchObject({ ...evening, pending: 0 });
  });

  test('mine holds over what the other side wrote since', async () => {
    const issue = await twoPhones(m);
    m.server.put('clients', 'silvia', { phone: '+359897112999', city: 'Варна' });
    await m.sync();
    await keepMine(m.replica, issue);
    await m.sync();
    expect(m.onServer('clients', 'silvia')).toMatchObject({ phone: '+359897112904', city: 'Варна' });
    await m.issues(0);
  });

  test('mine brings back a record that was deleted since', async () => {
    const issue = await twoPhones(m);
    m.server.put('clients', 'silvia', { deleted: true });
    await m.sync();
    await keepMine(m.replica, issue);
    await m.sync();
    expect(m.onServer('clients', 'silvia')).toMatchObject({ phone: '+359897112904', name: 'Силвия Маркова', deleted: false });
  });

  test('can be taken back, either way', async () => {
    const issue = await twoPhones(m);
    const undo = await keepMine(m.replica, issue);
    await undo?.();
    expect(await row('clients', 'silvia')).toMatchObject({ phone: '+359897112940', pending: 0 });
    expect(await m.issues(1)).toEqual([issue]);
    const undoTheirs = await keepTheirs(m.replica, issue);
    await m.issues(0);
    await undoTheirs?.();
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('is not taken back over what the other side wrote since, and says so', async () => {
    const undo = await keepMine(m.replica, await twoPhones(m));
    await m.sync();
    m.server.put('clients', 'silvia', { phone: '+359897112999' });
    await m.sync();
    expect(await undo?.()).toBe('changed');
    await m.issues(0);
    expect(await row('clients', 'silvia')).toMatchObject({ phone: '+359897112999', pending: 0 });
  });

  test('an erased client is not written over, and an undo does not bring them back', async () => {
    const issue = await twoPhones(m);
    const undo = await keepTheirs(m.replica, issue);
    m.server.put('clients', 'silvia', { name: null, phone: null, deleted: true, erased_at: at(9) });
    await m.sync();
    await undo?.();
    await m.issues(0);
    await m.replica.putIssue(issue); // as a file from another device would
    await expect(keepMine(m.replica, issue)).rejects.toMatchObject({ name: 'ResolutionError', reason: 'erased' });
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('an event is not given to a client who was erased meanwhile', async () => {
    m.offline();
    await m.replica.write([changeOf('events', 'agreed', { client_id: 'silvia', notes: 'бележка' })]);
    m.server.put('events', 'agreed', { client_id: 'denitsa' });
    await m.sync();
    const issue = await m.issue('field');
    m.server.put('clients', 'silvia', { name: null, phone: null, deleted: true, erased_at: at(9) });
    await m.sync();
    await expect(keepMine(m.replica, issue)).rejects.toMatchObject({ reason: 'erased' });
    expect(await row('events', 'agreed')).toMatchObject({ client_id: 'denitsa' });
  });

  test('a device that is full keeps the issue and says so', async () => {
    const issue = await twoPhones(m);
    broken();
    await expect(keepMine(m.replica, issue)).rejects.toBeInstanceOf(StorageFullError);
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('decided in another tab already, it is not decided twice, and that is said', async () => {
    const issue = await twoPhones(m);
    await keepTheirs(m.replica, issue);
    await expect(keepMine(m.replica, issue)).rejects.toMatchObject({ reason: 'decided' });
    expect(await row('clients', 'silvia')).toMatchObject({ phone: '+359897112940', pending: 0 });
  });

  test('decided in two tabs in the same instant, one decision holds and the other is told so', async () => {
    const issue = await twoPhones(m);
    const [mine, theirs] = await Promise.allSettled([keepMine(m.replica, issue), keepTheirs(m.replica, issue)]);
    expect(mine.status).toBe('fulfilled');
    expect(theirs).toMatchObject({ status: 'rejected', reason: { reason: 'decided' } });
    expect(await row('clients', 'silvia')).toMatchObject({ phone: issue.ours?.phone });
    expect(await m.issues(0)).toEqual([]);
  });

  test('is decided after all when the first try failed', async () => {
    const issue = await twoPhones(m);
    const write = vi.spyOn(m.replica, 'write').mockRejectedValueOnce(new StorageFullError('no room'));
    await expect(keepMine(m.replica, issue)).rejects.toBeInstanceOf(StorageFullError);
    await keepMine(m.replica, issue);
    expect(write).toHaveBeenCalledTimes(2);
    expect(await m.issues(0)).toEqual([]);
  });
});

describe('two sets of shifts', () => {
  test('mine replaces the other whole', async () => {
    await keepMine(m.replica, await twoSets(m));
    await m.sync();
    expect(m.onServer('employee_weekly_shifts', 'gabriela/3/0')).toMatchObject({
      ...{ start_time: '10:00', end_time: '13:00', intervals: '[["10:00","13:00"],["14:00","19:00"]]', deleted: false },
    });
    await m.issues(0);
  });

  test('theirs stays', async () => {
    await keepTheirs(m.replica, await twoSets(m));
    expect(await row('employee_weekly_shifts', 'gabriela/3/0')).toMatchObject({ intervals: '[["12:00","20:00"]]', pending: 0 });
    await m.issues(0);
  });

  test('mine stands again where the other is a day off by now, and a day off of mine removes the other', async () => {
    const issue = await twoSets(m);
    m.server.put('employee_weekly_shifts', 'gabriela/3/0', { deleted: true });
    await m.sync();
    await keepMine(m.replica, issue);
    expect(await row('employee_weekly_shifts', 'gabriela/3/0')).toMatchObject({ start_time: '10:00', deleted: false });
    const dayOff = { ...issue, ours: { ...issue.ours, deleted: true } };
    await m.replica.putIssue(dayOff);
    await keepMine(m.replica, dayOff);
    await m.sync();
    expect(m.onServer('employee_weekly_shifts', 'gabriela/3/0')).toMatchObject({ deleted: true });
  });
});

describe('a record that was deleted there and changed here', () => {
  test('comes back with my changes', async () => {
    await keepMine(m.replica, await deletedThere(m));
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ ...afternoon, client_id: 'sonya', deleted: false });
    await m.issues(0);
  });

  test('takes only my changes where somebody else brought it back', async () => {
    const issue = await deletedThere(m);
    m.server.put('events', 'agreed', { deleted: false, status: 'completed', service_id: 'gel' });
    await m.sync();
    await keepMine(m.replica, issue);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ ...afternoon, status: 'completed', service_id: 'gel' });
  });

  test('takes my decisions whole: never the length of mine with the waiting of theirs', async () => {
    m.offline();
    await m.replica.write([changeOf('events', 'agreed', { end_time: at(11, 30) })]);
    m.server.put('events', 'agreed', { deleted: true });
    await m.sync();
    const issue = await m.issue('deleted-there');
    m.server.put('events', 'agreed', { deleted: false, resource_id: 'maria', processing_after: 15, processing_minutes: 30 });
    await m.sync();
    await keepMine(m.replica, issue);
    expect(await rowNow(m.replica, 'events', 'agreed')).toMatchObject({
      ...{ end_time: at(11, 30), resource_id: 'gabriela', processing_after: 0, processing_minutes: 0 },
    });
  });

  test('stays deleted when I let it be; taking that back keeps the issue', async () => {
    const issue = await deletedThere(m);
    const undo = await keepTheirs(m.replica, issue);
    expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('deleted');
    await undo?.();
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('is deleted again when bringing it back is taken back', async () => {
    const issue = await deletedThere(m);
    const undo = await keepMine(m.replica, issue);
    await undo?.();
    expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('deleted');
    expect(await m.issues(1)).toEqual([issue]);
  });
});

describe('a record that was changed there and deleted here', () => {
  test('stays with their changes, or is deleted after all', async () => {
    const issue = await editedThere(m);
    const undo = await keepTheirs(m.replica, issue);
    expect(await row('events', 'agreed')).toMatchObject({ ...evening, deleted: false, pending: 0 });
    await undo?.();
    await deleteAnyway(m.replica, issue);
    await m.issues(0);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ deleted: true });
  });

  test('deleting it after all can be taken back', async () => {
    const issue = await editedThere(m);
    const undo = await deleteAnyway(m.replica, issue);
    await undo?.();
    expect(await row('events', 'agreed')).toMatchObject({ ...evening, deleted: false });
    expect(await m.issues(1)).toEqual([issue]);
  });

  test('that is gone by now is simply let go', async () => {
    const issue = await editedThere(m);
    m.server.put('events', 'agreed', { deleted: true });
    await m.sync();
    await deleteAnyway(m.replica, issue);
    await m.issues(0);
    expect((await row('events', 'agreed'))?.pending).toBe(0);
  });
});

describe('a record that the server has forgotten', () => {
  test('is made again with the content that was kept', async () => {
    const issue = await gone(m);
    expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('none');
    await keepMine(m.replica, issue);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ ...afternoon, client_id: 'sonya', title: 'Маникюр' });
    await m.issues(0);
  });

  test('is made again with a content of before a column was added, which says of it what a new one does', async () => {
    const issue = await gone(m);
    const { processing_after: _, ...former } = issue.ours ?? {};
    await keepMine(m.replica, { ...issue, ours: former });
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ ...afternoon, processing_after: 0 });
  });

  test('is let go', async () => {
    await keepTheirs(m.replica, await gone(m));
    await m.issues(0);
    expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('none');
  });
});

describe('a refused write', () => {
  test('of a new record is sent again, and is there', async () => {
    const issue = await refusedNewClient(m);
    m.refuse(null);
    await sendAgain(m.replica, issue);
    await m.issues(0);
    expect(await m.replica.pendingCount()).toBe(1);
    await m.sync();
    expect(m.onServer('clients', 'new')).toMatchObject({ name: 'Ина Фотева' });
    await m.issues(0);
  });

  test('of a new record that was corrected since writes nothing over the correction', async () => {
    const issue = await refusedNewClient(m);
    m.refuse(null);
    await m.replica.write([changeOf('clients', 'new', { phone: '+359888000111' })]);
    await sendAgain(m.replica, issue);
    await m.sync();
    expect(m.onServer('clients', 'new')).toMatchObject({ phone: '+359888000111' });
    await m.issues(0);
  });

  test('of a change is sent again over the record as it stands now', async () => {
    const issue = await refusedChange(m);
    m.refuse(null);
    m.server.put('clients', 'silvia', { city: 'Варна' });
    await m.sync();
    await sendAgain(m.replica, issue);
    await m.sync();
    expect(m.onServer('clients', 'silvia')).toMatchObject({ notes: 'Алергия към амоняк', city: 'Варна' });
    await m.issues(0);
  });

  test('that is refused again at once still stands with its content', async () => {
    const issue = await refusedChange(m);
    // The answer arrives before the decision has ended, under the same issue id.
    const write = m.replica.write.bind(m.replica);
    m.replica.write = async (changes) => {
      await write(changes);
      await m.sync();
    };
    await sendAgain(m.replica, issue);
    expect(await m.issues(1)).toMatchObject([{ id: issue.id, ours: { notes: 'Алергия към амоняк' } }]);
  });

  test('keeps its content wherever sending it again is broken off', async () => {
    const issue = await refusedChange(m);
    broken();
    await expect(sendAgain(m.replica, issue)).rejects.toBeInstanceOf(StorageFullError);
    const [left, ...more] = await m.issues(1);
    expect(more).toEqual([]);
    expect(left?.ours).toEqual(issue.ours);
  });

  test('that was broken off before shows once, and can be sent again', async () => {
    const issue = await refusedChange(m);
    const kept = againOf(issue);
    await m.replica.putIssue(kept);
    expect(mattersOf(await m.issues(1))).toMatchObject([{ issues: [{ id: kept.id }] }]);
    m.refuse(null);
    await sendAgain(m.replica, kept);
    await m.sync();
    expect(m.onServer('clients', 'silvia')).toMatchObject({ notes: 'Алергия към амоняк' });
    await m.issues(0);
  });

  test('of a new record is discarded with the record, whatever it held when', async () => {
    const issue = await refusedNewClient(m);
    await m.replica.write([changeOf('clients', 'new', { phone: '089' })]);
    await m.sync();
    const newer = mattersOf(await m.issues(2))[0]?.issues[0];
    expect(newer?.ours).toMatchObject({ phone: '089' });
    expect(newer?.id).not.toBe(issue.id);
    if (newer) await discardRefused(m.replica, newer);
    await m.issues(0);
    expect((await recordStateOf(m.replica, 'clients', 'new')).state).toBe('deleted');
    await m.sync(); // it may have arrived once: it is deleted there, or refused for good
    expect(await m.replica.pendingCount()).toBe(0);
    expect(await m.issues(0)).toEqual([]);
  });

  test('of a change is discarded, the record stays', async () => {
    await discardRefused(m.replica, await refusedChange(m));
    await m.issues(0);
    expect(await row('clients', 'silvia')).toMatchObject({ notes: null, deleted: false });
  });

  test('of a deletion deletes when it is sent again', async () => {
    m.refuse(refusedBy('42501'));
    await m.replica.write([changeOf('events', 'agreed', { deleted: true })]);
    await m.sync();
    const issue = await m.issue('rejected');
    expect((await row('events', 'agreed'))?.deleted).toBe(false);
    m.refuse(null);
    await sendAgain(m.replica, issue);
    await m.sync();
    expect(m.onServer('events', 'agreed')).toMatchObject({ deleted: true });
  });

  test('of a new record that was written over is outdated once the newer one is refused, its copy never', async () => {
    const older = await refusedNewClient(m);
    const newer: SyncIssue = { ...older, id: `${older.id}+`, at: '2040-01-01T00:00:00.000Z' };
    expect(outdatedRefusals([older])).toEqual([]);
    expect(outdatedRefusals([older, newer, againOf(older)])).toEqual([older]);
    expect(outdatedRefusals([older, againOf(older)])).toEqual([]);
    const change: SyncIssue = { ...older, server: { name: 'x' } };
    expect(outdatedRefusals([change, { ...change, id: 'other', at: newer.at }])).toEqual([]);
  });

  test('two different refused changes of one record are both kept', async () => {
    await refusedChange(m);
    await m.replica.write([changeOf('clients', 'silvia', { notes: 'Друга бележка' })]);
    await m.sync();
    expect(mattersOf(await m.issues(2))).toHaveLength(2);
  });
});

import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eraseClient } from '#data/clients/client-erasure.ts';
import { mergeClients } from '#data/clients/client-merge.commands.ts';
import { deleteClient } from '#data/clients.commands.ts';
import { addEvent, setStatus, updateEvent } from '#data/events/events.commands.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { beginImport, goOn, undoImport } from '#data/imports/imports.ts';
import { importedId } from '#data/imports/record-imports.ts';
import { seen, stored } from '#data/replica.test-support.ts';
import { addMinutes } from '#domain/time/time.ts';
import { deletedClientIssueId, derivedIssues$ } from './derived-issues.ts';
import { bringClientBack, cancelBooking } from './issues.commands.ts';
import { bookingOfDeleted$, issuesByRow$, type SyncIssue, troubleOf } from './issues.queries.ts';
import { appointment, at, type Meeting, openMeeting, refusedBy } from './issues.test-support.ts';

/** A booking that one device makes while another deletes, erases or takes back its client: `agreed` is Соня's of 11:00. */
let m: Meeting;
beforeEach(async () => {
  m = await openMeeting();
});
afterEach(() => m.close());

const ERASED = { ...{ name: null, first_name: null, last_name: null, phone: null, deleted: true }, erased_at: at(8) };
const asked = () => m.issue('client-deleted');
const silent = () => seen(m.replica.issues$, (all) => all.every(({ kind }) => kind !== 'client-deleted'));
const client = async (id: string) => (await m.replica.keptRows('clients', [id])).get(id);
const book = (client_id: string, hour: number) =>
  addEvent(m.replica, {
    ...{ type: 'appointment' as const, resource_id: 'maria', client_id, service_id: 'nails' },
    ...{ start_time: at(hour), end_time: at(hour + 1) },
  });
/** Books without a line while the desk does that to the client. */
async function bookedMeanwhile(values: Parameters<typeof m.server.put<'clients'>>[2]): Promise<SyncIssue> {
  m.offline();
  const id = await book('silvia', 15);
  m.server.put('clients', 'silvia', values);
  await m.sync();
  const issue = await asked();
  expect(issue).toMatchObject({
    id: deletedClientIssueId(id),
    table: 'events',
    rowId: id,
    group: null,
    ours: null,
    server: null,
  });
  return issue;
}

describe('a booking to come', () => {
  test('whose client was deleted elsewhere is one issue, on the device that booked', async () => {
    const { rowId } = await bookedMeanwhile({ deleted: true });
    expect(m.replica.status$.value).toMatchObject({ issues: 1, pending: 0 });
    const marks = await seen(issuesByRow$(m.replica, 'events'), (map) => map.has(rowId));
    expect(troubleOf(marks.get(rowId))).toEqual({ refused: false, conflict: false, overlap: false, torn: false });
  });

  test('that comes for a client who was deleted here is one, too', async () => {
    m.offline();
    await deleteClient(m.replica, 'silvia');
    m.server.put('events', 'desk', appointment('silvia', 'nails', at(15), at(16)));
    await m.sync();
    expect(await asked()).toMatchObject({ rowId: 'desk' });
  });

  test('that comes for a client who was erased here is one; those that were known are cancelled with the erasure', async () => {
    m.offline();
    const known = await book('silvia', 14);
    await eraseClient(m.replica, 'silvia', at(9));
    m.server.put('events', 'desk', appointment('silvia', 'nails', at(15), at(16)));
    await m.sync();
    // The client's row and the cancelled booking's are two live reads: for a moment the known booking is an issue, too.
    const left = await seen(m.replica.issues$, (all) => all.length === 1 && all[0]?.rowId === 'desk');
    expect(left).toMatchObject([{ kind: 'client-deleted' }]);
    expect(await stored(m.replica, 'events', known)).toMatchObject({ status: 'cancelled' });
  });

  test('that comes for a client whose import was taken back here is one, and brings them back as they were imported', async () => {
    const imported = {
      ...{ first_name: 'Ина', last_name: 'Фотева', phone: '+359888100009' },
      ...{ email: null, address: null, city: null, birth_date: null, notes: null },
    };
    const batch = await beginImport(m.replica, 'clients', [imported], 'клиенти.csv');
    await goOn(m.replica, batch);
    await m.sync();
    m.offline();
    expect(await undoImport(m.replica, batch)).toEqual({ removed: 1, kept: 0 });
    m.server.put('events', 'desk', appointment(importedId(batch, 0), 'nails', at(15), at(16)));
    await m.sync();
    const issue = await asked();
    expect(issue.rowId).toBe('desk');
    await bringClientBack(m.replica, issue);
    await silent();
    expect(await client(importedId(batch, 0))).toMatchObject({ ...imported, deleted: false });
  });

  test('is one where the client was merged into another, who was deleted', async () => {
    await mergeClients(m.replica, 'denitsa', 'silvia');
    await m.sync();
    const id = await book('silvia', 15);
    await silent();
    await deleteClient(m.replica, 'denitsa');
    const issue = await asked();
    expect(issue.rowId).toBe(id);
    await bringClientBack(m.replica, issue);
    await silent();
    expect(await client('denitsa')).toMatchObject({ deleted: false });
  });

  test('is one for all parts of a visit', async () => {
    const leg = (from: string) => ({
      resource_id: 'maria',
      service_id: 'nails',
      start_time: from,
      end_time: addMinutes(from, 60),
    });
    const ids = await addVisit(m.replica, { client_id: 'silvia', legs: [leg(at(14)), leg(at(15))] });
    await deleteClient(m.replica, 'silvia');
    const issue = await asked();
    expect([issue.rowId, issue.legIds, (await m.issues(1)).length]).toEqual([ids[0], ids, 1]);
    await cancelBooking(m.replica, issue);
    await silent();
    for (const id of ids) expect(await stored(m.replica, 'events', id)).toMatchObject({ status: 'cancelled' });
  });

  test('is none once it has begun, is cancelled, or was refused, which is asked about already', async () => {
    m.refuse(refusedBy('23514', 'events_notes_check'));
    await book('silvia', 16);
    await m.sync();
    m.refuse(null);
    const cancelled = await book('silvia', 14);
    await setStatus(m.replica, { id: cancelled }, 'cancelled');
    m.server.put('events', 'begun', appointment('silvia', 'nails', at(10), at(12)));
    m.server.put('events', 'blocked', { ...appointment('silvia', 'nails', at(13), at(14)), type: 'blocking', client_id: null });
    await m.sync();
    await deleteClient(m.replica, 'silvia');
    const sure = await book('sonya', 17);
    await deleteClient(m.replica, 'sonya');
    const now = () => Date.parse(at(11, 30));
    const found = await seen(derivedIssues$(m.replica.rows, { now, later: 0 }), (all) => all.length > 0);
    expect(found.flatMap(({ kind, rowId }) => (kind === 'client-deleted' ? [rowId] : []))).toEqual([sure]);
  });
});

describe('it is decided', () => {
  test('by bringing the client back as they were, for everybody, and that can be taken back', async () => {
    const issue = await bookedMeanwhile({ deleted: true });
    expect(await firstValueFrom(bookingOfDeleted$(m.replica, issue))).toMatchObject({
      client: 'deleted',
      legs: [{ id: issue.rowId }],
    });
    const undo = await bringClientBack(m.replica, issue);
    await silent();
    await m.sync();
    expect(m.onServer('clients', 'silvia')).toMatchObject({ name: 'Силвия Маркова', phone: '+359897112900', deleted: false });
    expect(await undo()).toBe('undone');
    expect((await asked()).id).toBe(issue.id);
  });

  test('by bringing them back, which is not taken back over what somebody wrote since', async () => {
    const issue = await bookedMeanwhile({ deleted: true });
    const undo = await bringClientBack(m.replica, issue);
    await m.sync();
    m.server.put('clients', 'silvia', { phone: '+359897112999' });
    await m.sync();
    expect(await undo()).toBe('changed');
    await silent();
  });

  test('otherwise for one who was erased: nobody brings them back', async () => {
    const issue = await bookedMeanwhile(ERASED);
    expect(await firstValueFrom(bookingOfDeleted$(m.replica, issue))).toMatchObject({ client: 'erased' });
    await expect(bringClientBack(m.replica, issue)).rejects.toMatchObject({ reason: 'erased' });
    expect(await client('silvia')).toMatchObject({ deleted: true, erased_at: at(8) });
    await updateEvent(m.replica, issue.rowId, { client_id: 'denitsa' });
    await silent();
  });

  test('by cancelling it, and that can be taken back', async () => {
    const issue = await bookedMeanwhile({ deleted: true });
    const undo = await cancelBooking(m.replica, issue);
    await silent();
    expect(await stored(m.replica, 'events', issue.rowId)).toMatchObject({ status: 'cancelled' });
    await undo();
    expect((await asked()).id).toBe(issue.id);
  });

  test('elsewhere: the client is back, or the booking gone, before somebody here does', async () => {
    const issue = await bookedMeanwhile({ deleted: true });
    m.server.put('clients', 'silvia', { deleted: false });
    await m.sync();
    await silent();
    await expect(bringClientBack(m.replica, issue)).rejects.toMatchObject({ reason: 'decided' });
    await m.replica.write([{ table: 'events', id: issue.rowId, change: { deleted: true } }]);
    await expect(cancelBooking(m.replica, issue)).rejects.toMatchObject({ reason: 'decided' });
  });
});

/**
 * What a person decides about a booking whose client is deleted: the client comes back, or the booking is cancelled. Another client is
 * chosen in the booking's own dialog. Only rows are written: with them the issue goes, on every device.
 */
import { undoVisit } from '#data/events/visit-edits.ts';
import { setVisitStatus } from '#data/events/visits.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { SHAPES, sameIn } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { ResolutionError, type Undo } from './issues.commands.ts';
import { keptRows } from './kept-rows.ts';

type Client = LocalRow<'clients'>;

/** The deleted ones of the records by which a client is read: their own, and those that it was merged into one after the other. */
async function deletedRecords(replica: OpenReplica, clientId: string): Promise<readonly Client[]> {
  const chain = new Map<string, Client>();
  for (let id: string | null = clientId; id !== null && !chain.has(id); ) {
    const row: Client | undefined = (await keptRows(replica, 'clients', [id])).get(id);
    if (!row) break;
    chain.set(id, row);
    id = row.merged_into;
  }
  return [...chain.values()].filter(({ deleted }) => deleted);
}

/**
 * Brings the client of a booking back as they were.
 * @throws ResolutionError `erased`: their data are gone for good; `decided`: nothing of them is deleted; what the door throws
 */
export async function bringClientBack(replica: OpenReplica, { rowId }: SyncIssue): Promise<Undo> {
  const booking = await rowNow(replica, 'events', rowId);
  if (!booking?.client_id) throw new ResolutionError('decided');
  const records = await deletedRecords(replica, booking.client_id);
  if (records.some(({ erased_at }) => erased_at !== null)) throw new ResolutionError('erased');
  if (records.length === 0) throw new ResolutionError('decided');
  await insideOf(replica).write(records.map(({ id }) => changeOf('clients', id, { deleted: false })));
  return async () => {
    const there = await Promise.all(records.map(({ id }) => rowNow(replica, 'clients', id)));
    if (there.every((row) => row === null)) return 'gone';
    const columns = SHAPES.clients.writable.filter((column) => column !== 'deleted');
    const isAsBefore = there.every((row, n) => row && records[n] && sameIn({ ...row }, { ...records[n] }, columns));
    if (!isAsBefore) return 'changed';
    await insideOf(replica).write(records.map(({ id }) => changeOf('clients', id, { deleted: true })));
    return 'undone';
  };
}

/** Cancels the booking, of a visit all parts. @throws ResolutionError `decided`: it is not there any more; what the door throws */
export async function cancelBooking(replica: OpenReplica, { rowId }: SyncIssue): Promise<Undo> {
  if (!(await rowNow(replica, 'events', rowId))) throw new ResolutionError('decided');
  const edit = await setVisitStatus(replica, { id: rowId }, 'cancelled');
  return () => undoVisit(replica, edit);
}

/**
 * Erasure of a client on this device. Promise: after it no name or note of theirs stands in any row, `base`, `sent` or
 * issue here but their own row. It may be broken off and repeated: the server's erased row is taken after it, a person's own
 * erasure is on disk before it.
 */
import { clientsIn } from '#sync/core/beyond-backup.ts';
import { type Fields, fieldOf, type StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Step } from '#sync/core/row-state.ts';
import { allSent, emptied } from '#sync/core/sent-values.ts';
import { applySteps, type WriteContext } from './apply-steps.ts';

const isOf = (row: Fields | null | undefined, clientId: string): boolean => !!row && fieldOf(row, 'client_id') === clientId;
const withoutNote = <T extends Fields | null>(row: T): T => (row === null ? row : { ...row, notes: null });

/**
 * Takes an erased client, and the duplicates merged into them, out of issues, notes of bookings, and what those were before
 * their edits. Done again it changes nothing.
 * @throws what the storage threw
 */
export async function wipeClient(context: WriteContext, clientId: string): Promise<void> {
  const erasedIds = await withMerged(context, clientId);
  await context.issues.rewrite((issue) => erasedIds.reduce<SyncIssue | null>((rest, id) => rest && wipedIssue(rest, id), issue));
  const isConcerned = (row: StateRow) =>
    isOf(row, clientId) || isOf(row.base, clientId) || (allSent(row.sent)?.client_id?.includes(clientId) ?? false);
  const ids = await context.store.scan('events', isConcerned);
  const wiped = (row: StateRow): Step => ({ kind: 'put', row: wipedEvent(row, clientId), hidden: null, issues: [] });
  await applySteps(context, 'server', 'events', ids, (row) => (row === null ? { kind: 'keep' } : wiped(row)));
}

/** They, and whom an issue from before a restored backup says to be merged into them: the server has no word of those. */
async function withMerged({ issues }: WriteContext, clientId: string): Promise<readonly string[]> {
  const all = new Set([clientId]);
  const merged = (await issues.list()).filter(({ kind, table }) => kind === 'restored' && table === 'clients');
  for (const id of all) for (const { rowId, ours } of merged) if (ours?.merged_into === id) all.add(rowId);
  return [...all];
}

/** Returns the issue without what it says of that client; null when nothing of it is left. */
export function wipedIssue(issue: SyncIssue, clientId: string): SyncIssue | null {
  if (issue.table === 'clients' && issue.rowId === clientId) return null;
  // Nothing that refers to them is put back.
  if (issue.kind === 'restored' && clientsIn(issue).includes(clientId)) return null;
  if (issue.table !== 'events' || !(isOf(issue.ours, clientId) || isOf(issue.server, clientId))) return issue;
  return { ...issue, ours: withoutNote(issue.ours), server: withoutNote(issue.server) };
}

/** Their notes go, wherever they stand; a pending change of the event *to* them is taken back. */
export function wipedEvent(row: StateRow, clientId: string): StateRow {
  let next: StateRow = row;
  const { base } = row;
  if (isOf(row, clientId)) {
    const takenBack = base !== null && !isOf(base, clientId) && base.deleted !== true;
    next = takenBack
      ? { ...next, client_id: fieldOf(base, 'client_id'), notes: fieldOf(base, 'notes') }
      : { ...next, notes: null };
  } else if (base !== null && isOf(base, clientId) && fieldOf(row, 'notes') === fieldOf(base, 'notes')) {
    next = { ...next, notes: null };
  }
  if (isOf(base, clientId)) next = { ...next, base: withoutNote(base) };
  if (allSent(next.sent)?.notes !== undefined) next = { ...next, sent: emptied(next.sent, 'notes') };
  return next;
}

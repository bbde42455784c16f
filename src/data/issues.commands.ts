/**
 * What a person decides about a sync issue. Each decision is one call of the person's door and then the issue's removal: a
 * crash between the two leaves the issue standing, and deciding again changes nothing more. Where a decision is cheap to
 * take back, the answer is how; null where it is not.
 */
import { firstValueFrom } from 'rxjs';
import { SHAPES } from '#sync/columns.ts';
import type { SyncIssue } from '#sync/issues.ts';
import type { Change, Replica } from '#sync/replica.ts';
import { againOf, supersededBy } from './issues.queries.ts';
import { keptRows, type Standing, standingOf } from './kept-rows.ts';

type Content = Readonly<Record<string, unknown>>;
/** Brings back how it stood before the decision, the issue included. */
export type Undo = () => Promise<void>;

/** A decision that cannot be carried out; nothing was written and the issue stands as it was. */
export class ResolutionError extends Error {
  override readonly name = 'ResolutionError';
  /**
   * `erased`: the client was erased meanwhile; `removed`: the record that would be changed is not there any more; `decided`:
   * the issue is closed, or another tab is about to close it.
   */
  constructor(readonly reason: 'erased' | 'removed' | 'decided') {
    super(reason);
  }
}

/**
 * Carries a decision out where no other tab has decided. `leaveOpen`: for one after which the issue stands.
 * @throws ResolutionError `decided`
 */
async function deciding<T>(
  replica: Replica,
  { id }: SyncIssue,
  carryOut: (leaveOpen: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const end = await replica.claimIssue(id);
  if (end === null) throw new ResolutionError('decided');
  try {
    return await carryOut(end);
  } catch (error) {
    await end().catch((failure: unknown) => console.warn('The claim ends by itself', failure));
    throw error;
  }
}

const write = (replica: Replica, { table, rowId }: SyncIssue, change: Content) =>
  replica.write([{ table, id: rowId, change } as Change]);

const picked = (row: Content, columns: Iterable<string>): Content =>
  Object.fromEntries([...columns].map((column) => [column, row[column] ?? null]));

async function isErasedClient(replica: Replica, id: unknown): Promise<boolean> {
  if (typeof id !== 'string') return false;
  return ((await keptRows(replica, 'clients', [id])).get(id)?.erased_at ?? null) !== null;
}

/** Puts an issue back as it was, without what an erasure has taken meanwhile (design: SYNC.md, "Erasure"). */
async function putBack(replica: Replica, issue: SyncIssue): Promise<void> {
  if (issue.table === 'clients' && (await isErasedClient(replica, issue.rowId))) return;
  const sides = [issue.ours, issue.server];
  const erased = await Promise.all(sides.map((side) => isErasedClient(replica, side?.client_id)));
  const clean = (side: Content | null) => (side && erased.includes(true) ? { ...side, notes: null } : side);
  await replica.putIssue({ ...issue, ours: clean(issue.ours), server: clean(issue.server) });
}

/** The columns in which our content differs from the server's at that time; all of them where it had none. */
function differing({ table, ours, server }: SyncIssue): Content {
  const { writable } = SHAPES[table];
  const mine = picked(ours ?? {}, writable);
  if (server === null) return mine;
  return picked(
    mine,
    writable.filter((column) => mine[column] !== (server[column] ?? null)),
  );
}

/** What our side of the issue writes over the record as it stands now. */
function changeOfMine(issue: SyncIssue, { state }: Standing): Content {
  const ours = issue.ours ?? {};
  const whole = picked(ours, SHAPES[issue.table].writable);
  const gone = ours.deleted === true;
  if (issue.kind === 'set') {
    if (gone) return { deleted: true };
    const group = SHAPES[issue.table].table.groups[0] ?? [];
    return { ...(state === 'none' ? whole : picked(ours, group)), deleted: false };
  }
  if (state === 'none') return { ...whole, deleted: issue.kind === 'rejected' && gone };
  if (issue.kind === 'field') return { ...picked(ours, issue.group ?? []), deleted: false };
  if (issue.kind === 'rejected') return { ...differing(issue), deleted: gone };
  return { ...(state === 'there' ? differing(issue) : whole), deleted: false };
}

async function refuseErased(replica: Replica, issue: SyncIssue, { row }: Standing, change: Content): Promise<void> {
  if (issue.table === 'clients' && (await isErasedClient(replica, issue.rowId))) throw new ResolutionError('erased');
  if (issue.table !== 'events' || !change.client_id || row === null) return;
  const stands: Content = { ...row };
  const otherClient = stands.client_id !== change.client_id;
  if (otherClient && (await isErasedClient(replica, change.client_id))) throw new ResolutionError('erased');
}

/** Writes our side over the record; the answer writes back how it stood. */
async function writeMine(replica: Replica, issue: SyncIssue): Promise<Undo> {
  const before = await standingOf(replica, issue.table, issue.rowId);
  const change = changeOfMine(issue, before);
  await refuseErased(replica, issue, before, change);
  await write(replica, issue, change);
  const stood: Content | null = before.row && { ...before.row };
  const was = stood ? picked(stood, Object.keys(change)) : { deleted: true };
  return () => write(replica, issue, was);
}

const resolveWithMine = (replica: Replica, issue: SyncIssue): Promise<Undo> =>
  deciding(replica, issue, async () => {
    const unwrite = await writeMine(replica, issue);
    await replica.removeIssue(issue.id);
    return async () => {
      await putBack(replica, issue);
      await unwrite();
    };
  });

/**
 * Our values of the field group, or our whole set of shifts, over the record as it stands now: an ordinary new edit. A record
 * that was deleted meanwhile comes back with them.
 * @throws ResolutionError `erased`, `decided`; what the door throws (StorageFullError, StorageClosedError).
 */
export const keepMine = resolveWithMine;

/**
 * Brings back, with our changes, what was deleted or is gone on the server; where somebody else has brought it back
 * meanwhile, only what we changed is written over it. @throws as `keepMine`.
 */
export const restoreMine = resolveWithMine;

/** The record stays as the server has it; our side is let go. @throws ResolutionError `decided` */
export const keepTheirs = (replica: Replica, issue: SyncIssue): Promise<Undo> =>
  deciding(replica, issue, async () => {
    await replica.removeIssue(issue.id);
    return () => putBack(replica, issue);
  });

/** Deletes the record after all, though somebody else has changed it. @throws ResolutionError `decided`; what the door throws */
export const deleteAnyway = (replica: Replica, issue: SyncIssue): Promise<Undo> =>
  deciding(replica, issue, async () => {
    const { state } = await standingOf(replica, issue.table, issue.rowId);
    if (state === 'there') await write(replica, issue, { deleted: true });
    await replica.removeIssue(issue.id);
    return async () => {
      await putBack(replica, issue);
      if (state === 'there') await write(replica, issue, { deleted: false });
    };
  });

/**
 * Sends a refused write again as it is. The server may refuse it again before this has ended, under the very same issue id;
 * so the content is first kept under an id of its own, and only that is removed afterwards. @throws as `keepMine`.
 */
export const sendAgain = (replica: Replica, issue: SyncIssue): Promise<null> =>
  deciding(replica, issue, async () => {
    const before = await standingOf(replica, issue.table, issue.rowId);
    const change = changeOfMine(issue, before);
    await refuseErased(replica, issue, before, change);
    const kept = againOf(issue);
    if (kept.id !== issue.id) {
      await replica.putIssue(kept);
      await replica.removeIssue(issue.id);
    }
    await write(replica, issue, change);
    await replica.removeIssue(kept.id);
    return null;
  });

/**
 * Lets go of a refused write for good; a refused new record goes from this device with it.
 * @throws ResolutionError `decided`; what the door throws
 */
export const discardRefused = (replica: Replica, issue: SyncIssue): Promise<null> =>
  deciding(replica, issue, async () => {
    const all = await firstValueFrom(replica.issues$);
    const { row, state } = await standingOf(replica, issue.table, issue.rowId);
    if (issue.server === null && state === 'there' && row?.rev === 0) await write(replica, issue, { deleted: true });
    for (const { id } of supersededBy(issue, all)) await replica.removeIssue(id);
    await replica.removeIssue(issue.id);
    return null;
  });

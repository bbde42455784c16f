/**
 * The rebuild in place: everything is pulled anew while the rows that are here stay visible and writable; what the server
 * did not bring goes at the end. Promises: unsent rows come first and are never swept; whoever lost track of what has
 * been brought (another tab, a reload) starts from the first page; of two tabs that rebuild at the same time, one gives way;
 * an erasure outranks a backup that is older than it, and is repeated by those alone who may erase.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { may } from '#schemas/rights.ts';
import { isErased, type StateRow } from '#sync/core/columns.ts';
import type { Fork } from '#sync/core/history-name.ts';
import { erasedAgain, KEEP, rebuilt, received, receivedAnew, type Step, type StepContext } from '#sync/core/row-state.ts';
import { BLANK_STATE, forkIn, rebuildResumed, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { WireRow } from '#sync/server/server.ts';
import { applySteps, stepContextOf } from '#sync/writes/apply-steps.ts';
import { type Rebuilding, type RoundCall, type RoundContext, stillSame } from './context.ts';

/** Returns what a tab knows of rebuilds that has begun none. */
export const rebuilding = (): Rebuilding => ({ generation: null, brought: new Map(), gaveWayAt: null });

/** Forgets this tab's part in a rebuild: it is done, or begins anew. */
export function workEnds({ rebuilding }: RoundContext): void {
  rebuilding.generation = null;
  rebuilding.brought = new Map();
  rebuilding.gaveWayAt = null;
}

/** Rows a write. */
const AT_ONCE = 1000;

const broughtHere = (context: RoundContext, table: TableName, id: string): boolean =>
  context.rebuilding.brought.get(table)?.has(id) ?? false;

const isOurs = (context: RoundContext): Promise<boolean> => stillSame(context, context.rebuilding);

/**
 * A tab that was overtaken ends its round and leaves the rebuild to the other, for as long as that one gets on; or, where
 * nothing keeps their rounds apart, they would restart each other for ever.
 */
function giveWay({ rebuilding }: RoundContext, { generation, cursors }: SyncState): void {
  const at = JSON.stringify([generation, cursors]);
  const hasProgressed = rebuilding.gaveWayAt !== null && rebuilding.gaveWayAt !== at;
  const givesWay = rebuilding.generation !== null || hasProgressed;
  rebuilding.generation = null;
  rebuilding.gaveWayAt = givesWay ? at : null;
  if (givesWay) throw new DOMException('another tab rebuilds', 'AbortError');
}

/**
 * Goes on with the rebuild that this tab began; begins it again where this tab knows nothing of it.
 * @throws AbortError when another tab is at it
 */
export async function resumeRebuild(context: RoundContext, found: SyncState): Promise<SyncState> {
  let state = found;
  while (state.rebuild && state.generation !== context.rebuilding.generation) {
    giveWay(context, state);
    const { generation, rebuild } = state;
    let isCurrent = false;
    const saved = await context.docs.update<SyncState>(STATE_DOCUMENT, (current) => {
      isCurrent = (current ?? BLANK_STATE).generation === generation;
      return isCurrent ? rebuildResumed({ ...BLANK_STATE, ...current }, rebuild) : null;
    });
    state = { ...BLANK_STATE, ...saved };
    if (!isCurrent || !state.rebuild) continue;
    context.rebuilding.generation = state.generation;
    context.rebuilding.brought = new Map();
    if (state.rebuild.historyChanged) await eraseAgain(context, state); // ★ erasureOutranks
  }
  return state;
}

/**
 * The device of a person who may not erase repeats no erasure: it would be refused and stay unsent for ever. The server repeats
 * those that it knows.
 */
async function eraseAgain(context: RoundContext, { membership }: SyncState): Promise<void> {
  if (membership !== null && !may(membership.role, 'clients', 'erased_at')) return; // ★ whoErasesRepeats
  const ids = await context.store.scan('clients', (row) => isErased('clients', row));
  await applySteps(context, 'server', 'clients', ids, (row) => erasedAgain('clients', row));
}

/** Unsent rows that the server has not spoken of yet: what they stand on may be gone there, or mean nothing any more. */
export async function keepUnsent(context: RoundContext, call: RoundCall, state: SyncState): Promise<void> {
  const stepContext = stepContextOf(context, null);
  for (const table of TABLE_NAMES) {
    call.signal.throwIfAborted();
    const ids = (await context.store.pending(table)).map(({ id }) => id);
    await applySteps(context, 'server', table, ids, (row) => unsentKept(context, stepContext, table, row, forkIn(state)));
  }
}

/** The same for one row. Somebody may edit, at any moment of a rebuild, a row that it has not reached. */
export const unsentKept = (
  context: RoundContext,
  stepContext: StepContext,
  table: TableName,
  row: StateRow | null,
  fork: Fork | null,
): Step => (row?.pending === 1 && !broughtHere(context, table, row.id) ? rebuilt(stepContext, table, row, fork) : KEEP);

/** Returns the step by which a row of the server is taken now; in a rebuild after a changed history it is another one. */
export function taking(context: RoundContext, state: SyncState): typeof received {
  const fork = forkIn(state);
  if (fork === null) return received;
  return (stepContext, table, row, wire) =>
    broughtHere(context, table, wire.id)
      ? received(stepContext, table, row, wire)
      : receivedAnew(stepContext, table, row, wire, fork);
}

/**
 * Notes that the server has spoken of these rows: the rebuild's end does not remove them. Outside of a rebuild it does nothing.
 */
export function noteBrought(context: RoundContext, { rebuild }: SyncState, table: TableName, rows: readonly WireRow[]): void {
  if (!rebuild) return;
  const broughtIds = context.rebuilding.brought.get(table) ?? new Set();
  context.rebuilding.brought.set(table, broughtIds);
  for (const { id } of rows) broughtIds.add(id);
}

/**
 * Removes the settled rows that the server did not bring; not one that another tab has settled or brought while this one
 * stood still before its write. Returns false when another tab has begun anew meanwhile.
 */
export async function sweep(context: RoundContext, call: RoundCall, state: SyncState): Promise<boolean> {
  const fork = forkIn(state);
  const stepContext = stepContextOf(context, state.horizon);
  for (const table of TABLE_NAMES) {
    const revs = new Map<string, number>();
    const toSweep = await context.store.scan(table, (row) => {
      const notBrought = (row.rev > 0 || row.pending === 1) && !broughtHere(context, table, row.id);
      if (notBrought) revs.set(row.id, row.rev);
      return notBrought;
    });
    for (let at = 0; at < toSweep.length; at += AT_ONCE) {
      if (!(await isOurs(context))) return false;
      call.signal.throwIfAborted();
      await applySteps(context, 'server', table, toSweep.slice(at, at + AT_ONCE), (row, id) =>
        row?.pending === 0 && row.rev !== revs.get(id) ? KEEP : rebuilt(stepContext, table, row, fork),
      );
      call.alive();
    }
  }
  return isOurs(context);
}

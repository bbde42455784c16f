/**
 * The rebuild in place: everything is pulled anew while the rows that are here stay visible and writable; what the server
 * did not bring goes at the end. Promises: unsent rows come first and are never swept; whoever lost track of what has
 * been brought (another tab, a reload) starts from the first page; of two tabs that rebuild at the same time, one gives way;
 * an erasure outranks a backup that is older than it.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { isErased, type StateRow } from '#sync/core/columns.ts';
import type { Fork } from '#sync/core/history-name.ts';
import { erasedAgain, KEEP, rebuilt, type Setting, type Step, taken, takenAnew } from '#sync/core/row-state.ts';
import { BLANK_STATE, forkIn, rebuildResumed, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { WireRow } from '#sync/server/server.ts';
import { passDoor } from '#sync/writes/apply-steps.ts';
import { type Rebuilding, type RoundCall, type RoundContext, settingOf, stillSame } from './context.ts';

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

const broughtHere = (engine: RoundContext, table: TableName, id: string): boolean =>
  engine.rebuilding.brought.get(table)?.has(id) ?? false;

const isOurs = (engine: RoundContext): Promise<boolean> => stillSame(engine, engine.rebuilding);

/**
 * A tab that was overtaken ends its round and leaves the rebuild to the other, for as long as that one gets on; or, where
 * nothing keeps their rounds apart, they would restart each other for ever.
 */
function giveWay({ rebuilding }: RoundContext, { generation, cursors }: SyncState): void {
  const at = JSON.stringify([generation, cursors]);
  const getsOn = rebuilding.gaveWayAt !== null && rebuilding.gaveWayAt !== at;
  const gives = rebuilding.generation !== null || getsOn;
  rebuilding.generation = null;
  rebuilding.gaveWayAt = gives ? at : null;
  if (gives) throw new DOMException('another tab rebuilds', 'AbortError');
}

/**
 * Goes on with the rebuild that this tab began; begins it again where this tab knows nothing of it.
 * @throws AbortError when another tab is at it
 */
export async function resumeRebuild(engine: RoundContext, found: SyncState): Promise<SyncState> {
  let state = found;
  while (state.rebuild && state.generation !== engine.rebuilding.generation) {
    giveWay(engine, state);
    const { generation, rebuild } = state;
    let mine = false;
    const saved = await engine.docs.update<SyncState>(STATE_DOCUMENT, (current) => {
      mine = (current ?? BLANK_STATE).generation === generation;
      return mine ? rebuildResumed({ ...BLANK_STATE, ...current }, rebuild) : null;
    });
    state = { ...BLANK_STATE, ...saved };
    if (!mine || !state.rebuild) continue;
    engine.rebuilding.generation = state.generation;
    engine.rebuilding.brought = new Map();
    if (state.rebuild.historyChanged) await eraseAgain(engine); // ★ erasureOutranks
  }
  return state;
}

async function eraseAgain(engine: RoundContext): Promise<void> {
  const ids = await engine.store.scan('clients', (row) => isErased('clients', row));
  await passDoor(engine, 'server', 'clients', ids, (row) => erasedAgain('clients', row));
}

/** Unsent rows that the server has not spoken of yet: what they stand on may be gone there, or mean nothing any more. */
export async function keepUnsent(engine: RoundContext, call: RoundCall, state: SyncState): Promise<void> {
  const setting = settingOf(engine, null);
  for (const table of TABLE_NAMES) {
    call.signal.throwIfAborted();
    const ids = (await engine.store.pending(table)).map(({ id }) => id);
    await passDoor(engine, 'server', table, ids, (row) => unsentKept(engine, setting, table, row, forkIn(state)));
  }
}

/** The same for one row. Somebody may edit, at any moment of a rebuild, a row that it has not reached. */
export const unsentKept = (
  engine: RoundContext,
  setting: Setting,
  table: TableName,
  row: StateRow | null,
  fork: Fork | null,
): Step => (row?.pending === 1 && !broughtHere(engine, table, row.id) ? rebuilt(setting, table, row, fork) : KEEP);

/** Returns the step by which a row of the server is taken now; in a rebuild after a changed history it is another one. */
export function taking(engine: RoundContext, state: SyncState): typeof taken {
  const fork = forkIn(state);
  if (fork === null) return taken;
  return (setting, table, row, wire) =>
    broughtHere(engine, table, wire.id) ? taken(setting, table, row, wire) : takenAnew(setting, table, row, wire, fork);
}

/**
 * Notes that the server has spoken of these rows: the rebuild's end does not remove them. Outside of a rebuild it does nothing.
 */
export function noteBrought(engine: RoundContext, { rebuild }: SyncState, table: TableName, rows: readonly WireRow[]): void {
  if (!rebuild) return;
  const known = engine.rebuilding.brought.get(table) ?? new Set();
  engine.rebuilding.brought.set(table, known);
  for (const { id } of rows) known.add(id);
}

/**
 * Removes the settled rows that the server did not bring; not one that another tab has settled or brought while this one
 * stood still before its write. Returns false when another tab has begun anew meanwhile.
 */
export async function sweep(engine: RoundContext, call: RoundCall, state: SyncState): Promise<boolean> {
  const fork = forkIn(state);
  const setting = settingOf(engine, state.horizon);
  for (const table of TABLE_NAMES) {
    const revs = new Map<string, number>();
    const wanted = await engine.store.scan(table, (row) => {
      const left = (row.rev > 0 || row.pending === 1) && !broughtHere(engine, table, row.id);
      if (left) revs.set(row.id, row.rev);
      return left;
    });
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      if (!(await isOurs(engine))) return false;
      call.signal.throwIfAborted();
      await passDoor(engine, 'server', table, wanted.slice(at, at + AT_ONCE), (row, id) =>
        row?.pending === 0 && row.rev !== revs.get(id) ? KEEP : rebuilt(setting, table, row, fork),
      );
      call.alive();
    }
  }
  return isOurs(engine);
}

/**
 * Fills a fresh replica with the settled rows of the version that was used last, so that the calendar opens without a network
 * after an update; one that is open elsewhere too. Promises: what the calendar needs comes first; a row that is here
 * already (a person's, or newer) stays; a version is being copied until all of it is here, whenever this breaks off; what
 * was copied is verified by a rebuild; a version whose first sync never ended is copied too: what it sent stands in no other
 * version, and a backup restored since may not have it.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { behindHorizon, isErased, type StateRow } from '#sync/core/columns.ts';
import { BLANK_STATE, firstWeek, LATER, rebuildBegun, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { Clock } from '#sync/machine/clock.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import { applySteps, type ChangedRow, type WriteContext } from '#sync/writes/apply-steps.ts';
import { wipeClient } from '#sync/writes/erasure.ts';
import { rowInThisVersion, settledPart } from './adopt-row.ts';
import {
  documentsBetween,
  documentsById,
  eachPage,
  type LocalDocument,
  localDocuments,
  type RawDocument,
  rowsIn,
  versionsBeside,
} from './other-versions.ts';

/** All that copying settled rows from another local schema version works with. */
export interface Filling extends WriteContext {
  readonly userId: string;
  readonly salonId: number;
  readonly docs: DocStore;
  readonly clock: Clock;
}

/** Returns the sync state among the local documents of another version; a blank one where it has none. */
export const stateOf = (documents: readonly LocalDocument[]): SyncState => ({
  ...BLANK_STATE,
  ...(documents.find(({ id }) => id === STATE_DOCUMENT)?.value as SyncState | undefined),
});

/** The version whose settled rows are still to be copied; null when there is nothing to copy (any more). */
export const versionBeingCopied = async (docs: DocStore): Promise<string | null> =>
  (await docs.read<SyncState>(STATE_DOCUMENT))?.rebuild?.copying ?? null;

/** Before that nothing was sent from it or taken. */
const belongsToAHistory = ({ epoch, rebuild }: SyncState): boolean => epoch !== null || (rebuild?.historyChanged ?? false);

/**
 * Notes which version is to be copied, before anything is. Does nothing in a replica that has begun on its own. Returns
 * whether there is something to copy.
 */
export async function beginCopy(to: Filling): Promise<boolean> {
  const begun = await to.docs.read<SyncState>(STATE_DOCUMENT);
  if (begun !== null && begun.rebuild?.copying === undefined) return false;
  const versions = await versionsBeside(to.userId, to.salonId);
  if (begun !== null) return versions.some(({ name }) => name === begun.rebuild?.copying);
  const states = await Promise.all(versions.map(async ({ name }) => ({ name, state: stateOf(await localDocuments(name)) })));
  const usable = states.filter(({ state }) => belongsToAHistory(state));
  const [latest] = usable.sort(
    (a, b) =>
      Number(b.state.calendarReady) - Number(a.state.calendarReady) ||
      ((a.state.lastSyncedAt ?? '') < (b.state.lastSyncedAt ?? '') ? 1 : -1),
  );
  if (latest === undefined) return false;
  const { epoch, seen, horizon, horizonRev, rebuild, membership } = latest.state;
  const copyState: SyncState = {
    ...BLANK_STATE,
    ...{ epoch, seen, horizon, horizonRev, membership },
    expected: await rowsIn(latest.name),
    rebuild: { ...(rebuild ?? { historyChanged: false }), copying: latest.name },
  };
  const saved = await to.docs.update<SyncState>(STATE_DOCUMENT, (current) => (current === null ? copyState : null));
  return saved?.rebuild?.copying !== undefined;
}

/** Thrown when the replica is closed, or when another tab has ended the copying. */
class Ended extends Error {}

/** Copies what `beginCopy` has noted; from the start again after a kill. Broken off with an AbortError by `signal`. */
export async function copySettled(to: Filling, signal: AbortSignal): Promise<void> {
  const name = await versionBeingCopied(to.docs);
  if (name === null) return;
  const old = stateOf(await localDocuments(name));
  let received = 0;
  let inserted = false;
  /** Changes the state while it is this copying's; whoever finds it ended has what came too late looked at again. */
  const advance = async (change: (current: SyncState) => SyncState): Promise<SyncState> => {
    signal.throwIfAborted();
    let isCurrent = true;
    const saved = await to.docs.update<SyncState>(STATE_DOCUMENT, (current) => {
      isCurrent = current?.rebuild?.copying === name;
      if (current !== null && isCurrent) return change(current);
      return inserted ? rebuildBegun({ ...BLANK_STATE, ...current }, { historyChanged: false }) : null;
    });
    inserted = false;
    if (!isCurrent || saved === null) throw new Ended();
    return saved;
  };
  const take = async (table: TableName, documents: readonly RawDocument[], counts: boolean) => {
    received += counts ? documents.length : 0;
    const { horizon } = await advance((current) => ({ ...current, received }));
    inserted = (await copyPage(to, horizon, table, documents)).length > 0;
  };
  const takeAll = (table: TableName) => eachPage(name, table, (documents) => take(table, documents, true));
  try {
    for (const table of TABLE_NAMES) if (!LATER.includes(table)) await takeAll(table);
    await takeFirstWeek(name, firstWeek(to.clock.now()), (table, documents) => take(table, documents, false));
    const { calendarReady } = old;
    await advance((current) => ({ ...current, calendarReady, weekRead: calendarReady }));
    for (const table of LATER) await takeAll(table);
    await advance(({ rebuild, ...current }) => ({
      ...current,
      ...{ pulledOnce: old.pulledOnce, lastSyncedAt: old.lastSyncedAt, received: 0, expected: null },
      rebuild: { historyChanged: rebuild?.historyChanged ?? false, ...(rebuild?.left ? { left: rebuild.left } : {}) },
    }));
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
}

/** Takes the events of the first week; all events if that version has no index of their days. */
async function takeFirstWeek(
  name: string,
  { from, to }: { readonly from: string; readonly to: string },
  take: (table: TableName, documents: readonly RawDocument[]) => Promise<void>,
): Promise<void> {
  const events = await documentsBetween(name, 'events', 'start_time', from, to);
  if (events === null) {
    for (const table of ['clients', 'events'] as const) await eachPage(name, table, (documents) => take(table, documents));
    return;
  }
  const clients = new Set(events.flatMap(({ client_id }) => (typeof client_id === 'string' ? [client_id] : [])));
  await take('clients', await documentsById(name, 'clients', [...clients]));
  await take('events', events);
}

/** Returns the rows that were not here. */
async function copyPage(
  to: Filling,
  horizon: string | null,
  table: TableName,
  documents: readonly RawDocument[],
): Promise<readonly ChangedRow[]> {
  const rows = new Map<string, { row: StateRow; hidden: boolean }>();
  for (const document of documents) {
    const found = rowInThisVersion(table, to.salonId, document);
    const row = found && settledPart(found);
    if (row) rows.set(row.id, { row, hidden: document._deleted !== '0' || row.deleted || behindHorizon(table, row, horizon) });
  }
  const changed = await applySteps(to, 'server', table, [...rows.keys()], (cur, id) => {
    const copy = rows.get(id);
    if (!copy || (cur !== null && (cur.pending === 1 || cur.rev === 0 || cur.rev >= copy.row.rev))) return { kind: 'keep' };
    return { kind: 'put', ...copy, issues: [] };
  });
  if (table === 'events') for (const client of await erasedAmong(to, rows.values())) await wipeClient(to, client);
  return changed;
}

/** Clients erased here by their person while the note on a booking of theirs came from the other version. */
async function erasedAmong(to: Filling, rows: Iterable<{ readonly row: StateRow }>): Promise<readonly string[]> {
  const clients = new Set<string>();
  for (const { row } of rows) if (typeof row.client_id === 'string' && row.notes !== null) clients.add(row.client_id);
  const stored = await to.store.read('clients', [...clients]);
  return [...clients].filter((id) => isErased('clients', stored.get(id)?.row ?? {}));
}

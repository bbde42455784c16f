/**
 * Writing a person's changes, those of one command. Promises: nothing is written where any value has no canonical form; rows
 * of one table are written together, tables in order of dependency, and put back when a later one fails; what the person's role
 * may not write is written by none of it; an erasure wipes what else speaks of its client.
 */
import { canonicalChange } from '#schemas/canonical.ts';
import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { type Fields, isErased, SHAPES, type StateRow } from '#sync/core/columns.ts';
import { beyondRole, RoleError, serverVersion } from '#sync/core/role-gate.ts';
import { KEEP, type Step, type StepContext, written } from '#sync/core/row-state.ts';
import type { SyncState } from '#sync/core/sync-state.ts';
import { applySteps, type ChangedRow, stepContextOf, type WriteContext } from './apply-steps.ts';
import { changesWithoutErasedNotes } from './erased-notes.ts';
import { wipeClient } from './erasure.ts';
import { closeRefusals } from './refused-rows.ts';

/** New values of some columns of a row; a row that is not there is made. */
export interface UntypedChange {
  readonly table: TableName;
  readonly id: string;
  readonly change: Fields;
}

/** The parts of the replica that a write knows. */
export type WriteState = Pick<SyncState, 'horizon' | 'membership'>;

/**
 * Returns whether anything is to be sent now.
 * @throws InvalidValueError, RoleError before anything is written, or what the storage threw
 */
export async function writeLocal(
  context: WriteContext,
  { horizon, membership }: WriteState,
  changes: readonly UntypedChange[],
): Promise<boolean> {
  const canonical = changes.map(({ table, id, change }) => ({
    table,
    id,
    change: canonicalChange(SHAPES[table].table.columns, change), // ★ canonicalValues
  }));
  if (membership && membership.role !== 'owner') await askRole(context, membership.role, canonical);
  const writtenTables: WrittenTable[] = [];
  try {
    return await writeTables(context, horizon, canonical, writtenTables);
  } catch (error) {
    await takeBack(context, writtenTables).catch((second: unknown) => console.warn('What was written stays, unsent', second));
    throw error;
  }
}

/** @throws RoleError for the first thing that the role may not write */
async function askRole({ store }: WriteContext, role: SalonRole, changes: readonly UntypedChange[]): Promise<void> {
  for (const table of new Set(changes.map((change) => change.table))) {
    const asked = changes.filter((change) => change.table === table);
    const stored = await store.read(
      table,
      asked.map(({ id }) => id),
    );
    for (const { id, change } of asked) {
      const [first] = beyondRole(role, table, serverVersion(stored.get(id)?.row ?? null), change);
      if (first !== undefined) throw new RoleError(table, first); // ★ roleIsAskedFirst
    }
  }
}

async function writeTables(
  context: WriteContext,
  horizon: string | null,
  canonical: readonly UntypedChange[],
  writtenTables: WrittenTable[],
): Promise<boolean> {
  let wrote = false;
  for (const table of TABLE_NAMES) {
    const changesById = new Map<string, Fields>();
    for (const { table: to, id, change } of canonical)
      if (to === table) changesById.set(id, { ...changesById.get(id), ...change });
    if (changesById.size === 0) continue;
    const stepContext = stepContextOf(context, horizon);
    const clean = table === 'events' ? await changesWithoutErasedNotes(context.store, changesById) : changesById;
    const changed = await applySteps(context, 'person', table, [...changesById.keys()], (row, id) =>
      written(stepContext, table, id, row, clean.get(id) ?? {}),
    );
    writtenTables.push({ table, changed });
    if (table === 'clients')
      for (const { id, after } of changed)
        if (after !== null && isErased(table, after)) await eraseAll(context, stepContext, id, after);
    wrote ||= changed.some(({ after }) => after?.pending === 1);
  }
  // Not before all of it is written: what is put back needs its issue.
  for (const { table, changed } of writtenTables) await closeRefusals(context, 'person', table, changed);
  return wrote;
}

/** An erased client takes along the duplicates that were merged into them; the database does the same. */
async function eraseAll(context: WriteContext, stepContext: StepContext, id: string, { erased_at }: StateRow): Promise<void> {
  await wipeClient(context, id);
  const duplicates = await context.store.scan('clients', (row) => row.merged_into === id && !isErased('clients', row));
  const changed = await applySteps(context, 'person', 'clients', duplicates, (row, duplicate) =>
    written(stepContext, 'clients', duplicate, row, { erased_at }),
  );
  for (const { id: duplicate, after } of changed) if (after !== null) await eraseAll(context, stepContext, duplicate, after);
}

/** The rows of one table that a command has written. */
export interface WrittenTable {
  readonly table: TableName;
  readonly changed: readonly ChangedRow[];
}

/**
 * Puts back what a command that failed half-way has written, the last table first: each table is a database of its own. Only
 * rows that stand as the command wrote them are put back; what has left for the server meanwhile, and an erasure, stay.
 * @throws what the storage throws: the rest then stays, unsent and visible
 */
export async function takeBack(context: WriteContext, written: readonly WrittenTable[]): Promise<void> {
  for (const { table, changed } of written.toReversed()) {
    const byId = new Map(changed.map((change) => [change.id, change]));
    await applySteps(context, 'person', table, [...byId.keys()], (row, id) => stepBack(table, row, byId.get(id)));
  }
}

function stepBack(table: TableName, row: StateRow | null, change: ChangedRow | undefined): Step {
  if (change === undefined) return KEEP;
  const { before, after } = change;
  // Only what never left goes without a trace; so nobody else has taken it away.
  const isAsWritten = row === null || after === null ? row === after : !isErased(table, after) && isUnchanged(row, after);
  if (!isAsWritten) return KEEP;
  if (before === null) return { kind: 'remove', issues: [] };
  return { kind: 'put', row: before, hidden: before.pending === 0 && before.deleted, issues: [] };
}

const isUnchanged = (row: StateRow, after: StateRow): boolean =>
  Object.entries(after).every(([field, value]) => JSON.stringify(row[field]) === JSON.stringify(value));

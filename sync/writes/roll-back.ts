/**
 * A command that failed half-way has written nothing: each table is a database of its own, so what the tables before the
 * failing one took is put back as it was. Promise: only rows that stand as the command wrote them are put back; what has
 * left for the server meanwhile, and an erasure, stay.
 */
import type { TableName } from '#schemas/registry.ts';
import { isErased, type StateRow } from '#sync/core/columns.ts';
import { KEEP, type Step } from '#sync/core/row-state.ts';
import { applySteps, type ChangedRow, type WriteContext } from './apply-steps.ts';

/** The rows of one table that a command has written. */
export interface WrittenTable {
  readonly table: TableName;
  readonly changed: readonly ChangedRow[];
}

/** Last written, first put back. @throws what the storage throws: the rest then stays, unsent and visible */
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
  const isAsWritten = row === null || after === null ? row === after : !isErased(table, after) && stands(row, after);
  if (!isAsWritten) return KEEP;
  if (before === null) return { kind: 'remove', issues: [] };
  return { kind: 'put', row: before, hidden: before.pending === 0 && before.deleted, issues: [] };
}

const stands = (row: StateRow, after: StateRow): boolean =>
  Object.entries(after).every(([field, value]) => JSON.stringify(row[field]) === JSON.stringify(value));

/**
 * Taking rows from the server through its door. Promises: an erased client is wiped from everything of this device before
 * their row is taken; who listens hears of every row that changed, after it is on disk.
 */
import type { TableName } from '#schemas/registry.ts';
import { isErased } from './columns.ts';
import { type Passed, passDoor } from './doors.ts';
import type { Engine } from './engine.ts';
import { wipeClient } from './erasure.ts';
import { type Setting, taken } from './row-state.ts';
import type { WireRow } from './server.ts';

/** What must be done before these rows are taken. */
export async function clearWay(engine: Engine, table: TableName, rows: readonly WireRow[]): Promise<void> {
  if (table !== 'clients' || !engine.rules.erasureOutranks) return;
  for (const row of rows) if (isErased(table, row)) await wipeClient(engine, row.id);
}

export function tell(engine: Engine, table: TableName, passed: readonly Passed[]): void {
  if (passed.length > 0) engine.onTaken(passed.map((change) => ({ table, ...change })));
}

export async function takeRows(engine: Engine, setting: Setting, table: TableName, rows: readonly WireRow[]): Promise<void> {
  if (rows.length === 0) return;
  await clearWay(engine, table, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const passed = await passDoor(engine, 'server', table, [...byId.keys()], (row, id) => {
    const wire = byId.get(id);
    return wire ? taken(setting, table, row, wire) : { kind: 'keep' };
  });
  const parked = passed.filter(({ before, after }) => before?.rev === 0 && before.pending === 0 && (after?.rev ?? 0) > 0);
  if (parked.length > 0)
    await engine.issues.closeRefusals(
      table,
      parked.map(({ id }) => id),
    );
  tell(engine, table, passed);
}

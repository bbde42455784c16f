/**
 * Taking rows from the server through its door. Promises: an erased client is wiped from everything of this device before
 * their row is taken; who listens hears of every row that changed, after it is on disk.
 */
import type { TableName } from '#schemas/registry.ts';
import { isErased, SHAPES, sameIn } from '#sync/core/columns.ts';
import { type Setting, taken } from '#sync/core/row-state.ts';
import type { RoundContext } from '#sync/round/context.ts';
import type { WireRow } from '#sync/server/server.ts';
import { type Passed, passDoor } from './apply-steps.ts';
import { wipeClient } from './erasure.ts';
import { appeared, sendMissingAgain } from './refused-rows.ts';

/**
 * Wipes erased clients before their rows are taken, and once more when these are on disk: somebody who could not know yet may
 * have written a note between the two.
 * @throws what the storage threw
 */
export async function clearWay(engine: RoundContext, table: TableName, rows: readonly WireRow[]): Promise<void> {
  if (table !== 'clients') return; // ★ erasureOutranks
  for (const row of rows) if (isErased(table, row)) await wipeClient(engine, row.id);
}

/** An event was refused because its client is erased: where that is known here already, no pull would tell again. */
export async function wipeAfterRefusal(engine: RoundContext, eventId: string): Promise<void> {
  const event = (await engine.store.read('events', [eventId])).get(eventId)?.row;
  const clientId = event?.client_id;
  if (typeof clientId !== 'string') return;
  const client = (await engine.store.read('clients', [clientId])).get(clientId)?.row;
  if (client && isErased('clients', client)) await wipeClient(engine, clientId);
}

/**
 * A refused new row that the server now holds as it stands here, or that its person removed, is refused no more. What another
 * device made under the same id (a day's set of shifts) and removed again closes nothing: that was not this content, nor this person.
 */
export async function closeRefusals(
  engine: Pick<RoundContext, 'issues'>,
  door: 'person' | 'server',
  table: TableName,
  passed: readonly Passed[],
): Promise<void> {
  const removed = ({ before, after }: Passed): boolean =>
    (after === null || after.deleted) && (door === 'person' || before?.deleted === true); // ★ refusalAwaitsDecision
  const held = ({ before, after }: Passed): boolean =>
    before !== null && after !== null && after.rev > 0 && after.pending === 0 && sameIn(before, after, SHAPES[table].writable);
  const over = passed.filter((change) => change.before?.rev === 0 && (removed(change) || held(change)));
  if (over.length > 0)
    await engine.issues.closeRefusals(
      table,
      over.map(({ id }) => id),
    );
}

/** Tells who listens which rows were changed; nobody when none were. */
export function tell(engine: RoundContext, table: TableName, passed: readonly Passed[]): void {
  if (passed.length > 0) engine.onTaken(passed.map((change) => ({ table, ...change })));
}

/**
 * Takes rows of one table that the server has sent. `take`: the step, where it is not the usual one.
 * @throws what the storage threw
 */
export async function takeRows(
  engine: RoundContext,
  setting: Setting,
  table: TableName,
  rows: readonly WireRow[],
  take: typeof taken = taken,
): Promise<void> {
  if (rows.length === 0) return;
  await clearWay(engine, table, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const passed = await passDoor(engine, 'server', table, [...byId.keys()], (row, id) => {
    const wire = byId.get(id);
    return wire ? take(setting, table, row, wire) : { kind: 'keep' };
  });
  await clearWay(engine, table, rows);
  await closeRefusals(engine, 'server', table, passed);
  await sendMissingAgain(engine, setting, table, appeared(passed)); // ★ missingLeavesAgain
  tell(engine, table, passed);
}

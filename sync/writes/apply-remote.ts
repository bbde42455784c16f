/**
 * Taking rows from the server through its door. Promises: an erased client is wiped from everything of this device before
 * their row is taken; who listens hears of every row that changed, after it is on disk.
 */
import type { TableName } from '#schemas/registry.ts';
import { isErased, SHAPES, sameIn } from '#sync/core/columns.ts';
import { type StepContext, taken } from '#sync/core/row-state.ts';
import type { RoundContext } from '#sync/round/context.ts';
import type { WireRow } from '#sync/server/server.ts';
import { applySteps, type ChangedRow } from './apply-steps.ts';
import { wipeClient } from './erasure.ts';
import { appeared, sendMissingAgain } from './refused-rows.ts';

/**
 * Wipes erased clients before their rows are taken, and once more when these are on disk: somebody who could not know yet may
 * have written a note between the two.
 * @throws what the storage threw
 */
export async function clearWay(context: RoundContext, table: TableName, rows: readonly WireRow[]): Promise<void> {
  if (table !== 'clients') return; // ★ erasureOutranks
  for (const row of rows) if (isErased(table, row)) await wipeClient(context, row.id);
}

/** An event was refused because its client is erased: where that is known here already, no pull would tell again. */
export async function wipeAfterRefusal(context: RoundContext, eventId: string): Promise<void> {
  const event = (await context.store.read('events', [eventId])).get(eventId)?.row;
  const clientId = event?.client_id;
  if (typeof clientId !== 'string') return;
  const client = (await context.store.read('clients', [clientId])).get(clientId)?.row;
  if (client && isErased('clients', client)) await wipeClient(context, clientId);
}

/**
 * A refused new row that the server now holds as it stands here, or that its person removed, is refused no more. What another
 * device made under the same id (a day's set of shifts) and removed again closes nothing: that was not this content, nor this person.
 */
export async function closeRefusals(
  context: Pick<RoundContext, 'issues'>,
  by: 'person' | 'server',
  table: TableName,
  changed: readonly ChangedRow[],
): Promise<void> {
  const removed = ({ before, after }: ChangedRow): boolean =>
    (after === null || after.deleted) && (by === 'person' || before?.deleted === true); // ★ refusalAwaitsDecision
  const held = ({ before, after }: ChangedRow): boolean =>
    before !== null && after !== null && after.rev > 0 && after.pending === 0 && sameIn(before, after, SHAPES[table].writable);
  const over = changed.filter((change) => change.before?.rev === 0 && (removed(change) || held(change)));
  if (over.length > 0)
    await context.issues.closeRefusals(
      table,
      over.map(({ id }) => id),
    );
}

/** Tells who listens which rows were changed; nobody when none were. */
export function tell(context: RoundContext, table: TableName, changed: readonly ChangedRow[]): void {
  if (changed.length > 0) context.onTaken(changed.map((change) => ({ table, ...change })));
}

/**
 * Takes rows of one table that the server has sent. `take`: the step, where it is not the usual one.
 * @throws what the storage threw
 */
export async function takeRows(
  context: RoundContext,
  stepContext: StepContext,
  table: TableName,
  rows: readonly WireRow[],
  take: typeof taken = taken,
): Promise<void> {
  if (rows.length === 0) return;
  await clearWay(context, table, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = await applySteps(context, 'server', table, [...byId.keys()], (row, id) => {
    const wire = byId.get(id);
    return wire ? take(stepContext, table, row, wire) : { kind: 'keep' };
  });
  await clearWay(context, table, rows);
  await closeRefusals(context, 'server', table, changed);
  await sendMissingAgain(context, stepContext, table, appeared(changed)); // ★ missingLeavesAgain
  tell(context, table, changed);
}

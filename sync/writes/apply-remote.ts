/**
 * Taking rows that the server has sent. Promises: an erased client is wiped from everything of this device before their row is
 * taken; whoever listens hears of every row that changed, after it is on disk.
 */
import type { TableName } from '#schemas/registry.ts';
import { isErased } from '#sync/core/columns.ts';
import { received, type StepContext } from '#sync/core/row-state.ts';
import type { WireRow } from '#sync/server/server.ts';
import { applySteps, type ChangedRow, type WriteContext } from './apply-steps.ts';
import { wipeClient } from './erasure.ts';
import { appeared, closeRefusals, sendMissingAgain } from './refused-rows.ts';

/** A row that was taken from the server, as it stood before and as it stands on disk now. */
export interface AppliedChange extends ChangedRow {
  readonly table: TableName;
}

/** The rows that were taken from the server together. */
export interface AppliedRows {
  readonly rows: readonly AppliedChange[];
}

/** The tools of a write that takes the server's rows. */
export interface RemoteContext extends WriteContext {
  /** Hears what was taken, after it is on disk. */
  readonly onTaken: (rows: readonly AppliedChange[]) => void;
}

/**
 * Wipes erased clients before their rows are taken, and once more when these are on disk: somebody who could not know yet may
 * have written a note between the two.
 * @throws what the storage threw
 */
export async function wipeErasedFirst(context: RemoteContext, table: TableName, rows: readonly WireRow[]): Promise<void> {
  if (table !== 'clients') return; // ★ erasureOutranks
  for (const row of rows) if (isErased(table, row)) await wipeClient(context, row.id);
}

/** An event was refused because its client is erased: where that is known here already, no pull would tell again. */
export async function wipeAfterRefusal(context: RemoteContext, eventId: string): Promise<void> {
  const event = (await context.store.read('events', [eventId])).get(eventId)?.row;
  const clientId = event?.client_id;
  if (typeof clientId !== 'string') return;
  const client = (await context.store.read('clients', [clientId])).get(clientId)?.row;
  if (client && isErased('clients', client)) await wipeClient(context, clientId);
}

/** Tells who listens which rows were changed; nobody when none were. */
export function notifyApplied(context: RemoteContext, table: TableName, changed: readonly ChangedRow[]): void {
  if (changed.length > 0) context.onTaken(changed.map((change) => ({ table, ...change })));
}

/**
 * Takes rows of one table that the server has sent. `take`: the step, where it is not the usual one.
 * @throws what the storage threw
 */
export async function applyRemote(
  context: RemoteContext,
  stepContext: StepContext,
  table: TableName,
  rows: readonly WireRow[],
  take: typeof received = received,
): Promise<void> {
  if (rows.length === 0) return;
  await wipeErasedFirst(context, table, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = await applySteps(context, 'server', table, [...byId.keys()], (row, id) => {
    const wire = byId.get(id);
    return wire ? take(stepContext, table, row, wire) : { kind: 'keep' };
  });
  await wipeErasedFirst(context, table, rows);
  await closeRefusals(context, 'server', table, changed);
  await sendMissingAgain(context, stepContext, table, appeared(changed)); // ★ missingLeavesAgain
  notifyApplied(context, table, changed);
}

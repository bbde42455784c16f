/**
 * Making room: this device keeps fewer of the past's events and stock counts. Promises: nothing unsent and nothing that
 * waits for a decision is freed; what was read from the server before does not come back; a rebuild keeps the narrower
 * horizon; the room is really given back (a removed row is taken off the disk).
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { behindHorizon, SHAPES, type StateRow } from '#sync/core/columns.ts';
import { KEEP } from '#sync/core/row-state.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { RoundCall, RoundContext } from '#sync/round/context.ts';
import { applySteps } from '#sync/writes/apply-steps.ts';

const PAGE = 1000;

const isFree = (table: TableName, row: StateRow, horizon: string): boolean =>
  row.pending === 0 && row.rev > 0 && behindHorizon(table, row, horizon);

/** `eventsBefore`: ISO UTC. Returns how many rows were freed. @throws RangeError for what is no instant */
export async function freeSpace(context: RoundContext, call: RoundCall, eventsBefore: string): Promise<number> {
  const from = new Date(eventsBefore).toISOString();
  // Another generation: a page that is still on its way was asked for with the wider horizon.
  const state = await context.docs.update<SyncState>(STATE_DOCUMENT, (stored) => {
    const current = stored ?? BLANK_STATE;
    if (current.horizon !== null && current.horizon >= from) return null;
    return { ...current, horizon: from, generation: current.generation + 1 };
  });
  const horizon = state?.horizon ?? from;
  const undecided = new Set(
    (await context.issues.list()).flatMap(({ table, rowId, otherId }) => [`${table}/${rowId}`, `${table}/${otherId}`]),
  );
  let freed = 0;
  for (const table of TABLE_NAMES) {
    if (SHAPES[table].table.horizon === null) continue;
    const ids = await context.store.scan(table, (row) => isFree(table, row, horizon) && !undecided.has(`${table}/${row.id}`));
    for (let at = 0; at < ids.length; at += PAGE) {
      call.signal.throwIfAborted();
      const page = ids.slice(at, at + PAGE);
      const changed = await applySteps(context, 'server', table, page, (row) =>
        row !== null && isFree(table, row, horizon) ? { kind: 'remove', issues: [] } : KEEP,
      );
      await context.store.vanish(
        table,
        changed.map(({ id }) => id),
      );
      freed += changed.length;
      call.alive();
    }
  }
  return freed;
}

/**
 * Verdicts, worked in. Promises: each judges its own row alone, as it stood when it left; what a verdict brings of an erased
 * client is wiped before and after; a row that refers to an unsent one waits for it instead of being refused.
 */

import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { fieldOf, SHAPES, type StateRow } from '#sync/core/columns.ts';
import { applied, purged, received, receivedAnew, refused, type Step, type StepContext } from '#sync/core/row-state.ts';
import { ERASED, MISSING, type PushChange, type Verdict } from '#sync/server/server.ts';
import { notifyApplied, wipeAfterRefusal, wipeErasedFirst } from '#sync/writes/apply-remote.ts';
import { applySteps } from '#sync/writes/apply-steps.ts';
import { closeRefusals } from '#sync/writes/refused-rows.ts';
import type { RoundContext } from './context.ts';

/** Returns a key for a row among all tables. */
export const keyOf = (table: TableName, id: string): string => `${table}/${id}`;

/** Works the verdicts in, table by table; returns the highest revision among the applied. */
export async function workIn(
  context: RoundContext,
  stepContext: StepContext,
  changes: readonly PushChange[],
  verdicts: readonly Verdict[],
  waiting: Set<string>,
): Promise<number> {
  let rev = 0;
  for (const table of TABLE_NAMES) {
    const byId = new Map<string, { change: PushChange; verdict: Verdict }>();
    changes.forEach((change, at) => {
      const verdict = verdicts[at];
      if (change.table === table && verdict) byId.set(change.id, { change, verdict });
    });
    if (byId.size === 0) continue;
    const rows = [...byId.values()].flatMap(({ verdict }) => ('row' in verdict ? [verdict.row] : []));
    await wipeErasedFirst(context, table, rows);
    for (const { change, verdict } of byId.values()) {
      if (verdict.v === 'applied') rev = Math.max(rev, verdict.rev);
      if (verdict.v === 'missing' && (await waitsForReference(context, change))) waiting.add(keyOf(table, change.id));
    }
    const changed = await applySteps(context, 'server', table, [...byId.keys()], (row, id) => {
      const entry = byId.get(id);
      return entry
        ? judged(stepContext, table, row, entry.change, entry.verdict, waiting.has(keyOf(table, id)))
        : { kind: 'keep' };
    });
    await wipeErasedFirst(context, table, rows);
    for (const [id, { verdict }] of byId)
      if (table === 'events' && verdict.v === 'rejected' && verdict.code === ERASED) await wipeAfterRefusal(context, id);
    await closeRefusals(context, 'server', table, changed);
    const arrived = [...byId].filter(([, { verdict }]) => verdict.v === 'applied' || verdict.v === 'same');
    await context.onSent(arrived.map(([id]) => ({ table, id })));
    notifyApplied(
      context,
      table,
      changed.filter(({ id }) => {
        const v = byId.get(id)?.verdict.v;
        return v === 'same' || v === 'conflict';
      }),
    );
  }
  return rev;
}

function judged(
  stepContext: StepContext,
  table: TableName,
  row: StateRow | null,
  change: PushChange,
  verdict: Verdict,
  waits: boolean,
): Step {
  // Revisions only grow: a row here that stands above the server's has its revision from nobody (a file that was tampered with).
  const isAnew = 'row' in verdict && row?.rev === change.base_rev && verdict.row.rev < row.rev;
  switch (verdict.v) {
    case 'applied':
      return applied(stepContext, table, row, change, verdict.rev);
    case 'same': // ★ sameIsMerged
    case 'conflict': {
      if (isAnew) return receivedAnew(stepContext, table, row, verdict.row);
      // What was changed since a revision tells nothing about a row that stands on another one by now, or on none: its base may
      // be of the history before a restored backup.
      const isSinceBase = row?.rev === change.base_rev && change.base_rev > 0;
      return received(
        stepContext,
        table,
        row,
        verdict.row,
        verdict.v === 'conflict' && isSinceBase ? verdict.changed : undefined,
      );
    }
    case 'gone':
      return purged(stepContext, table, row, change);
    case 'missing':
      return waits
        ? { kind: 'keep' }
        : refused(stepContext, table, row, change, { code: MISSING, constraint: verdict.constraint });
    case 'rejected':
      return refused(stepContext, table, row, change, verdict);
  }
}

/** A reference that is itself unsent will be there later. */
async function waitsForReference(context: RoundContext, change: PushChange): Promise<boolean> {
  // ★ missingWaitsForReference
  for (const [column, to] of SHAPES[change.table].refs) {
    const id = fieldOf(change.doc, column);
    if (typeof id !== 'string') continue;
    const stored = await context.store.read(to, [id]);
    if (stored.get(id)?.row?.pending === 1) return true;
  }
  return false;
}

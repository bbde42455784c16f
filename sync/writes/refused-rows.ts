/**
 * Rows that the server has refused, after later writes. A row that was refused because one that it refers to was not there
 * leaves again once that one is: a booking whose client lay beyond a restored backup, when somebody puts the client back, here
 * or on another device; a refusal whose content the server holds by now is closed. Promises: a row leaves as its person wrote it; what
 * they wrote over it since is left alone; a refused record's issue stands until the server has taken it, a change is unsent again
 * before its issue goes.
 */

import type { TableName } from '#schemas/registry.ts';
import { fieldOf, pick, SHAPES, type StateRow, sameIn } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { KEEP, type Step, type StepContext, written } from '#sync/core/row-state.ts';
import { MISSING } from '#sync/server/server.ts';
import { applySteps, type ChangedRow, type WriteContext } from './apply-steps.ts';

/** Rows that stand here and did not before. */
export const appeared = (changed: readonly ChangedRow[]): readonly string[] =>
  changed.flatMap(({ id, before, after }) => (after?.deleted === false && before?.deleted !== false ? [id] : []));

function leavesAgain(stepContext: StepContext, { table, rowId, ours, server }: SyncIssue, row: StateRow | null): Step {
  if (row === null || ours === null || row.deleted || row.pending === 1) return KEEP;
  const { writable, groups } = SHAPES[table];
  if (server === null)
    return row.rev === 0 && sameIn(row, ours, writable)
      ? { kind: 'put', row: { ...row, pending: 1 }, hidden: null, issues: [] }
      : KEEP;
  const changed = groups.filter((group) => !sameIn(ours, server, group)).flat();
  return row.rev > 0 && sameIn(row, server, changed) ? written(stepContext, table, rowId, row, pick(ours, changed)) : KEEP;
}

/**
 * Sends what was refused for want of these rows.
 * @param ids of rows of `table` that are there now. @throws what the storage threw
 */
export async function sendMissingAgain(
  context: WriteContext,
  stepContext: StepContext,
  table: TableName,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const presentIds = new Set<unknown>(ids);
  const refersTo = ({ table: from, ours }: SyncIssue) =>
    SHAPES[from].refs.some(([column, to]) => to === table && presentIds.has(fieldOf(ours ?? {}, column)));
  const issues = (await context.issues.list()).filter(
    (issue) => issue.kind === 'rejected' && issue.code === MISSING && refersTo(issue),
  );
  for (const issue of issues) {
    const changed = await applySteps(context, 'person', issue.table, [issue.rowId], (row) =>
      leavesAgain(stepContext, issue, row),
    );
    if (changed.length > 0 && issue.server !== null) await context.issues.change([], [issue.id]);
  }
}

/**
 * A refused new row that the server now holds as it stands here, or that its person removed, is refused no more. What another
 * device made under the same id (a day's set of shifts) and removed again closes nothing: that was not this content, nor this person.
 */
export async function closeRefusals(
  context: Pick<WriteContext, 'issues'>,
  by: 'person' | 'server',
  table: TableName,
  changed: readonly ChangedRow[],
): Promise<void> {
  const isRemoved = ({ before, after }: ChangedRow): boolean =>
    (after === null || after.deleted) && (by === 'person' || before?.deleted === true); // ★ refusalAwaitsDecision
  const isTaken = ({ before, after }: ChangedRow): boolean =>
    before !== null && after !== null && after.rev > 0 && after.pending === 0 && sameIn(before, after, SHAPES[table].writable);
  const closed = changed.filter((change) => change.before?.rev === 0 && (isRemoved(change) || isTaken(change)));
  if (closed.length > 0)
    await context.issues.closeRefusals(
      table,
      closed.map(({ id }) => id),
    );
}

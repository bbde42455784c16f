/**
 * Putting back what a device holds beyond a restored backup. Promises: what a person puts back is a new
 * write that stands on what the restored server held, so that what others wrote since is merged, or is an issue of its own;
 * what it refers to and is held here too comes with it, but for what the person's role may not write; it is on disk as unsent work before its issue goes, and doing it again
 * changes nothing more. What has been put back elsewhere goes out of the list by itself, with no more than a look at the rows.
 */
import { canonicalChange } from '#schemas/canonical.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { clientsIn, isPutBack } from '#sync/core/beyond-backup.ts';
import { type Fields, fieldOf, isErased, pick, SHAPES, type StateRow, snapshot, wholeContent } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { merge } from '#sync/core/merge.ts';
import { beyondRole } from '#sync/core/role-gate.ts';
import { issueOf, KEEP, type Step, type StepContext, written } from '#sync/core/row-state.ts';
import { applySteps, stepContextOf, type WriteContext } from './apply-steps.ts';
import { appeared, sendMissingAgain } from './refused-rows.ts';
import type { WriteState } from './write-local.ts';

const isRestored = ({ kind }: SyncIssue): boolean => kind === 'restored';
const keyOf = (table: TableName, id: string): string => `${table}/${id}`;

async function rowsOf(
  context: Pick<WriteContext, 'store'>,
  issues: readonly SyncIssue[],
): Promise<ReadonlyMap<string, StateRow>> {
  const rows = new Map<string, StateRow>();
  for (const table of TABLE_NAMES) {
    const ids = [...new Set(issues.flatMap((issue) => (issue.table === table ? [issue.rowId] : [])))];
    if (ids.length === 0) continue;
    for (const [id, { row }] of await context.store.read(table, ids)) if (row !== null) rows.set(keyOf(table, id), row);
  }
  return rows;
}

/** Closes what nothing is left of to put back. Not in a rebuild: a row of the former history still stands then. */
export async function closePutBack(context: Pick<WriteContext, 'store' | 'issues'>): Promise<void> {
  const restored = (await context.issues.list()).filter(isRestored);
  if (restored.length === 0) return;
  const rows = await rowsOf(context, restored);
  const putBackIssues = restored.filter((issue) => isPutBack(issue, rows.get(keyOf(issue.table, issue.rowId)) ?? null));
  if (putBackIssues.length === 0) return;
  const atById = new Map(putBackIssues.map(({ id, at }) => [id, at]));
  // One that has been raised anew since by another tab has another time.
  await context.issues.rewrite((issue) => (isRestored(issue) && atById.get(issue.id) === issue.at ? null : issue));
}

/** With what they refer to, as far as that is kept here as well: a booking comes back with its client. */
function withReferred(chosen: readonly SyncIssue[], restored: readonly SyncIssue[]): readonly SyncIssue[] {
  const all = new Set(chosen);
  for (const issue of all) {
    if (issue.ours?.deleted === true) continue;
    for (const [column, to] of SHAPES[issue.table].refs) {
      const id = fieldOf(issue.ours ?? {}, column);
      for (const other of restored) if (other.table === to && other.rowId === id && other.ours?.deleted !== true) all.add(other);
    }
  }
  return restored.filter((issue) => all.has(issue));
}

async function withoutErased(context: WriteContext, issues: readonly SyncIssue[]): Promise<readonly SyncIssue[]> {
  const stored = await context.store.read('clients', [...new Set(issues.flatMap(clientsIn))]);
  const isErasedClient = (id: string) => isErased('clients', stored.get(id)?.row ?? {});
  return issues.filter((issue) => !clientsIn(issue).some(isErasedClient));
}

const valuesOf = ({ table, ours }: SyncIssue): Fields =>
  canonicalChange(SHAPES[table].table.columns, pick(wholeContent(table, ours), SHAPES[table].writable));

/** Another device may put the same back, with another content. */
const madeElsewhereToo = (step: Step): Step => (step.kind === 'put' ? { ...step, row: { ...step.row, sent: {} } } : step);

/** Returns what the person's role may write; the rest stays listed. */
const within = (issues: readonly SyncIssue[], membership: WriteState['membership']): readonly SyncIssue[] =>
  issues.filter(
    ({ table, ours, server }) => membership === null || beyondRole(membership.role, table, server, ours ?? {}).length === 0,
  );

/** One content over the row as it stands here. */
function putBackStep(
  stepContext: StepContext,
  { table, rowId, ours, server }: SyncIssue,
  cur: StateRow | null,
  values: Fields,
): Step {
  if (ours === null || (cur !== null && isErased(table, cur))) return KEEP;
  if (cur === null) return values.deleted === true ? KEEP : madeElsewhereToo(written(stepContext, table, rowId, null, values));
  const mine: Fields = { ...ours, ...values };
  const base: Fields | null = server && wholeContent(table, server);
  const now: Fields = { ...pick(cur, SHAPES[table].writable), deleted: cur.deleted };
  const merged = merge({ table, id: rowId, base, server: now, ours: mine, sent: null });
  const issues = merged.conflicts.map(({ kind, group }) =>
    issueOf(stepContext, kind, table, cur, cur.rev, { group, ours: snapshot(table, mine), server: snapshot(table, cur) }),
  );
  const step = merged.pending ? written(stepContext, table, rowId, cur, pick(merged.values, SHAPES[table].writable)) : KEEP;
  if (step.kind !== 'keep') return { ...step, issues: [...step.issues, ...issues] };
  return issues.length === 0 ? KEEP : { kind: 'put', row: cur, hidden: null, issues };
}

/**
 * Puts back what these issues hold. Returns whether anything is to be sent now.
 * @param ids of `restored` issues; others are left alone
 * @throws InvalidValueError before anything is written, or what the storage threw: what was not written then is still listed
 */
export async function putBack(
  context: WriteContext,
  { horizon, membership }: WriteState,
  ids: readonly string[],
): Promise<boolean> {
  const restored = (await context.issues.list()).filter(isRestored);
  const named = new Set(ids);
  const whole = withReferred(
    restored.filter(({ id }) => named.has(id)),
    restored,
  );
  const chosen = within(whole, membership);
  const wanted = await withoutErased(context, chosen);
  const values = new Map(wanted.map((issue) => [issue, valuesOf(issue)]));
  const stepContext = stepContextOf(context, horizon);
  let toSend = false;
  for (const table of TABLE_NAMES) {
    // Several contents of one row, from one backup after another: each is merged with what the one before it has made.
    for (let open = wanted.filter((issue) => issue.table === table); open.length > 0; ) {
      const first = new Map(open.toReversed().map((issue) => [issue.rowId, issue]));
      open = open.filter((issue) => first.get(issue.rowId) !== issue);
      const changed = await applySteps(context, 'person', table, [...first.keys()], (row, id) => {
        const issue = first.get(id);
        return issue ? putBackStep(stepContext, issue, row, values.get(issue) ?? {}) : KEEP;
      });
      toSend ||= changed.some(({ after }) => after?.pending === 1);
      await sendMissingAgain(context, stepContext, table, appeared(changed)); // ★ missingLeavesAgain
    }
  }
  await context.issues.change(
    [],
    chosen.map(({ id }) => id),
  );
  return toSend;
}

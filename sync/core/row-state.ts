/**
 * The states of a local row and the steps between them, each a pure function of the stored row: a person writes, the row is sent,
 * the server's answer arrives, the server's row arrives. Invariants:
 * - The first unsent change takes the `base`.
 * - `sent` grows until the row is settled or merged. A refused row keeps it until the server's next version of the row, whatever
 *   is written meanwhile (sent-values.ts).
 * - An answer is ignored if it belongs to an earlier question than the row's present state.
 * - A step that takes something away from a person names an issue that holds it.
 * - A column that only the server fills is emptied by people, and gets its value back only while the empty one has not left.
 */
import type { TableName } from '#schemas/registry.ts';
import { ERASED, OF_CONTENT, type PushChange, type PushRejection, type WireRow } from '#sync/server/server.ts';
import { baseBeyond, baseKeptFromAfterBackup, keptFromAfterBackup } from './beyond-backup.ts';
import {
  behindHorizon,
  type Fields,
  fieldOf,
  initialValues,
  isErased,
  pick,
  type Sent,
  SHAPES,
  type StateRow,
  sameIn,
  settledRow,
  snapshot,
} from './columns.ts';
import { ALL_SHARED, type Fork } from './history-name.ts';
import { type IssueKind, issueId, type SyncIssue } from './issues.ts';
import { merge } from './merge.ts';
import { serverVersion } from './role-gate.ts';
import { allSent, arrivedAfterAll, leftWith, refusedOnly, sentBefore, withSent } from './sent-values.ts';

/** The facts beside the row that a step may use. */
export interface StepContext {
  readonly salonId: number;
  /** Device clock, ISO UTC, for display only. */
  readonly at: string;
  /** ISO UTC; settled rows before it are not kept. */
  readonly horizon: string | null;
}

/** The outcome of a step: the row stays, is written, or is removed. The issues hold everything that a person loses by it. */
export type Step =
  | { readonly kind: 'keep' }
  /** `hidden`: stored, but no query sees it (a settled deletion, a row behind the horizon); null: as it was. */
  | { readonly kind: 'put'; readonly row: StateRow; readonly hidden: boolean | null; readonly issues: readonly SyncIssue[] }
  | { readonly kind: 'remove'; readonly issues: readonly SyncIssue[] };

/** The row stays as it is. */
export const KEEP: Step = { kind: 'keep' };
const put = (row: StateRow, issues: readonly SyncIssue[] = []): Step => ({ kind: 'put', row, hidden: false, issues });

function settle(stepContext: StepContext, table: TableName, row: StateRow, issues: readonly SyncIssue[] = []): Step {
  const settled: StateRow = { ...row, pending: 0, base: null, sent: null, edited_at: null };
  const hidden = settled.deleted || behindHorizon(table, settled, stepContext.horizon);
  return { kind: 'put', row: settled, hidden, issues }; // ★ keepsTombstones
}

/**
 * Keeps `sent` on a row that goes back to its state before a refused version was sent: that version may have arrived all the
 * same.
 */
const remembering = (sent: Sent | null, step: Step): Step =>
  step.kind === 'put' ? { ...step, row: { ...step.row, sent } } : step;

/**
 * Returns an issue about our version of a row, as it stands.
 * @param rev the server's revision at which it arose
 * @param more the fields that only its kind has
 */
export function issueOf(
  stepContext: StepContext,
  kind: IssueKind,
  table: TableName,
  row: StateRow,
  rev: number,
  more: Partial<SyncIssue> = {},
): SyncIssue {
  const issue = {
    kind,
    table,
    rowId: row.id,
    group: null,
    ours: snapshot(table, row),
    server: null,
    at: stepContext.at,
    ...more,
  };
  return { ...issue, id: issueId(issue, rev) };
}

/**
 * Returns the columns to push. A row that the server does not have yet is sent without what only the server fills, and without references
 * into its own table, which follow once it is there. Otherwise two new rows that refer to each other would wait for each other for ever, erased ones too.
 */
export function docOf(table: TableName, row: StateRow): Record<string, unknown> {
  const unsent = unsentColumns(table, row);
  if (row.rev > 0 && (row.base !== null || isErased(table, row))) return unsent;
  const { refs, emptiedOnly } = SHAPES[table];
  const selfReferences = refs.flatMap(([column, to]) => (to === table ? [[column, null] as const] : []));
  const unfilled = row.rev === 0 ? emptiedOnly.map((column) => [column, null] as const) : []; // ★ onlyServerFills
  return { ...unsent, ...Object.fromEntries([...selfReferences, ...unfilled]) };
}

/**
 * Returns the unsent columns with their present values: those that differ from the base, and those sent since. A row without a
 * base is unsent as a whole.
 */
export function unsentColumns(table: TableName, row: StateRow): Record<string, unknown> {
  const { writable } = SHAPES[table];
  const { base, sent } = row;
  if (base === null || row.rev === 0 || isErased(table, row)) return pick(row, writable);
  return pick(
    row,
    writable.filter((f) => fieldOf(row, f) !== fieldOf(base, f) || sent?.[f] !== undefined),
  );
}

/**
 * Returns a change without what only the server can fill. A person who emptied such a column gets its value back as long as the empty
 * one has not left; a new row has none.
 */
function withoutFilling(table: TableName, stored: StateRow | null, change: Fields): Fields {
  const { emptiedOnly } = SHAPES[table];
  const known = serverVersion(stored);
  const mayStand = (column: string) =>
    fieldOf(change, column) === null ||
    (known !== null &&
      fieldOf(known, column) === fieldOf(change, column) &&
      allSent(stored?.sent ?? null)?.[column] === undefined);
  const refused = emptiedOnly.filter((column) => column in change && !mayStand(column)); // ★ onlyServerFills
  if (refused.length === 0) return change;
  return Object.fromEntries(Object.entries(change).filter(([column]) => !refused.includes(column)));
}

/** Returns a row with what only the server fills as the server has it, unless a person has emptied it. */
function filledBy(server: Fields, table: TableName, row: StateRow): StateRow {
  const others = SHAPES[table].emptiedOnly.filter(
    (column) => fieldOf(row, column) !== null && fieldOf(row, column) !== fieldOf(server, column), // ★ onlyServerFills
  );
  return others.length === 0 ? row : { ...row, ...pick(server, others) };
}

/** A person writes. `asked` is canonical. */
export function written(stepContext: StepContext, table: TableName, id: string, stored: StateRow | null, asked: Fields): Step {
  const { writable } = SHAPES[table];
  const change = withoutFilling(table, stored, asked);
  if (stored !== null && isErased(table, stored)) return KEEP; // ★ erasureOutranks
  const isNew = stored === null;
  const cur: StateRow = stored ?? {
    id,
    salon_id: stepContext.salonId,
    ...initialValues(table),
    rev: 0,
    deleted: false,
    created_at: null,
    updated_at: null,
    pending: 1,
    base: null,
    sent: null,
    edited_at: null,
  };
  const pendingFields: Partial<StateRow> = cur.pending ? {} : { pending: 1, base: cur.rev === 0 ? null : snapshot(table, cur) };
  const row: StateRow = { ...cur, ...pendingFields, ...change, sent: sentBefore(table, cur, change), edited_at: stepContext.at };
  if (isErased(table, row)) return put(erased(table, row));
  const mayDrop = row.sent === null; // ★ sentRowsAreDeletedThere
  if (row.deleted && row.rev === 0 && row.base === null && mayDrop) return isNew ? KEEP : { kind: 'remove', issues: [] };
  if (!isNew && sameIn(row, cur, writable) && row.pending === cur.pending) return KEEP;
  const refusedSent = refusedOnly(row.sent);
  const maySettle = row.sent === null || refusedSent !== null; // ★ revertSettlesUnsentOnly
  if (row.base !== null && maySettle && sameIn(row, row.base, writable))
    return cur.pending ? remembering(refusedSent, settle(stepContext, table, row)) : KEEP;
  return put(row);
}

/**
 * Returns the erased row. It is pushed whole and counts as sent from the start, so that only its own arrival settles or removes
 * it.
 */
function erased(table: TableName, row: StateRow): StateRow {
  const empty: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(SHAPES[table].table.columns))
    if (column.nullable && field !== 'erased_at' && field !== 'merged_into') empty[field] = null;
  const whole: StateRow = { ...row, ...empty, deleted: true, pending: 1, base: null };
  return { ...whole, sent: withSent(null, pick(whole, SHAPES[table].writable)) };
}

/** The row is about to be sent: the sent values are remembered first. Null if nothing is left to push. */
export function leaving(
  _context: StepContext,
  table: TableName,
  row: StateRow | null,
): { step: Step; change: PushChange } | null {
  if (row === null || row.pending === 0) return null;
  const doc = docOf(table, row);
  const change = { table, id: row.id, base_rev: row.rev, doc };
  const sent = leftWith(row, doc); // ★ remembersSent
  const grew = row.sent === null || Object.keys(sent).some((f) => sent[f]?.length !== row.sent?.[f]?.length);
  return { step: grew ? put({ ...row, sent }) : KEEP, change };
}

/**
 * The server's row arrives by a pull or in a verdict. A verdict names the columns that were `changed` there since our revision.
 */
export function received(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow | null,
  wire: WireRow,
  changed: readonly string[] = [],
): Step {
  const server = settledRow(table, stepContext.salonId, wire);
  if (cur === null) return settle(stepContext, table, server);
  if (wire.rev < cur.rev) return KEEP; // ★ ignoresOlderRows
  if (wire.rev === cur.rev && cur.pending === 0 && cur.sent !== null && sameIn(cur, server, SHAPES[table].all)) return KEEP;
  const refusedDeletion = cur.rev === 0 && cur.deleted;
  if (cur.pending === 0 && !refusedDeletion) return unlessSame(cur, settle(stepContext, table, server));
  if (isErased(table, server)) return settle(stepContext, table, server); // ★ erasureOutranks
  // ★ erasureOutranks
  if (isErased(table, cur)) return wire.rev > cur.rev ? put({ ...cur, rev: wire.rev, pending: 1, base: null }) : KEEP;
  // ★ sameRevisionIsBase
  if (wire.rev === cur.rev && cur.base !== null) return rebased(stepContext, table, cur, cur.base, server);
  const merged = merge({ table, id: cur.id, base: cur.base, server, ours: cur, sent: cur.sent, changed });
  const issues = merged.conflicts.map(({ kind, group }) =>
    issueOf(stepContext, kind, table, cur, wire.rev, { group, server: snapshot(table, server) }),
  );
  issues.push(...baseKeptFromAfterBackup(stepContext, table, cur, server));
  if (!merged.pending) return settle(stepContext, table, server, issues);
  const row: StateRow = {
    ...server,
    ...merged.values,
    pending: 1,
    base: snapshot(table, server),
    sent: null,
    edited_at: cur.edited_at,
  };
  const filled = filledBy(server, table, row);
  if (filled !== row && sameIn(filled, server, SHAPES[table].writable)) return settle(stepContext, table, server, issues);
  return put(filled, issues);
}

/** A settled row that is already here costs no write. */
function unlessSame(cur: StateRow, step: Step): Step {
  if (step.kind !== 'put') return step;
  const { row } = step;
  return Object.keys(row).every((field) => fieldOf(row, field) === fieldOf(cur, field)) ? KEEP : step;
}

/** The server's row has the revision on which ours stands: it becomes the base. */
function rebased(stepContext: StepContext, table: TableName, cur: StateRow, base: Fields, server: StateRow): Step {
  const { groups, readOnly, writable } = SHAPES[table];
  const unchanged = groups.filter((group) => sameIn(cur, base, group)).flat();
  const row: StateRow = {
    ...cur,
    ...pick(server, [...unchanged, ...readOnly]),
    created_at: server.created_at,
    updated_at: server.updated_at,
    base: snapshot(table, server),
  };
  const refusedSent = refusedOnly(row.sent);
  if ((row.sent === null || refusedSent !== null) && sameIn(row, server, writable))
    return remembering(refusedSent, settle(stepContext, table, server));
  return put(row);
}

/** The verdict `applied`: the server has written it, so it takes no earlier push on this revision any more. */
export function applied(stepContext: StepContext, table: TableName, cur: StateRow | null, change: PushChange, rev: number): Step {
  if (cur === null) return KEEP;
  if (cur.rev !== change.base_rev) return KEEP; // ★ appliedNeedsSameBase
  // ★ erasureOutranks
  if (isErased(table, cur) && !isErased(table, change.doc)) return put({ ...cur, rev, base: null });
  if (cur.pending === 0 && cur.rev > 0) return KEEP;
  const base = { ...snapshot(table, cur.base ?? initialValues(table)), ...change.doc };
  const row = filledBy(base, table, { ...cur, ...arrivedAfterAll(cur, change.doc) }); // ★ remembersSent
  // `updated_at` is the time of the edit by this device's clock until the next pull, because live queries do not report a change
  // of `updated_at` alone.
  if (sameIn(row, base, SHAPES[table].writable))
    return settle(stepContext, table, { ...row, rev, updated_at: cur.edited_at ?? cur.updated_at });
  return put({ ...row, rev, pending: 1, base, sent: null });
}

/**
 * A refused erasure stays unsent: it has no content to be at fault, and nobody else would do it. Only two things in it can be
 * refused. One is the client it was merged into: the erasure is sent again without that. The other is an id that the server takes
 * in no row: then there is nobody to erase on the server.
 */
function erasureRefused(table: TableName, cur: StateRow, { code }: PushRejection): Step {
  if (!OF_CONTENT.test(code)) return KEEP;
  if (cur.merged_into !== null) return put(erased(table, { ...cur, merged_into: null }));
  return cur.rev === 0 ? { kind: 'put', row: { ...cur, pending: 0 }, hidden: true, issues: [] } : KEEP;
}

/** The verdict `rejected`: the server will never take this version. A refused new row stays visible until a person decides. */
export function refused(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow | null,
  change: PushChange,
  refusal: PushRejection,
): Step {
  if (cur === null || cur.pending === 0) return KEEP;
  const present = { ...cur, ...docOf(table, cur) };
  const edited = Object.entries(change.doc).some(([field, value]) => fieldOf(present, field) !== value);
  if (edited) return KEEP; // ★ staleRefusalIsIgnored
  if (cur.rev !== change.base_rev) return KEEP; // ★ appliedNeedsSameBase
  if (refusal.code === ERASED) return KEEP; // ★ erasureOutranks
  if (isErased(table, cur)) return erasureRefused(table, cur, refusal); // ★ erasureOutranks
  // An earlier version may still be on its way to the server; if it arrives, the remembered deletion deletes it.
  if (cur.rev === 0 && cur.deleted) return { kind: 'put', row: { ...cur, pending: 0 }, hidden: true, issues: [] };
  const { code, message, constraint } = refusal;
  // A row from before the restore of a backup counts as new, too: its base belongs to another history, so it has no state to go
  // back to.
  const serverValues = cur.rev === 0 ? null : cur.base;
  const issue = issueOf(stepContext, 'rejected', table, cur, cur.rev, {
    server: serverValues,
    code,
    ...(message ? { message } : {}),
    ...(constraint ? { constraint } : {}),
  });
  if (serverValues === null) return put({ ...cur, pending: 0, base: null }, [issue]);
  const step = settle(stepContext, table, { ...cur, ...serverValues }, [issue]);
  return remembering(allSent(cur.sent), step);
}

/** The verdict `purged`: the row was purged there. */
export function purged(stepContext: StepContext, table: TableName, cur: StateRow | null, change: PushChange): Step {
  if (cur === null || cur.pending === 0 || cur.rev !== change.base_rev) return KEEP;
  if (isErased(table, cur) && !isErased(table, change.doc)) return KEEP;
  const issues = cur.deleted ? [] : [issueOf(stepContext, 'gone', table, cur, cur.rev)];
  return { kind: 'remove', issues }; // ★ goneBecomesIssue
}

/**
 * A rebuild did not find this row on the server: it is removed, unless a person's work in it is unsent.
 * @param fork null if the history is the same. Else the server has another history: revisions do not count, and a row that is
 * newer than the restored backup is kept in an issue.
 */
export function rebuilt(stepContext: StepContext, table: TableName, cur: StateRow | null, fork: Fork | null): Step {
  if (cur === null || (cur.rev === 0 && cur.pending === 0)) return KEEP;
  if (cur.pending === 0) return { kind: 'remove', issues: fork ? keptFromAfterBackup(stepContext, table, cur, null, fork) : [] };
  const sent = refusedOnly(cur.sent) === null ? cur.sent : null;
  return unlessSame(
    cur,
    put({
      ...cur,
      ...(fork ? { rev: 0, base: baseBeyond(cur, fork) } : {}),
      sent: sent ?? {}, // ★ rebuiltRowsStayUnsettled
    }),
  );
}

/** The server's row arrives from another history than that of our row, so the revision of ours does not count. */
export function receivedAnew(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow | null,
  wire: WireRow,
  fork: Fork = ALL_SHARED,
): Step {
  if (cur === null || cur.rev === 0) return received(stepContext, table, cur, wire);
  const server = settledRow(table, stepContext.salonId, wire);
  if (cur.pending === 0)
    return unlessSame(cur, settle(stepContext, table, server, keptFromAfterBackup(stepContext, table, cur, server, fork)));
  const step = rebuilt(stepContext, table, cur, fork);
  return received(stepContext, table, step.kind === 'put' ? step.row : cur, wire);
}

/**
 * A restored backup may be older than an erasure that this device knows. The erasure is then pushed again, because it outranks
 * everything.
 */
export function erasedAgain(table: TableName, cur: StateRow | null): Step {
  if (cur === null || !isErased(table, cur) || (cur.pending === 1 && cur.rev === 0)) return KEEP;
  return put(erased(table, { ...cur, rev: 0 }));
}

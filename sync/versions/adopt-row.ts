/**
 * One row of another local schema version, brought into this one by pure steps. Promises: a repeated step makes
 * nothing double; a row that was changed in both versions is merged, and what does not fit together becomes an issue; a row
 * or a value that this version cannot hold becomes an issue with its content.
 */
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import type { TableName } from '#schemas/registry.ts';
import { markIn } from '#sync/core/beyond-backup.ts';
import { type Fields, fieldOf, isErased, type Sent, SHAPES, type StateRow, snapshot } from '#sync/core/columns.ts';
import { merge } from '#sync/core/merge.ts';
import { issueOf, KEEP, received, type Step, type StepContext, unsentColumns } from '#sync/core/row-state.ts';
import { columnOf, withSent } from '#sync/core/sent-values.ts';
import type { WireRow } from '#sync/server/server.ts';
import { NOT_DELETED, type RawDocument } from './other-versions.ts';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Unknown columns are dropped, missing ones take their initial value. */
function fitted(table: TableName, fields: Fields): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(SHAPES[table].table.columns)) {
    const value = fields[field];
    if (value === undefined) values[field] = column.initial;
    else values[field] = column.kind === 'boolean' && typeof value === 'string' ? value === '1' : value;
  }
  return { ...values, deleted: fields.deleted === true || fields.deleted === '1' };
}

function sentOf(table: TableName, sent: unknown): Sent | null {
  if (!isFields(sent)) return null;
  const entries = Object.entries(sent).filter(([entry]) => SHAPES[table].writable.includes(columnOf(entry)));
  return Object.fromEntries(entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
}

/** The fields that every row has beside its columns. */
const FRAME = ['id', 'salon_id', 'rev', 'deleted', 'created_at', 'updated_at', 'pending', 'base', 'sent', 'edited_at'];
const EMPTY: readonly unknown[] = [null, undefined, '', 0, false, '0'];

/** Returns the unsent columns of that version that this one does not have; null where there are none. */
function strangeIn(table: TableName, document: RawDocument): Fields | null {
  if (document.pending !== 1) return null;
  const base = isFields(document.base) ? document.base : null;
  const isUnsent = ([column, value]: [string, unknown]): boolean => {
    if (/^[_|]/.test(column) || FRAME.includes(column) || SHAPES[table].all.includes(column)) return false;
    if (base === null) return !EMPTY.includes(value);
    const before = base[column];
    return typeof before === 'boolean' ? Number(before) !== Number(value) : (before ?? null) !== value;
  };
  const strange = Object.entries(document).filter(isUnsent);
  return strange.length === 0 ? null : Object.fromEntries(strange);
}

/** A stored document of another version as a row of this one; null for what counts as never there. */
export function rowInThisVersion(table: TableName, salonId: number, document: RawDocument): StateRow | null {
  const rev = typeof document.rev === 'number' ? document.rev : 0;
  const pending = document.pending === 1 ? 1 : 0;
  if (document._deleted !== NOT_DELETED && rev === 0 && !isFields(document.sent)) return null;
  return {
    id: document.id,
    salon_id: salonId,
    ...fitted(table, document),
    deleted: document.deleted === true || document.deleted === '1',
    rev,
    created_at: textOrNull(document.created_at),
    updated_at: textOrNull(document.updated_at),
    pending,
    base: isFields(document.base) ? { ...fitted(table, document.base), ...markIn(document.base) } : null,
    sent: sentOf(table, document.sent),
    edited_at: textOrNull(document.edited_at),
  };
}

/** May be a person's, told without reading all of it. */
export const mayBePersons = ({ pending, rev }: RawDocument): boolean => pending === 1 || typeof rev !== 'number' || rev === 0;

/** Says if the server does not have this row as it is: it is unsent, or new, refused, and waiting for its person. */
export const isPersons = (row: StateRow): boolean => row.pending === 1 || row.rev === 0;

/** The row as the server last had it; null for a row made here. */
export function settledPart(row: StateRow): StateRow | null {
  if (!isPersons(row)) return row;
  if (row.rev === 0 || row.base === null) return null;
  const settled = { ...row, ...row.base, deleted: row.base.deleted === true };
  return { ...settled, pending: 0, base: null, sent: null, edited_at: null };
}

/** Returns the row with its unsent columns in this version's canonical values. @throws InvalidValueError when one has none */
function canonical(table: TableName, row: StateRow): StateRow {
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(unsentColumns(table, row))) {
    const column = SHAPES[table].table.columns[field];
    if (column) values[field] = canonicalValue(column, value, field);
  }
  return { ...row, ...values };
}

/** The issue's code of a row that this version cannot hold. */
const VERSION_MISFIT = 'form';

const withMark = (table: TableName, row: StateRow): StateRow => ({ ...row, sent: withSent(row.sent, unsentColumns(table, row)) });

/** An adopted row keeps its adopted values in `sent`. Returns whether these very values are there: adopting twice changes nothing. */
const wasAdopted = (table: TableName, cur: StateRow, old: StateRow): boolean =>
  cur.pending === 1 &&
  Object.entries(unsentColumns(table, old)).every(([field, value]) => cur.sent?.[field]?.includes(value) ?? false);

/** A person's row arrives from another version, as `found` in this one: what this version has no columns for becomes an issue. */
export function adoptedWhole(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow | null,
  found: StateRow,
  document: RawDocument,
): Step {
  const step = adopted(stepContext, table, cur, found, document._deleted !== NOT_DELETED);
  const strange = isErased(table, found) ? null : strangeIn(table, document);
  if (step.kind === 'keep' || strange === null) return step;
  const issue = issueOf(stepContext, 'rejected', table, found, found.rev, {
    ours: { ...snapshot(table, found), ...strange },
    // The rest goes its own way, and this stays until a person decides.
    server: found.base ?? snapshot(table, found),
    code: VERSION_MISFIT,
    message: `unknown columns: ${Object.keys(strange).join(', ')}`,
  });
  return { ...step, issues: [...step.issues, issue] };
}

/**
 * A row that is a person's arrives from another version. `hidden`: no query saw it there.
 * An erasure outranks everything on either side.
 */
export function adopted(
  stepContext: StepContext,
  table: TableName,
  cur: StateRow | null,
  found: StateRow,
  hidden: boolean,
): Step {
  if (found.pending === 0) return cur === null ? { kind: 'put', row: found, hidden, issues: [] } : KEEP;
  let old = found;
  try {
    if (!isErased(table, found)) old = canonical(table, found);
  } catch (error) {
    if (error instanceof InvalidValueError) return misfit(stepContext, table, cur, found, error);
    throw error;
  }
  const markedRow = withMark(table, old);
  const put = (row: StateRow): Step => ({ kind: 'put', row, hidden: false, issues: [] });
  if (cur === null || (cur.pending === 0 && cur.rev === 0)) return put(markedRow);
  if (isErased(table, cur)) return KEEP;
  if (isErased(table, old)) return put({ ...markedRow, rev: Math.max(cur.rev, old.rev), base: null });
  if (cur.pending === 1) return wasAdopted(table, cur, old) ? KEEP : together(stepContext, table, cur, markedRow, old.sent);
  if (cur.rev < old.rev) return put(markedRow);
  const step = received(stepContext, table, markedRow, cur as StateRow & WireRow);
  return step.kind === 'put' && step.row.pending === 1 ? { ...step, row: withMark(table, step.row) } : step;
}

/** Changed in both versions: where both changed the same, the present version's value stands and the other becomes an issue. */
function together(stepContext: StepContext, table: TableName, now: StateRow, old: StateRow, oldSent: Sent | null): Step {
  const ahead = old.rev > now.rev && old.base !== null;
  const caughtUp = ahead ? received(stepContext, table, now, wireOf(old)) : KEEP;
  const cur = caughtUp.kind === 'put' ? caughtUp.row : now;
  const merged = merge({ table, id: old.id, base: old.base, server: cur, ours: old, sent: oldSent });
  const issues = merged.conflicts.map(({ kind, group }) =>
    issueOf(stepContext, kind, table, old, cur.rev, { group, server: snapshot(table, cur) }),
  );
  if (caughtUp.kind === 'put') issues.unshift(...caughtUp.issues);
  if (!merged.pending) return { kind: 'put', row: cur, hidden: null, issues };
  const sent: Record<string, readonly unknown[]> = { ...cur.sent };
  for (const [field, values] of Object.entries(old.sent ?? {}))
    if (fieldOf(merged.values, field) === fieldOf(old, field)) sent[field] = [...new Set([...(sent[field] ?? []), ...values])];
  const base = cur.pending === 1 ? cur.base : snapshot(table, cur);
  return { kind: 'put', row: { ...cur, ...merged.values, pending: 1, base, sent }, hidden: false, issues };
}

const wireOf = (row: StateRow): WireRow => ({ ...row.base, id: row.id, rev: row.rev, deleted: row.base?.deleted === true });

function misfit(stepContext: StepContext, table: TableName, cur: StateRow | null, old: StateRow, error: InvalidValueError): Step {
  const issue = issueOf(stepContext, 'rejected', table, old, old.rev, {
    server: old.base,
    code: VERSION_MISFIT,
    message: error.message,
  });
  if (cur !== null) return { kind: 'put', row: cur, hidden: null, issues: [issue] };
  const settled = settledPart(old);
  return settled === null
    ? { kind: 'remove', issues: [issue] }
    : { kind: 'put', row: settled, hidden: settled.deleted, issues: [issue] };
}

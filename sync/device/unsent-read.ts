/**
 * Reading an unsent-work file, which may have been changed on its way. Promises: it is refused whole or read whole; every
 * value of it has its column's kind, and a person's has passed the same check as what they type; no id of it is one that
 * JavaScript gives a meaning of its own. What the file says of the server (revisions, bases) cannot be checked here: the
 * import and the push take it for no more than a claim.
 */
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { Column } from '#schemas/table.ts';
import { type Fields, type Sent, SHAPES, snapshot, wholeContent } from '#sync/core/columns.ts';
import { isDerived, type SyncIssue } from '#sync/core/issues.ts';
import { type FileOwner, ImportError, type UnsentFile, type UnsentRow } from './unsent-file.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const KINDS: readonly string[] = [
  'field',
  'set',
  'deleted-there',
  'edited-there',
  'rejected',
  'gone',
  'overlap',
  'torn',
  'restored',
];

/** `held['constructor']` is there in every object: things are kept by their id. */
const hasMeaning = (id: string): boolean => id in Object.prototype || id === 'prototype';
const isId = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9_./:-]{1,120}$/.test(id) && !hasMeaning(id);
/** An issue's is made of its row's and of columns. */
const isIssueId = (id: unknown): id is string => typeof id === 'string' && /^[!-~]{1,600}$/.test(id) && !hasMeaning(id);
const instantOf = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null;

/**
 * @param owner whose file it must be; `userId` null: anybody's of that salon
 * @throws ImportError
 */
export function readUnsentFile(
  file: unknown,
  { userId, salonId }: Pick<FileOwner, 'salonId'> & { readonly userId: string | null },
): UnsentFile {
  const unreadable = (): never => {
    throw new ImportError('unreadable');
  };
  if (!isObject(file) || file.kind !== 'greben-unsent' || typeof file.form !== 'number') return unreadable();
  if (file.form > 1) throw new ImportError('newer-app');
  if (typeof file.userId !== 'string' || typeof file.salonId !== 'number') return unreadable();
  if (userId !== null && file.userId !== userId) throw new ImportError('other-person');
  if (file.salonId !== salonId) throw new ImportError('other-salon');
  if (!Array.isArray(file.rows) || !Array.isArray(file.issues)) return unreadable();
  return {
    kind: 'greben-unsent',
    form: 1,
    userId: file.userId,
    salonId,
    madeAt: instantOf(file.madeAt) ?? unreadable(),
    epoch: typeof file.epoch === 'string' ? file.epoch : null,
    rows: file.rows.map((entry: unknown) => rowOf(entry) ?? unreadable()),
    // Overlaps follow from the bookings; only files of earlier versions hold any.
    issues: file.issues.map((entry: unknown) => issueOf(entry) ?? unreadable()).filter(({ kind }) => !isDerived(kind)),
  };
}

function tableOf(name: unknown): TableName | null {
  const table = TABLE_NAMES.find((known) => known === name);
  if (table === undefined && typeof name === 'string') throw new ImportError('newer-app');
  return table ?? null;
}

function rowOf(entry: unknown): UnsentRow | null {
  if (!isObject(entry)) return null;
  const { id, rev, row, base, sent = null, editedAt } = entry;
  const table = tableOf(entry.table);
  if (table === null || !isId(id) || !isObject(row)) return null;
  if (typeof rev !== 'number' || !Number.isSafeInteger(rev) || rev < 0) return null;
  if (base !== null && !(isObject(base) && isSide(table, base))) return null;
  if (sent !== null && !(isObject(sent) && isSent(table, sent))) return null;
  const values = canonicalRow(table, row);
  if (values === null) return null;
  return {
    table,
    id,
    rev,
    row: values,
    base: base === null ? null : snapshot(table, wholeContent(table, base)),
    sent: sent === null ? null : sentOf(table, sent),
    editedAt: instantOf(editedAt),
  };
}

/** A person's values in canonical form, and what only the server writes as it came. */
function canonicalRow(table: TableName, row: Json): Fields | null {
  if (!isSide(table, row)) return null;
  const values: Record<string, unknown> = { deleted: row.deleted === true };
  for (const [field, column] of Object.entries(SHAPES[table].table.columns)) {
    const value = row[field] === undefined ? column.initial : row[field];
    const canonical = column.readOnly ? value : canonicalOf(column, value, field);
    if (canonical === undefined) return null;
    values[field] = canonical;
  }
  return values;
}

/** Undefined where the value has no canonical form. */
function canonicalOf(column: Column<unknown>, value: unknown, field: string): unknown {
  try {
    return canonicalValue(column, value, field);
  } catch (error) {
    if (error instanceof InvalidValueError) return undefined;
    throw error;
  }
}

/** Null is any column's: the server may keep what a person could not write. So may a text of any length. */
function isOfKind(column: Column<unknown>, value: unknown, field: string): boolean {
  if (value === null) return true;
  switch (column.kind) {
    case 'text':
    case 'key':
      return typeof value === 'string';
    case 'integer':
    case 'money':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return canonicalOf(column, value, field) !== undefined;
  }
}

const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean';

/** A row as somebody had it: screens take its values apart, and the merge compares them. */
const isSide = (table: TableName, side: Json): boolean =>
  isFlag(side.deleted) &&
  Object.entries(SHAPES[table].table.columns).every(([field, column]) => isOfKind(column, side[field] ?? null, field));

/** Columns of a newer version are left out. */
const sentOf = (table: TableName, sent: Json): Sent =>
  Object.fromEntries(
    SHAPES[table].writable.flatMap((field) => (Object.hasOwn(sent, field) ? [[field, sent[field] as unknown[]]] : [])),
  );

const isSent = (table: TableName, sent: Json): boolean =>
  Object.entries(sentOf(table, sent)).every(([field, values]) => {
    if (!Array.isArray(values)) return false;
    const column = SHAPES[table].table.columns[field];
    return values.every((value) => (column ? isOfKind(column, value, field) : typeof value === 'boolean'));
  });

function issueOf(entry: unknown): SyncIssue | null {
  if (!isObject(entry)) return null;
  const { id, kind, rowId, ours, server, code, message, constraint, otherId } = entry;
  const table = tableOf(entry.table);
  const at = instantOf(entry.at);
  const stateOf = instantOf(entry.stateOf);
  if (table === null || at === null || !isIssueId(id) || !isId(rowId)) return null;
  if (typeof kind !== 'string' || !KINDS.includes(kind)) return null;
  if (otherId !== undefined && !isId(otherId)) return null;
  if (kind === 'overlap' && (table !== 'events' || otherId === undefined)) return null;
  for (const side of [ours, server]) if (isObject(side) && !isSide(table, side)) return null;
  const isColumn = (field: unknown): field is string => SHAPES[table].writable.includes(field as string);
  const group = Array.isArray(entry.group) ? entry.group.filter(isColumn) : null;
  if (kind === 'field' && !group?.length) return null;
  const sideOf = (value: unknown): Fields | null => (isObject(value) ? snapshot(table, wholeContent(table, value)) : null);
  const texts = Object.entries({ code, message, constraint, otherId }).filter(([, value]) => typeof value === 'string');
  return {
    id,
    kind: kind as SyncIssue['kind'],
    table,
    rowId,
    group,
    ours: sideOf(ours),
    server: sideOf(server),
    at,
    ...(stateOf === null ? {} : { stateOf }),
    ...Object.fromEntries(texts),
  };
}

/**
 * What is unsent here, as a file for another device of the same person. Promises: a row travels with its base, so that on
 * the other device it is merged field by field with what is there; importing it twice, on the device that made it, or after
 * that device has sent it after all, doubles nothing; a file of another person or salon is refused whole; nothing of an
 * erased client leaves or arrives.
 */
import { canonicalValue, InvalidValueError } from '#schemas/canonical.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { isoOf } from './clock.ts';
import { type Fields, type Sent, SHAPES, snapshot } from './columns.ts';
import type { Engine } from './engine.ts';
import type { SyncIssue } from './issues.ts';
import { STATE_DOCUMENT, type SyncState } from './sync-state.ts';

export interface UnsentRow {
  readonly table: TableName;
  readonly id: string;
  /** The server's revision on which it stands; 0: made here. */
  readonly rev: number;
  /** All columns and `deleted`, as they stand here. */
  readonly row: Fields;
  readonly base: Fields | null;
  readonly sent: Sent | null;
  readonly editedAt: string | null;
}

export interface UnsentFile {
  readonly kind: 'greben-unsent';
  readonly form: 1;
  readonly userId: string;
  readonly salonId: number;
  /** Device clock, ISO UTC. */
  readonly madeAt: string;
  /** The server's history that the revisions belong to. */
  readonly epoch: string | null;
  readonly rows: readonly UnsentRow[];
  readonly issues: readonly SyncIssue[];
}

export interface ImportResult {
  /** Rows and issues that were new here. */
  readonly rows: number;
  readonly issues: number;
  /** Those that this device already knew. */
  readonly already: number;
}

export type ImportRefusal = 'unreadable' | 'other-person' | 'other-salon' | 'newer-app';

/** Nothing of the file was taken. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  constructor(readonly reason: ImportRefusal) {
    super(reason);
  }
}

export interface Person {
  readonly userId: string;
  readonly salonId: number;
}

export async function unsentFile(engine: Engine, { userId, salonId }: Person): Promise<UnsentFile> {
  const state = await engine.docs.read<SyncState>(STATE_DOCUMENT);
  const rows: UnsentRow[] = [];
  for (const table of TABLE_NAMES)
    for (const row of await engine.store.pending(table))
      rows.push({
        table,
        id: row.id,
        rev: row.rev,
        row: snapshot(table, row),
        base: row.base === null ? null : snapshot(table, row.base),
        sent: row.sent,
        editedAt: row.edited_at,
      });
  const issues = await engine.issues.list();
  return {
    kind: 'greben-unsent',
    form: 1,
    userId,
    salonId,
    madeAt: isoOf(engine.clock),
    epoch: state?.epoch ?? null,
    rows,
    issues,
  };
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const ID = /^[A-Za-z0-9_./:-]{1,120}$/;
const KINDS: readonly string[] = ['field', 'set', 'deleted-there', 'edited-there', 'rejected', 'gone', 'overlap'];
const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** @throws ImportError */
export function readUnsentFile(file: unknown, { userId, salonId }: Person): UnsentFile {
  const unreadable = (): never => {
    throw new ImportError('unreadable');
  };
  if (!isObject(file) || file.kind !== 'greben-unsent' || typeof file.form !== 'number') return unreadable();
  if (file.form > 1) throw new ImportError('newer-app');
  if (typeof file.userId !== 'string' || typeof file.salonId !== 'number') return unreadable();
  if (file.userId !== userId) throw new ImportError('other-person');
  if (file.salonId !== salonId) throw new ImportError('other-salon');
  if (!Array.isArray(file.rows) || !Array.isArray(file.issues)) return unreadable();
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    kind: 'greben-unsent',
    form: 1,
    userId,
    salonId,
    madeAt: textOrNull(file.madeAt) ?? unreadable(),
    epoch: textOrNull(file.epoch),
    rows: file.rows.map((entry: unknown) => rowOf(entry) ?? unreadable()),
    issues: file.issues.map((entry: unknown) => issueOf(entry) ?? unreadable()),
  };
}

function tableOf(name: unknown): TableName | null {
  const table = TABLE_NAMES.find((known) => known === name);
  if (table === undefined && typeof name === 'string') throw new ImportError('newer-app');
  return table ?? null;
}

function rowOf(entry: unknown): UnsentRow | null {
  if (!isObject(entry)) return null;
  const { id, rev, row, base, sent, editedAt } = entry;
  const table = tableOf(entry.table);
  if (table === null || typeof id !== 'string' || !ID.test(id) || !isObject(row)) return null;
  if (typeof rev !== 'number' || !Number.isSafeInteger(rev) || rev < 0) return null;
  if (base !== null && !(isObject(base) && Object.values(base).every(isScalar))) return null;
  const values = canonicalRow(table, row);
  if (values === null) return null;
  return {
    table,
    id,
    rev,
    row: values,
    base: base === null ? null : snapshot(table, base),
    sent: sentOf(table, sent),
    editedAt: typeof editedAt === 'string' && !Number.isNaN(Date.parse(editedAt)) ? new Date(editedAt).toISOString() : null,
  };
}

/** A person's values in canonical form, and what only the server writes as it came. */
function canonicalRow(table: TableName, row: Json): Fields | null {
  const { columns } = SHAPES[table].table;
  const values: Record<string, unknown> = { deleted: row.deleted === true };
  try {
    for (const [field, column] of Object.entries(columns)) {
      const value = row[field] === undefined ? column.initial : row[field];
      if (column.readOnly && !isScalar(value)) return null;
      values[field] = column.readOnly ? value : canonicalValue(column, value, field);
    }
  } catch (error) {
    if (error instanceof InvalidValueError) return null;
    throw error;
  }
  return values;
}

function sentOf(table: TableName, sent: unknown): Sent | null {
  if (!isObject(sent)) return null;
  const lists = Object.entries(sent).filter(
    (entry): entry is [string, unknown[]] =>
      SHAPES[table].writable.includes(entry[0]) && Array.isArray(entry[1]) && entry[1].every(isScalar),
  );
  return Object.fromEntries(lists);
}

const SHOWN_BY_PARTS: readonly unknown[] = ['intervals', 'instant', 'date'];

/** A side of an issue passes no door before screens read it: what they take apart has to have its form. */
function isShowable(table: TableName, side: unknown): boolean {
  if (!isObject(side)) return true;
  return Object.entries(SHAPES[table].table.columns).every(([field, column]) => {
    const value = side[field] ?? null;
    if (!isScalar(value)) return false;
    if (value === null || !SHOWN_BY_PARTS.includes(column.kind)) return true;
    try {
      canonicalValue(column, value, field);
      return true;
    } catch (error) {
      if (error instanceof InvalidValueError) return false;
      throw error;
    }
  });
}

function issueOf(entry: unknown): SyncIssue | null {
  if (!isObject(entry)) return null;
  const { id, kind, rowId, group, ours, server, at, code, message, constraint, otherId } = entry;
  const table = tableOf(entry.table);
  if (table === null || typeof id !== 'string' || typeof rowId !== 'string') return null;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || !isShowable(table, ours) || !isShowable(table, server))
    return null;
  if (typeof kind !== 'string' || !KINDS.includes(kind)) return null;
  const side = (value: unknown): Fields | null => (isObject(value) ? snapshot(table, value) : null);
  const said = { code, message, constraint, otherId };
  return {
    id,
    kind: kind as SyncIssue['kind'],
    table,
    rowId,
    group: Array.isArray(group)
      ? group.filter((field): field is string => SHAPES[table].writable.includes(field as string))
      : null,
    ours: side(ours),
    server: side(server),
    at,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => typeof value === 'string')),
  };
}

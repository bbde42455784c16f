/**
 * Another person's file of unsent work, taken over by an owner or a manager as their own: of somebody who was removed, or whose role did
 * not allow it. Promises: nothing is taken before it was shown; what the taker's role may not write stays in the file; taken twice it
 * doubles nothing.
 */
import { firstValueFrom, type Observable } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { type RecordSides, referredBySides$ } from '#data/issues/restored-records.ts';
import { isOfRole } from '#data/issues/role-refusals.ts';
import type { ReferredTables } from '#data/issues/stored-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { rightsOf } from '#data/person-rights.ts';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { isErased } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { beyondRole } from '#sync/core/role-gate.ts';
import type { ImportResult, UnsentFile, UnsentRow } from '#sync/device/unsent-file.ts';

/** Another person's file, read and looked through. */
export interface OthersFile {
  /** The name of the person whose work it is. */
  readonly userId: string;
  /** Device clock of the device that made it, ISO UTC. */
  readonly madeAt: string;
  /** The changes that would be sent as the taker's own, in the order of dependency. */
  readonly taken: readonly RecordSides[];
  /** The changes that the taker's role may not write either. */
  readonly left: readonly RecordSides[];
  /** How many other questions of that person come along, to be decided by the taker. */
  readonly questions: number;
  /** For `takeOthersFile`. */
  readonly work: UnsentFile;
}

/** Tells whether this person may take over what somebody else has not sent. Whose role no pull has told yet may not. */
export function mayTakeOver(replica: OpenReplica): boolean {
  const { role } = rightsOf(replica);
  return role === 'owner' || role === 'manager';
}

const sidesOf = ({ table, id, row, base }: UnsentRow): RecordSides => ({ table, rowId: id, ours: row, server: base });

/** Returns a change that was refused to its person, as the unsent row that it was. */
function rowOfRefusal({ table, rowId, ours, server, at }: SyncIssue): UnsentRow[] {
  return ours === null ? [] : [{ table, id: rowId, rev: 0, row: ours, base: server, sent: null, editedAt: at }];
}

/** Returns the refused writes as rows: of a new record the newest version, and none where a newer one is unsent. */
function refusedRows(file: UnsentFile): readonly UnsentRow[] {
  const keyOf = ({ table, id }: Pick<UnsentRow, 'table' | 'id'>) => `${table}/${id}`;
  const unsent = new Set(file.rows.filter(({ base }) => base === null).map(keyOf));
  const oldestFirst = file.issues.filter(isOfRole).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const rows = oldestFirst.flatMap(rowOfRefusal);
  const newest = new Map(rows.filter(({ base }) => base === null).map((row) => [keyOf(row), row]));
  return rows.filter((row) => row.base !== null || (newest.get(keyOf(row)) === row && !unsent.has(keyOf(row))));
}

/**
 * Reads another person's file and says what of it this person would send.
 * @param content the parsed file @throws ImportError
 */
export async function lookIntoOthersFile(replica: OpenReplica, content: unknown): Promise<OthersFile> {
  const inside = insideOf(replica);
  const file = inside.readUnsent(content);
  const { role } = rightsOf(replica);
  const all = [...file.rows, ...refusedRows(file)];
  const counts = all.flatMap(({ table, id }) => (table === 'product_revisions' ? [id] : []));
  // A count is written once: one that has arrived is nobody's to send again.
  const arrived = await inside.keptRows('product_revisions', counts);
  const rows = all
    .filter(({ table, id }) => table !== 'product_revisions' || !arrived.has(id))
    .map((row) => (row.table === 'product_revisions' ? { ...row, row: { ...row.row, user_id: replica.userId } } : row))
    .toSorted((a, b) => TABLE_NAMES.indexOf(a.table) - TABLE_NAMES.indexOf(b.table));
  // A file is not believed that says that a client was erased before: it would be erased by whoever takes it in.
  const before = ({ table, row, base }: UnsentRow) => (isErased(table, row) ? null : base);
  const mayWrite = (row: UnsentRow) => role === null || beyondRole(role, row.table, before(row), row.row).length === 0;
  const taken = rows.filter(mayWrite);
  const issues = file.issues.filter((issue) => !isOfRole(issue));
  return {
    userId: file.userId,
    madeAt: file.madeAt,
    taken: taken.map(sidesOf),
    left: rows.filter((row) => !mayWrite(row)).map(sidesOf),
    questions: issues.length,
    work: { ...file, rows: taken, issues },
  };
}

/** Takes it over as this person's own. @throws what the storage threw: what was taken until then stays */
export const takeOthersFile = (replica: OpenReplica, { work }: OthersFile): Promise<ImportResult> =>
  insideOf(replica).takeOver(work);

/** Reads once what these records refer to, so that they can be called by their names. */
export const namesOfOthersFile = (replica: OpenReplica, { taken, left }: OthersFile): Promise<ReferredTables> =>
  firstValueFrom(referredBySides$(replica, [...taken, ...left]) as Observable<ReferredTables>);

/**
 * The same person's replica of the same salon in another local schema version (an earlier version of the app, or a later one), read
 * from its IndexedDB as RxDB's Dexie storage keeps it. Promises: reading creates and changes nothing; what is forgotten
 * there is only what stands as it was read.
 */

import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { isDerived, type SyncIssue } from '#sync/core/issues.ts';
import { DEXIE_PREFIX, replicaName, replicaPrefix } from '#sync/storage/replica-name.ts';
import { thisPage } from '#sync/storage/rxdb/frozen-page.ts';
import { answerOf, databaseNames, deleteDatabase, withDatabase } from '#sync/storage/rxdb/raw-database.ts';
import { ISSUES_DOCUMENT, type IssueMap, STRANGE_ISSUES_DOCUMENT } from '#sync/writes/issue-book.ts';

/** Dexie's storage: one object store of documents; it writes indexed booleans as text, because IndexedDB does not index them. */
const DOCUMENTS = 'docs';
const PENDING_INDEX = '[_deleted+pending+id]';

/** How RxDB's Dexie storage writes that a document is not deleted. */
export const NOT_DELETED = '0';
const LOCAL_DOCUMENTS = 'plugin-local-documents-';
const PAGE = 1000;

/** A row of another version as its storage holds it. */
export interface RawDocument {
  readonly id: string;
  readonly _rev: string;
  readonly _deleted: unknown;
  readonly [field: string]: unknown;
}

/** Another local schema version of this person's salon on this device. */
export interface LocalVersion {
  /** The replica's name. */
  readonly name: string;
  /** Its IndexedDB databases. */
  readonly databases: readonly string[];
}

/** All local schema versions of this replica that this device holds, this program's own first. */
export async function storedVersions(userId: string, salonId: number): Promise<readonly LocalVersion[]> {
  const start = DEXIE_PREFIX + replicaPrefix(userId, salonId);
  const ownName = replicaName(userId, salonId);
  const versions = new Map<string, string[]>();
  for (const database of await databaseNames()) {
    const end = database.indexOf('--', start.length);
    if (!database.startsWith(start) || end < 0) continue;
    const name = database.slice(DEXIE_PREFIX.length, end);
    versions.set(name, [...(versions.get(name) ?? []), database]);
  }
  const stored = [...versions].map(([name, databases]) => ({ name, databases }));
  return stored.sort((a, b) => Number(b.name === ownName) - Number(a.name === ownName));
}

/** Those but this program's own. */
export async function versionsBeside(userId: string, salonId: number): Promise<readonly LocalVersion[]> {
  const ownName = replicaName(userId, salonId);
  return (await storedVersions(userId, salonId)).filter(({ name }) => name !== ownName);
}

const databaseOf = (version: string, collection: string): string => `${DEXIE_PREFIX}${version}--0--${collection}`;
function documentsOf(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore | null {
  if (!database.objectStoreNames.contains(DOCUMENTS)) return null;
  const transaction = database.transaction(DOCUMENTS, mode, { durability: 'strict' });
  thisPage.underWay(transaction);
  return transaction.objectStore(DOCUMENTS);
}

/** Every stored document of a table, hidden ones too, in pages. */
export async function eachPage(
  version: string,
  table: TableName,
  take: (documents: readonly RawDocument[]) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true);
    const documents: RawDocument[] = await withDatabase(databaseOf(version, table), [], async (database) => {
      const store = documentsOf(database, 'readonly');
      return store === null ? [] : answerOf<RawDocument[]>(store.getAll(range, PAGE));
    });
    if (documents.length > 0) await take(documents);
    after = documents[PAGE - 1]?.id ?? null;
    if (after === null) return;
  }
}

/** All stored documents of the tables that this program knows. */
export async function rowsIn(version: string): Promise<number> {
  const counts = TABLE_NAMES.map((table) =>
    withDatabase(databaseOf(version, table), 0, async (database) => {
      const store = documentsOf(database, 'readonly');
      return store === null ? 0 : answerOf(store.count());
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Documents that its queries see whose `column` lies in the stretch; null where that version has no index of it. */
export function documentsBetween(
  version: string,
  table: TableName,
  column: string,
  from: string,
  to: string,
): Promise<readonly RawDocument[] | null> {
  return withDatabase<readonly RawDocument[] | null>(databaseOf(version, table), [], async (database) => {
    const store = documentsOf(database, 'readonly');
    const index = `[_deleted+${column}+id]`;
    if (!store?.indexNames.contains(index)) return null;
    const range = IDBKeyRange.bound([NOT_DELETED, from, ''], [NOT_DELETED, to, '\uffff']);
    return answerOf<RawDocument[]>(store.index(index).getAll(range));
  });
}

/** Returns those of these documents that are there, hidden ones too. @throws what the storage threw */
export function documentsById(version: string, table: TableName, ids: readonly string[]): Promise<readonly RawDocument[]> {
  return withDatabase<readonly RawDocument[]>(databaseOf(version, table), [], async (database) => {
    const store = documentsOf(database, 'readonly');
    if (store === null) return [];
    const found = await Promise.all(ids.map((id) => answerOf<RawDocument | undefined>(store.get(id))));
    return found.filter((document) => document !== undefined);
  });
}

/** How much unsent work there is, and since when. */
export interface UnsentSummary {
  readonly count: number;
  /** Device clock, ISO UTC. */
  readonly oldestAt: string | null;
}

/** Rows with `pending = 1`, of whatever tables that version has: a newer version may have some that this one does not know. */
export async function unsentIn(version: string): Promise<UnsentSummary> {
  let count = 0;
  let oldestAt: string | null = null;
  for (const name of await databaseNames()) {
    if (!name.startsWith(databaseOf(version, ''))) continue;
    for (const { edited_at } of await pendingIn(name)) {
      count++;
      if (typeof edited_at === 'string' && (oldestAt === null || edited_at < oldestAt)) oldestAt = edited_at;
    }
  }
  return { count, oldestAt };
}

/** Returns the unsent documents of another version's table. @throws what the storage threw */
export const pendingOf = (version: string, table: TableName): Promise<readonly RawDocument[]> =>
  pendingIn(databaseOf(version, table));

function pendingIn(name: string): Promise<RawDocument[]> {
  return withDatabase(name, [], async (database) => {
    const store = documentsOf(database, 'readonly');
    if (!store?.indexNames.contains(PENDING_INDEX)) return [];
    const range = IDBKeyRange.bound([NOT_DELETED, 1, ''], [NOT_DELETED, 1, '\uffff']);
    return answerOf<RawDocument[]>(store.index(PENDING_INDEX).getAll(range));
  });
}

/** A local document (state, issues, holds) of another version. */
export interface LocalDocument {
  readonly id: string;
  readonly _rev: string;
  readonly value: object;
}

/** The engine's own documents (issues, state). */
export function localDocuments(version: string): Promise<readonly LocalDocument[]> {
  return withDatabase<readonly LocalDocument[]>(databaseOf(version, LOCAL_DOCUMENTS), [], async (database) => {
    const store = documentsOf(database, 'readonly');
    const stored = store === null ? [] : await answerOf<RawDocument[]>(store.getAll());
    return stored.flatMap(({ id, _rev, _deleted, data }) => {
      const value = (data as { value?: unknown } | undefined)?.value;
      return _deleted === NOT_DELETED && typeof value === 'object' && value !== null ? [{ id, _rev, value }] : [];
    });
  });
}

type Revisions = readonly { readonly id: string; readonly _rev: string }[];

/**
 * Removes rows of another version unless they were written since they were read. `revisions`: theirs, as read.
 * @throws what the storage threw
 */
export const forgetRows = (version: string, table: TableName, revisions: Revisions): Promise<void> =>
  forget(databaseOf(version, table), revisions);

/** Removes local documents of another version unless they were written since they were read. @throws what the storage threw */
export const forgetLocalDocuments = (version: string, revisions: Revisions): Promise<void> =>
  forget(databaseOf(version, LOCAL_DOCUMENTS), revisions);

function forget(name: string, revisions: Revisions): Promise<void> {
  if (revisions.length === 0) return Promise.resolve();
  return withDatabase(name, undefined, async (database) => {
    const store = documentsOf(database, 'readwrite');
    if (store === null) return;
    const { transaction } = store;
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    for (const { id, _rev } of revisions) {
      const found = store.get(id);
      found.onsuccess = () => {
        if ((found.result as RawDocument | undefined)?._rev === _rev) store.delete(id);
      };
    }
    await done;
  });
}

/**
 * Deletes all of it, the state first: a version that is left half deleted begins anew. `mayGo` is asked before each of its
 * databases. False when it stopped, or when somebody has it open.
 */
export async function deleteVersion(databases: readonly string[], mayGo: () => Promise<boolean>): Promise<boolean> {
  const isState = (name: string) => name.includes(LOCAL_DOCUMENTS);
  for (const name of [...databases].sort((a, b) => Number(isState(b)) - Number(isState(a))))
    if (!(await mayGo()) || !(await deleteDatabase(name))) return false;
  return true;
}

/** Unsent work that is still in other versions. */
export interface LeftBehind extends UnsentSummary {
  /** Some other version is still there: it is worth looking again. */
  readonly versions: boolean;
}

/** Returns how much unsent work other versions still hold. @throws what the storage threw */
export async function leftBehind(userId: string, salonId: number): Promise<LeftBehind> {
  const versions = await versionsBeside(userId, salonId);
  let count = 0;
  let oldestAt: string | null = null;
  for (const { name } of versions) {
    const unsent = await unsentIn(name);
    count += unsent.count;
    if (unsent.oldestAt !== null && (oldestAt === null || unsent.oldestAt < oldestAt)) ({ oldestAt } = unsent);
  }
  return { count, oldestAt, versions: versions.length > 0 };
}

/** The documents in which a version keeps its issues. */
export const BOOKS: readonly string[] = [ISSUES_DOCUMENT, STRANGE_ISSUES_DOCUMENT];

/** Returns the issues among a version's own documents, also those of tables that the version of that version did not know. */
export const issuesIn = (documents: readonly LocalDocument[]): readonly SyncIssue[] =>
  documents
    .flatMap(({ id, value }) => (BOOKS.includes(id) ? Object.values((value as Partial<IssueMap>).issues ?? {}) : []))
    .filter(({ kind }) => !isDerived(kind));

/**
 * Reading documents, those of a query and those of ids, without two habits of RxDB's Dexie storage. It walks through an index with a
 * cursor, which costs an event for each row: here they come in pages, in the same order. And it copies each document field by
 * field, for names that begin with a pipe (its plugin for short keys): here it is taken as it was stored. What is found is the same.
 */
import { cmp, Dexie } from 'dexie';
import { getQueryMatcher, getSortComparator, type PreparedQuery, type RxDocumentData, type RxStorageQueryResult } from 'rxdb';
import {
  DEXIE_DOCS_TABLE_NAME,
  dexieReplaceIfStartsWithPipe,
  getKeyRangeByQueryPlan,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';

/** Rows of a page at most: the browser unpacks them in one piece, and the page's thread does nothing else meanwhile. */
const PAGE = 400;

/** The same storage, which reads so. */
export function withOwnReads(storage: RxStorageDexie): RxStorageDexie {
  const createStorageInstance: RxStorageDexie['createStorageInstance'] = async (params) => {
    const instance = await storage.createStorageInstance(params);
    instance.query = (query) => queryInPages(instance, query);
    instance.findDocumentsById = (ids, deletedToo) => documentsOf(instance, ids, deletedToo);
    return instance;
  };
  return { ...storage, createStorageInstance };
}

/**
 * Makes a document of a row that IndexedDB has just returned, in the row's place: nobody else has it.
 * @param booleanIndexes top-level fields that are stored as "0" or "1", because IndexedDB has no index of booleans
 */
export function documentOf<T>(booleanIndexes: readonly string[], row: object): RxDocumentData<T> {
  for (const field of booleanIndexes) Reflect.set(row, field, Reflect.get(row, field) === '1');
  return row as RxDocumentData<T>;
}

async function documentsOf<T>(
  instance: RxStorageInstanceDexie<T>,
  ids: readonly string[],
  deletedToo: boolean,
): Promise<RxDocumentData<T>[]> {
  const { dexieTable, booleanIndexes } = await instance.internals;
  // An object that came twice would be made a document twice.
  const rows: readonly (object | undefined)[] = await dexieTable.bulkGet([...new Set(ids)]);
  const found = rows.flatMap((row) => (row ? [documentOf<T>(booleanIndexes, row)] : []));
  return deletedToo ? found : found.filter(({ _deleted }) => !_deleted);
}

/**
 * Does what RxDB's own `query` does. @returns the documents that match, in the query's order, within its limit
 * @throws what IndexedDB says, also where the database is closed meanwhile
 */
async function queryInPages<T>(
  instance: RxStorageInstanceDexie<T>,
  { query, queryPlan }: PreparedQuery<T>,
): Promise<RxStorageQueryResult<T>> {
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query;
  const matches = queryPlan.selectorSatisfiedByIndex ? null : getQueryMatcher(instance.schema, query);
  const enough = queryPlan.sortSatisfiedByIndex ? skip + limit : Number.POSITIVE_INFINITY;
  const fields = queryPlan.index.map(dexieReplaceIfStartsWithPipe);
  let range: IDBKeyRange;
  try {
    range = getKeyRangeByQueryPlan(booleanIndexes, queryPlan, dexieDb._options.IDBKeyRange);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return { documents: [] }; // it ends before it begins
    throw error;
  }
  const found: RxDocumentData<T>[] = [];
  /** Returns the rest of the range behind this row; each index ends with the primary key, so no two rows are at one place. */
  const behind = (row: object) => {
    const at = fields.map((field) => Dexie.getByKeyPath(row, field));
    return cmp(at, range.upper) < 0 ? IDBKeyRange.bound(at, range.upper, true, range.upperOpen) : null;
  };
  await dexieDb.transaction('r', dexieTable, async ({ idbtrans }) => {
    const index = idbtrans.objectStore(DEXIE_DOCS_TABLE_NAME).index(`[${fields.join('+')}]`);
    await new Promise<void>((resolve, reject) => {
      const read = (from: IDBKeyRange, size: number) => {
        const request = index.getAll(from, size);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const rows = request.result;
          const rest = rows.length < size ? null : behind(rows.at(-1)); // before it is made a document
          for (const row of rows) {
            const document = documentOf<T>(booleanIndexes, row);
            if (!matches || matches(document)) found.push(document);
          }
          if (rest && found.length < enough) read(rest, Math.min(PAGE, 2 * size));
          else resolve();
        };
      };
      read(range, Math.min(PAGE, Math.max(1, enough)));
    });
  });
  if (!queryPlan.sortSatisfiedByIndex) found.sort(getSortComparator(instance.schema, query));
  return { documents: found.slice(skip, skip + limit) };
}

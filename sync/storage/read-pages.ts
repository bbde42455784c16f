/**
 * Reading the documents of a query. RxDB's Dexie storage walks through an index with a cursor, which costs an event for each row;
 * here they come in pages, in the same order. What is found is the same.
 */
import { cmp, Dexie } from 'dexie';
import { getQueryMatcher, getSortComparator, type PreparedQuery, type RxDocumentData, type RxStorageQueryResult } from 'rxdb';
import {
  DEXIE_DOCS_TABLE_NAME,
  dexieReplaceIfStartsWithPipe,
  fromDexieToStorage,
  getKeyRangeByQueryPlan,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';

/** Rows of a page at most: the browser unpacks them in one piece, and the page's thread does nothing else meanwhile. */
const PAGE = 400;

/** The same storage, whose queries read so. */
export function readingPages(storage: RxStorageDexie): RxStorageDexie {
  const createStorageInstance: RxStorageDexie['createStorageInstance'] = async (params) => {
    const instance = await storage.createStorageInstance(params);
    instance.query = (asked) => queryInPages(instance, asked);
    return instance;
  };
  return { ...storage, createStorageInstance };
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
  /** What is left behind this row; each index ends with the primary key, so no two rows are at one place. */
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
          for (const row of request.result) {
            const document: RxDocumentData<T> = fromDexieToStorage(booleanIndexes, row);
            if (!matches || matches(document)) found.push(document);
          }
          const isOver = request.result.length < size || found.length >= enough;
          const rest = isOver ? null : behind(request.result.at(-1));
          if (rest) read(rest, Math.min(PAGE, 2 * size));
          else resolve();
        };
      };
      read(range, Math.min(PAGE, Math.max(1, enough)));
    });
  });
  if (!queryPlan.sortSatisfiedByIndex) found.sort(getSortComparator(instance.schema, query));
  return { documents: found.slice(skip, skip + limit) };
}

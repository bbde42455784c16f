/**
 * Reads of many rows from the storage itself. A query of the collection would make and keep a document of each row, and compare each later
 * change with all of them.
 */
import { type MangoQuerySelector, normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import type { LocalRow, TableName } from '#schemas/registry.ts';

/**
 * Returns the rows of these ids that a query would see, in no order; an id that has none is left out.
 * @throws what the storage threw
 */
export async function storedById<N extends TableName>(
  collection: RxCollection<LocalRow<N>>,
  ids: readonly string[],
): Promise<readonly LocalRow<N>[]> {
  return await collection.storageInstance.findDocumentsById([...ids], false);
}

/**
 * Returns the rows that a selector picks, those marked `deleted` too unless it says otherwise, in no order. The storage hands them over in
 * pages.
 * @throws what the storage threw
 */
export async function storedWhere<N extends TableName>(
  { storageInstance }: RxCollection<LocalRow<N>>,
  selector: MangoQuerySelector<LocalRow<N>>,
): Promise<readonly LocalRow<N>[]> {
  const { schema } = storageInstance;
  const query = normalizeMangoQuery<LocalRow<N>>(schema, { selector: { ...selector, _deleted: false } as never });
  return (await storageInstance.query(prepareQuery(schema, query))).documents;
}

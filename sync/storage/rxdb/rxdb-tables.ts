/**
 * Operations that RxDB does not offer, on its Dexie storage's own table: the ends of a table, by its indexes alone; whole tables in
 * pages (RxDB's queries walk row by row, ten times slower); removing rows from the disk that RxDB only marks as deleted. They rely on
 * RxDB 17.6: a table's documents are in `dexieTable`, an index is named after its fields, and a boolean in it is "0" or "1".
 */
import type { Table as DexieTable } from 'dexie';
import type { RxCollection, RxDocumentData } from 'rxdb';
import { TABLES, type TableName } from '#schemas/registry.ts';
import type { Columns, Table } from '#schemas/table.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { Extent } from '#sync/storage/stores.ts';
import { documentOf } from './own-reads.ts';

interface Document {
  readonly id: string;
  readonly rev: number;
  readonly pending: number;
  readonly sent: unknown;
  readonly _deleted: unknown;
}
interface Internals {
  readonly dexieTable: DexieTable<Document, string>;
  readonly booleanIndexes: string[];
}
type RowDocument = RxDocumentData<StateRow>;

const NOT_DELETED = '0';
const DELETED = '1';
const FIRST = Number.NEGATIVE_INFINITY;
const LAST = '\uffff';

const internalsOf = async (collection: RxCollection<StateRow>): Promise<Internals> =>
  (await collection.storageInstance.internals) as Internals;
const documentsOf = async (collection: RxCollection<StateRow>) => (await internalsOf(collection)).dexieTable;

/** Documents in the order of their ids, from above `after` on. */
export async function pageOf(
  collection: RxCollection<StateRow>,
  after: string,
  limit: number,
  deletedToo: boolean,
): Promise<readonly RowDocument[]> {
  const { dexieTable, booleanIndexes } = await internalsOf(collection);
  const range = deletedToo
    ? dexieTable.where(':id').above(after)
    : dexieTable.where('[_deleted+id]').between([NOT_DELETED, after], [NOT_DELETED, LAST], false, true);
  const found = await range.limit(limit).toArray();
  return found.map((document) => documentOf<StateRow>(booleanIndexes, document));
}

/**
 * Returns how many rows of a table queries see, and the first and last instant (ISO UTC) of a table that has a horizon. Counts
 * by index.
 * @throws what the storage threw
 */
export async function tableExtent(table: TableName, collection: RxCollection<StateRow>): Promise<Extent> {
  const documents = await documentsOf(collection);
  const rows = await documents
    .where('[_deleted+pending+id]')
    .between([NOT_DELETED, FIRST, FIRST], [NOT_DELETED, 1, LAST])
    .count();
  const { horizon, indexes }: Table<string, Columns> = TABLES[table];
  if (horizon === null || !indexes.some(([first]) => first === horizon)) return { rows, first: null, last: null };
  const inOrder = documents.where(`[_deleted+${horizon}+id]`).between([NOT_DELETED, FIRST, FIRST], [NOT_DELETED, LAST, LAST]);
  const end = (document: Document | undefined): string | null => {
    const value = document === undefined ? null : Reflect.get(document, horizon);
    return typeof value === 'string' ? value : null;
  };
  return { rows, first: end(await inOrder.first()), last: end(await inOrder.last()) };
}

/** Only what the engine has removed: revision 0, nothing pending, nothing remembered. */
export async function removedForGood(collection: RxCollection<StateRow>, ids: readonly string[]): Promise<void> {
  const documents = await documentsOf(collection);
  await documents.db.transaction('rw', documents, async () => {
    const removed = (await documents.bulkGet([...ids])).flatMap((document) =>
      document?._deleted === DELETED && document.rev === 0 && document.pending === 0 && document.sent === null ? document.id : [],
    );
    await documents.bulkDelete(removed);
  });
}

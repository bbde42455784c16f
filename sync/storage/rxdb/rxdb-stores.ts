/**
 * The engine's two stores over RxDB. Promises: every write is a compare-and-set on the stored document, also where none was
 * stored (RxDB alone inserts over a deleted one, silently); a hidden row is an RxDB-deleted document that keeps its revision, a
 * removed one has revision 0, remembers nothing and counts as never there; nothing of the engine is visible to queries but its rows.
 */
import {
  normalizeMangoQuery,
  type PreparedQuery,
  prepareQuery,
  type RxCollection,
  type RxDatabase,
  type RxDocumentData,
} from 'rxdb';
import { concatMap, filter, map, merge, type Observable, startWith } from 'rxjs';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { initialValues, type StateRow } from '#sync/core/columns.ts';
import type { DocStore, RowChange, RowStore, RowWrite, StoredRow } from '#sync/storage/stores.ts';
import type { ReplicaStorage } from './dexie-storage.ts';
import { pageOf, removedForGood, tableExtent } from './rxdb-tables.ts';

type RowCollection = RxCollection<StateRow>;
type RowDocument = RxDocumentData<StateRow>;

/** The collections of a replica, as rows of any table. */
export type RowCollections = Readonly<Record<TableName, RowCollection>>;

const CONFLICT = 409;
/** Rows read at once where a whole table is. */
const SCANNED = 2000;

function rowOf(document: RowDocument): StateRow | null {
  if (document._deleted && document.rev === 0 && document.sent === null) return null;
  const { _deleted, _meta, _rev, _attachments, ...row } = document;
  return row as StateRow;
}

/**
 * Stands for “nothing was there”. No stored document has its revision, so whatever another tab has stored meanwhile beats
 * the write. Without a previous document RxDB would insert over a deleted one, which here is a hidden row.
 */
const ABSENT = { _deleted: true, _attachments: {}, _meta: { lwt: 1 }, _rev: '0-absent' } as RowDocument;

/** @param table of which a removed row keeps nothing but its id: what an erasure takes must not stand in what nobody reads */
function writeOf(table: TableName, { row, hidden, version }: RowWrite): { previous: RowDocument; document: RowDocument } | null {
  const previous = (version as RowDocument | undefined) ?? ABSENT;
  const { _meta, _rev } = previous;
  const frame = { _deleted: hidden || row === null, _attachments: {}, _meta, _rev };
  if (row !== null) return { previous, document: { ...row, ...frame } as RowDocument };
  if (previous === ABSENT) return null;
  const { id, salon_id } = previous;
  const removed = { ...initialValues(table), id, salon_id, rev: 0, pending: 0, base: null, sent: null };
  return { previous, document: { ...removed, ...frame } as RowDocument };
}

/** Returns the row store on these collections. A database that was closed under the page is opened again, and the call repeated. */
export function rxdbRowStore(collections: RowCollections, storage: Pick<ReplicaStorage, 'guard'>): RowStore {
  /** Asked four times a round in every table: planned once. */
  const unsent = new Map<TableName, PreparedQuery<StateRow>>();
  const unsentIn = (table: TableName): PreparedQuery<StateRow> => {
    const { schema } = collections[table].storageInstance;
    const selector = { pending: { $eq: 1 }, _deleted: { $eq: false } };
    const query = unsent.get(table) ?? prepareQuery(schema, normalizeMangoQuery(schema, { selector: selector as never }));
    unsent.set(table, query);
    return query;
  };
  return {
    async read(table, ids) {
      const found = await storage.guard(() => collections[table].storageInstance.findDocumentsById([...ids], true));
      const rows = new Map<string, StoredRow>();
      for (const document of found) rows.set(document.id, { row: rowOf(document), hidden: document._deleted, version: document });
      return rows;
    },
    async write(table, writes, context) {
      const rows = writes.flatMap((write) => writeOf(table, write) ?? []);
      if (rows.length === 0) return [];
      const { error: errors } = await storage.guard(() => collections[table].storageInstance.bulkWrite(rows, context));
      for (const error of errors)
        if (error.status !== CONFLICT) throw new Error(`${table}/${error.documentId}: not storable (${error.status})`);
      return errors.map((error) => error.documentId);
    },
    async pending(table) {
      const { documents } = await storage.guard(() => collections[table].storageInstance.query(unsentIn(table)));
      return documents.flatMap((document) => rowOf(document) ?? []);
    },
    async scan(table, matches) {
      const ids: string[] = [];
      for (let after = ''; ; ) {
        const documents = await storage.guard(() => pageOf(collections[table], after, SCANNED, true));
        for (const document of documents) {
          const row = rowOf(document);
          if (row !== null && matches(row)) ids.push(row.id);
        }
        const last = documents.at(-1);
        if (documents.length < SCANNED || last === undefined) return ids;
        after = last.id;
      }
    },
    async page(table, after, limit) {
      const documents = await storage.guard(() => pageOf(collections[table], after, limit, false));
      return documents.flatMap((document) => rowOf(document) ?? []);
    },
    extent: (table) => storage.guard(() => tableExtent(table, collections[table])),
    vanish: (table, ids) => storage.guard(() => removedForGood(collections[table], ids)),
    changes$: merge(...TABLE_NAMES.map((table) => changesOf(table, collections[table]))),
  };
}

function changesOf(table: TableName, collection: RowCollection): Observable<readonly RowChange[]> {
  return collection.storageInstance.changeStream().pipe(
    map(({ events }) =>
      events.map(({ documentId, documentData }): RowChange => {
        const hidden = documentData._deleted !== false;
        const height = Number.parseInt((documentData as RowDocument)._rev, 10);
        return { table, id: documentId, row: hidden ? null : rowOf(documentData as RowDocument), height };
      }),
    ),
  );
}

/** Returns the document store on a replica's local documents, with the same promise. */
export function rxdbDocStore(database: RxDatabase, storage: Pick<ReplicaStorage, 'guard'>): DocStore {
  const read = async <T extends object>(id: string): Promise<T | null> => {
    const document = await storage.guard(() => database.getLocal<{ value: T }>(id));
    return document === null ? null : document.get('value');
  };
  return {
    read,
    async update<T extends object>(id: string, change: (current: T | null) => T | null) {
      for (;;) {
        const document = await storage.guard(() => database.getLocal<{ value: T }>(id));
        if (document !== null) {
          let saved: T | null = null;
          await storage.guard(() =>
            document.incrementalModify((current) => {
              const next = change(current.value);
              saved = next ?? current.value;
              return next === null ? current : { value: next };
            }),
          );
          return saved;
        }
        const first = change(null);
        if (first === null) return null;
        try {
          await storage.guard(() => database.insertLocal(id, { value: first }));
          return first;
        } catch (error) {
          if ((error as { status?: unknown }).status !== CONFLICT) throw error;
        }
      }
    },
    watch<T extends object>(id: string) {
      return database.eventBulks$.pipe(
        filter((bulk) => bulk.isLocal && !bulk.collectionName && bulk.events.some((event) => event.documentId === id)),
        startWith(null),
        concatMap(() => read<T>(id)),
      );
    },
  };
}

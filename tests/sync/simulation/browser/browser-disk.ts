/** What stands in the page's IndexedDB, read past RxDB and every gate, as the check after healing needs it. */
import { jsonSchemaOf } from '#schemas/json-schema.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { databasesHolding, replicaPrefix } from '#sync/storage/replica-name.ts';
import type { DiskContent, DiskRow } from '../protocol.ts';

const DOCUMENTS = 'docs';

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function allIn(name: string): Promise<Record<string, unknown>[]> {
  const database = await answerOf(indexedDB.open(name));
  try {
    if (!database.objectStoreNames.contains(DOCUMENTS)) return [];
    return await answerOf(database.transaction(DOCUMENTS, 'readonly').objectStore(DOCUMENTS).getAll());
  } finally {
    database.close();
  }
}

/** Dexie's storage writes booleans that an index holds as text. */
function unpacked(table: TableName, document: Record<string, unknown>): Record<string, unknown> {
  const plain = { ...document };
  const booleans = Object.entries(jsonSchemaOf(table).properties).flatMap(([field, { type }]) =>
    type === 'boolean' ? [field] : [],
  );
  for (const field of [...booleans, '_deleted']) if (typeof plain[field] === 'string') plain[field] = plain[field] === '1';
  return plain;
}

function rowOf(table: TableName, document: Record<string, unknown>): DiskRow | null {
  const { _deleted, _meta, _rev, _attachments, ...row } = document;
  if (_deleted === true && row.rev === 0) return null;
  return { table, row: row as StateRow, hidden: _deleted === true };
}

const namesOf = async (): Promise<readonly string[]> => (await indexedDB.databases()).flatMap(({ name }) => name ?? []);

export interface StoredDocuments {
  readonly table: TableName;
  readonly documents: readonly Record<string, unknown>[];
}

/** The rows' documents as RxDB stores them. */
export async function documentsOf(userId: string, salonId: number): Promise<readonly StoredDocuments[]> {
  const names = await namesOf();
  const stored: StoredDocuments[] = [];
  for (const table of TABLE_NAMES)
    for (const name of databasesHolding(names, userId, salonId, table))
      stored.push({ table, documents: (await allIn(name)).map((document) => unpacked(table, document)) });
  return stored;
}

export const isPending = ({ pending, _deleted }: Record<string, unknown>): boolean => pending === 1 && _deleted === false;

export async function diskOf(userId: string, salonId: number): Promise<DiskContent> {
  const rows = (await documentsOf(userId, salonId)).flatMap(({ table, documents: stored }) =>
    stored.flatMap((document) => rowOf(table, document) ?? []),
  );
  const documents: { id?: unknown; data?: { value?: unknown } }[] = [];
  const prefix = replicaPrefix(userId, salonId);
  for (const name of await namesOf())
    if (name.includes(prefix) && name.endsWith('plugin-local-documents-')) documents.push(...(await allIn(name)));
  const book = documents.find(({ id }) => id === 'sync-issues')?.data?.value as
    | { issues?: Record<string, SyncIssue> }
    | undefined;
  return { rows, issues: Object.values(book?.issues ?? {}), documents };
}

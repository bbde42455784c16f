/** What stands on a device's disk, past every gate. */
import { TABLE_NAMES } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { Replica } from '#sync/replica.ts';
import { type RowCollections, rxdbDocStore, rxdbRowStore } from '#sync/storage/rxdb/rxdb-stores.ts';
import type { DiskContent, DiskRow } from '../protocol.ts';

export async function readDisk(replica: Replica | null): Promise<DiskContent> {
  const rows: DiskRow[] = [];
  const documents: unknown[] = [];
  const database = replica?.rows.clients.database;
  if (replica && database) {
    const storage = { guard: <T>(operation: () => Promise<T>) => operation() };
    const collections = replica.rows as unknown as RowCollections;
    const store = rxdbRowStore(collections, storage);
    for (const table of TABLE_NAMES) {
      const ids = await store.scan(table, () => true);
      for (const { row, hidden } of (await store.read(table, ids)).values())
        if (row) rows.push({ table, row: structuredClone(row) as StateRow, hidden });
    }
    const docs = rxdbDocStore(database, storage);
    for (const name of ['sync-state', 'sync-issues']) documents.push(structuredClone(await docs.read(name)));
  }
  const here = database?.name ?? '';
  const left = (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(here) ? [] : (name ?? [])));
  if (left.length > 0) documents.push({ otherForms: left });
  const book = documents[1] as { issues?: Record<string, DiskContent['issues'][number]> } | null | undefined;
  return { rows, issues: Object.values(book?.issues ?? {}), documents };
}

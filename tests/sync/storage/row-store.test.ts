import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { createRxDatabase } from 'rxdb';
import { afterEach, describe, expect, it } from 'vitest';
import { type StateRow, settledRow } from '#sync/core/columns.ts';
import type { WireRow } from '#sync/server/server.ts';
import { COLLECTIONS } from '#sync/storage/rxdb/collections.ts';
import { dexieStorage } from '#sync/storage/rxdb/dexie-storage.ts';
import { type RowCollections, rxdbRowStore } from '#sync/storage/rxdb/rxdb-stores.ts';
import type { RowStore } from '#sync/storage/stores.ts';
import { Disk, Gate, memoryRowStore } from '../memory-stores.ts';

/** What the engine asks of a row store: a write over what was read, and over nothing else. The stand-in of the stories keeps it as well. */
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function onIndexedDb(): Promise<RowStore> {
  const storage = dexieStorage();
  const database = await createRxDatabase({ name: `greben-${randomUUID()}`, storage: storage.storage, multiInstance: false });
  closing.push(async () => {
    storage.end();
    await database.remove();
  });
  return rxdbRowStore((await database.addCollections(COLLECTIONS)) as unknown as RowCollections, storage);
}
const inMemory = async (): Promise<RowStore> => memoryRowStore(new Disk(), new Gate());

const client = (rev: number, deleted = false): StateRow => settledRow('clients', 7, { id: 'c1', rev, deleted } as WireRow);
const put = (store: RowStore, row: StateRow | null, version: unknown, hidden = false) =>
  store.write('clients', [{ id: 'c1', version, row, hidden }], 'test');
const stored = async (store: RowStore) => (await store.read('clients', ['c1'])).get('c1');

it('keeps nothing of a row that was removed: what an erasure takes must not stand on the disk', async () => {
  const store = await onIndexedDb();
  const note = 'алергия към амоняк';
  await put(store, settledRow('clients', 7, { id: 'c1', rev: 0, deleted: false, notes: note } as unknown as WireRow), undefined);
  const before = await stored(store);
  expect(JSON.stringify(before?.version)).toContain(note);
  await put(store, null, before?.version);
  const removed = await stored(store);
  expect(removed?.row).toBeNull();
  expect(JSON.stringify(removed?.version)).not.toContain(note);
});

describe.each([
  ['on IndexedDB', onIndexedDb],
  ['in memory', inMemory],
])('a write %s of a row that was absent when it was read', (_where, open) => {
  it('lands where nothing is', async () => {
    const store = await open();
    expect(await put(store, client(3), undefined)).toEqual([]);
    expect((await stored(store))?.row?.rev).toBe(3);
  });

  it.each([
    ['a row', false, 6],
    ['a deletion', true, 6],
  ])('is beaten by %s that another tab has written meanwhile', async (_what, hidden, rev) => {
    const store = await open();
    await put(store, client(rev, hidden), undefined, hidden);
    expect(await put(store, client(3), undefined)).toEqual(['c1']);
    expect(await put(store, client(3, true), undefined, true)).toEqual(['c1']);
    expect(await stored(store)).toMatchObject({ row: { rev }, hidden });
  });

  it('tells the others what it wrote, as any first write', async () => {
    const store = await open();
    const heard: (number | undefined)[] = [];
    const listening = store.changes$.subscribe((changes) => heard.push(...changes.map(({ row }) => row?.rev)));
    await put(store, client(3), undefined);
    await put(store, client(4), (await stored(store))?.version);
    listening.unsubscribe();
    expect(heard).toEqual([3, 4]);
  });
});

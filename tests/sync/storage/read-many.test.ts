import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { Dexie, type Table } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readManyAtOnce } from '#sync/storage/rxdb/read-many.ts';

/** Many documents by their ids: the same answer as one by one, by few requests for those that are not there. */
interface Stored {
  readonly id: string;
  readonly n: number;
}
const opened: Dexie[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) await database.delete();
});
const id = (n: number) => `id-${String(n).padStart(6, '0')}`;
const every = (step: number, many: number, first = 0) => Array.from({ length: many }, (_, at) => id(first + at * step));

/** A table of these documents, and how often IndexedDB is asked. */
async function holding(ids: readonly string[]) {
  const database = new Dexie(randomUUID()) as Dexie & { docs: Table<Stored, string> };
  opened.push(database);
  readManyAtOnce(database);
  database.version(1).stores({ docs: 'id, n' });
  await database.docs.bulkPut(ids.map((one, n) => ({ id: one, n })));
  const asked = (['get', 'getAll', 'getAllKeys'] as const).map((name) => vi.spyOn(IDBObjectStore.prototype, name));
  return { docs: database.docs, requests: () => asked.reduce((sum, { mock }) => sum + mock.calls.length, 0) };
}
const plainly = (stored: readonly string[], wanted: readonly string[]) =>
  wanted.map((one) => (stored.includes(one) ? { id: one, n: stored.indexOf(one) } : undefined));

describe('documents by their ids', () => {
  it.each([
    { where: 'an empty table', stored: [], wanted: every(1, 1000), most: 20 },
    { where: 'a table of others', stored: every(1, 500, 5000), wanted: every(1, 1000), most: 20 },
    { where: 'a table of just these', stored: every(1, 1000), wanted: every(1, 1000), most: 1020 },
    { where: 'a table that has every third', stored: every(3, 300), wanted: every(1, 900), most: 318 },
    { where: 'a table that has as many between', stored: every(1, 2000), wanted: every(2, 1000), most: 1020 },
    { where: 'a table where few lie far apart', stored: every(1, 3000), wanted: every(30, 100), most: 102 },
    { where: 'a table where some of many are there', stored: every(1, 300), wanted: every(7, 200), most: 70 },
    { where: 'a table, where they are few', stored: every(1, 100), wanted: every(1, 10), most: 10 },
  ])('are found in $where', async ({ stored, wanted, most }) => {
    const { docs, requests } = await holding(stored);
    expect(await docs.bulkGet(wanted)).toEqual(plainly(stored, wanted));
    expect(requests()).toBeLessThanOrEqual(most);
  });

  it('come in the order in which they were asked for, each as often', async () => {
    const stored = every(2, 200);
    const wanted = [...every(1, 300).reverse(), id(4), id(4), id(5)];
    const { docs } = await holding(stored);
    expect(await docs.bulkGet(wanted)).toEqual(plainly(stored, wanted));
  });

  it('are found as they were written in the same transaction, which goes on after it', async () => {
    const { docs } = await holding(every(1, 100));
    const found = await docs.db.transaction('rw', docs, async () => {
      await docs.bulkPut([{ id: id(7), n: -1 }]);
      await docs.delete(id(8));
      const read = await docs.bulkGet(every(1, 60));
      await docs.put({ id: id(9), n: -2 });
      return read;
    });
    expect([found[7], found[8], found[9]]).toEqual([{ id: id(7), n: -1 }, undefined, { id: id(9), n: 9 }]);
    expect(await docs.get(id(9))).toEqual({ id: id(9), n: -2 });
  });
});

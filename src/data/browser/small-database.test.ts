import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageLife } from '#sync/storage/rxdb/frozen-page.ts';
import { type SmallDatabase, smallDatabase } from './small-database.ts';

const STORE = 'values';
let open: SmallDatabase[] = [];
/** Ends the endless writes of a test. */
let held = true;

beforeEach(() => {
  held = true;
});
afterEach(() => {
  held = false;
  for (const database of open) database.close();
  open = [];
});

/** A page of the browser that has the database open. */
function page(name: string) {
  const view = new EventTarget();
  const database = smallDatabase(name, [STORE], 1, pageLife(new EventTarget(), view));
  open.push(database);
  return {
    database,
    leave: () => view.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true })),
    comeBack: () => view.dispatchEvent(new Event('pageshow')),
  };
}

const valueIn = (database: SmallDatabase) => database.read((transaction) => transaction.objectStore(STORE).get('key'));

/** Writes until somebody ends it. */
function endlessWrite(database: SmallDatabase, value: string) {
  let runs = 0;
  const written = database.write(async (transaction) => {
    const store = transaction.objectStore(STORE);
    await store.put(value, 'key');
    runs++;
    while (held) await store.get('key');
  });
  return { written, runs: () => runs };
}

test('a page that is kept for the way back holds up no page after it; its own write is done when it is shown again', async () => {
  const former = page('kept');
  const write = endlessWrite(former.database, 'of the former page');
  await vi.waitFor(() => expect(write.runs()).toBe(1));
  former.leave();
  const next = page('kept');
  expect(await valueIn(next.database)).toBeUndefined();
  await next.database.write((transaction) => transaction.objectStore(STORE).put('of the next page', 'key'));
  held = false;
  former.comeBack();
  await write.written;
  expect(write.runs()).toBe(2);
  expect(await valueIn(next.database)).toBe('of the former page');
});

test('what fails by itself fails once, and the next works', async () => {
  const { database } = page('fails');
  const failing = database.write(async (transaction) => {
    await transaction.objectStore(STORE).put('half', 'key');
    transaction.abort();
    throw new Error('not like this');
  });
  await expect(failing).rejects.toThrow('not like this');
  expect(await valueIn(database)).toBeUndefined();
});

test('a connection that the browser has closed is opened again', async () => {
  const { database } = page('closed');
  await database.write((transaction) => transaction.objectStore(STORE).put('kept', 'key'));
  database.close();
  expect(await valueIn(database)).toBe('kept');
});

test('a database of an earlier version gets the stores that it lacks, and keeps what it holds', async () => {
  const former = smallDatabase('grown', [STORE]);
  await former.write((transaction) => transaction.objectStore(STORE).put('as it was', 'key'));
  const grown = smallDatabase('grown', [STORE, 'more'], 2);
  open.push(former, grown);
  await grown.write((transaction) => transaction.objectStore('more').put('new', 'key'));
  expect(await valueIn(grown)).toBe('as it was');
});

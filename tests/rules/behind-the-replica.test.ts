import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * Rows are read by queries and written by the replica's door. What goes around both (RxDB's own storage and documents) knows how
 * the engine stores, and is wrong after the engine’s next change: it stands in sync/ alone, and in tests that break a storage.
 */
const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const BEHIND =
  /\.(storageInstance|database|getLocal\$?|upsertLocal|insertLocal|incrementalPatch|incrementalModify|bulkInsert|bulkUpsert|bulkWrite)\b/;

const reaches = (text: string): readonly string[] => text.split('\n').filter((line) => BEHIND.test(line));

it('nothing in src reaches behind the replica', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)(?<!\.test-support)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => reaches(readFileSync(path.join(SRC, file), 'utf8')).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

it.each([
  "const documents = await replica.rows[table].storageInstance.findDocumentsById(['a'], true);",
  'replica.rows.events.database.getLocal$(STATE_DOCUMENT)',
  'await document.incrementalPatch({ deleted: true });',
])('it is noticed: %s', (line) => {
  expect(reaches(line)).toEqual([line]);
});

/** What opens a database by itself may forget that a page kept for the way back must not hold up the page after it (frozen-page.ts). */
const OPENS = /\b(openDB|indexedDB\.open)\(/;
const OPENERS = ['src/data/browser/small-database.ts', 'sync/storage/rxdb/raw-database.ts'];

it('IndexedDB is opened in two places, which both break off what a page leaves under way', () => {
  const files = ['src', 'sync'].flatMap((folder) =>
    readdirSync(path.join(SRC, '..', folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const openers = files
    .filter((file) => /(?<!\.test)(?<!\.test-support)\.tsx?$/.test(file))
    .filter((file) => OPENS.test(readFileSync(path.join(SRC, '..', file), 'utf8')));
  expect(openers.sort()).toEqual(OPENERS);
});

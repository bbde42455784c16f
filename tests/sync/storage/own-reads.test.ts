import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { fillWithDefaultSettings, type MangoQuery, normalizeMangoQuery, prepareQuery, type RxJsonSchema } from 'rxdb';
import { dexieQuery, getRxStorageDexie, RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TABLES } from '#schemas/registry.ts';
import { withOwnReads } from '#sync/storage/rxdb/own-reads.ts';

/** Documents as our storage reads them: the same as RxDB's own finds, a query's by few requests. */
interface Row {
  readonly id: string;
  readonly at: string;
  readonly open: boolean;
  readonly n: number;
}
const schema: RxJsonSchema<Row> = {
  version: 0,
  type: 'object',
  primaryKey: 'id',
  properties: {
    id: { type: 'string', maxLength: 10 },
    at: { type: 'string', maxLength: 10 },
    open: { type: 'boolean' },
    n: { type: 'number' },
  },
  required: ['id', 'at', 'open', 'n'],
  indexes: ['at', ['open', 'at']],
};
const filled = fillWithDefaultSettings(schema);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

async function holding(rows: readonly Row[]) {
  const instance = await withOwnReads(getRxStorageDexie()).createStorageInstance<Row>({
    databaseInstanceToken: randomUUID(),
    databaseName: randomUUID(),
    collectionName: 'rows',
    schema: filled,
    options: {},
    multiInstance: false,
    devMode: false,
  });
  closing.push(() => instance.close());
  const meta = { _deleted: false, _meta: { lwt: 1 }, _rev: '1-a', _attachments: {} };
  await instance.bulkWrite(
    rows.map((row) => ({ document: { ...row, ...meta } })),
    'the test',
  );
  return instance;
}
/** As RxDB asks for a collection: what is deleted is left out. */
const asked = (query: MangoQuery<Row>) => {
  const there = { ...query, selector: { ...query.selector, _deleted: { $eq: false } } };
  return prepareQuery(filled, normalizeMangoQuery<Row>(filled, there));
};

const anId = fc.stringMatching(/^[a-c]{1,3}$/);
const aRow = fc.record({ id: anId, at: fc.constantFrom('08', '09', '10', '11'), open: fc.boolean(), n: fc.nat(3) });
const someRows = fc.uniqueArray(aRow, { selector: ({ id }) => id, maxLength: 40 });
const aRange = fc.record(
  { $gte: fc.constantFrom('08', '09', '12'), $lt: fc.constantFrom('08', '10', '12'), $gt: fc.constant('08') },
  { requiredKeys: [] },
);
const aQuery: fc.Arbitrary<MangoQuery<Row>> = fc.record(
  {
    selector: fc.record(
      { at: fc.oneof(aRange, fc.constant('09')), open: fc.boolean(), n: fc.nat(3), id: anId },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom<NonNullable<MangoQuery<Row>['sort']>>(
      [{ at: 'asc' }],
      [{ at: 'desc' }],
      [{ n: 'asc' }],
      [{ open: 'asc' }, { at: 'asc' }],
    ),
    skip: fc.nat(5),
    limit: fc.nat(10),
  },
  { requiredKeys: ['selector'] },
);

describe('the documents of a query', () => {
  it('are the same, in the same order, as with a cursor', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, fc.array(aQuery, { minLength: 1, maxLength: 8 }), async (rows, queries) => {
        const instance = await holding(rows);
        for (const query of queries) expect(await instance.query(asked(query))).toEqual(await dexieQuery(instance, asked(query)));
      }),
      { numRuns: 60 },
    );
  });

  const many = Array.from({ length: 2000 }, (_, n) => ({
    id: String(n).padStart(5, '0'),
    at: '09',
    open: n % 2 === 0,
    n: n % 1000,
  }));

  it.each<{ asking: string; query: MangoQuery<Row>; rows: number; most: number }>([
    { asking: 'for all', query: { selector: {} }, rows: 2000, most: 6 },
    { asking: 'for an end of the index', query: { selector: { open: true, at: '09' } }, rows: 1000, most: 3 },
    { asking: 'for few of many', query: { selector: { n: 7 } }, rows: 2, most: 6 },
    {
      asking: 'for the first ones',
      query: { selector: { at: { $gte: '08' } }, sort: [{ at: 'asc' }], limit: 10 },
      rows: 10,
      most: 1,
    },
    {
      asking: 'for the first that is far behind',
      query: { selector: { n: 999 }, sort: [{ at: 'asc' }], limit: 1 },
      rows: 1,
      most: 12,
    },
    { asking: 'for nothing', query: { selector: { at: { $gt: '09', $lt: '09' } } }, rows: 0, most: 1 },
  ])('come by few requests where one asks $asking', async ({ query, rows, most }) => {
    const instance = await holding(many);
    const cursors = vi.spyOn(IDBIndex.prototype, 'openCursor');
    const pages = vi.spyOn(IDBIndex.prototype, 'getAll');
    expect((await instance.query(asked(query))).documents).toHaveLength(rows);
    expect(cursors).not.toHaveBeenCalled();
    expect(pages.mock.calls.length).toBeLessThanOrEqual(most);
  });

  it('does not come from a database that is closed meanwhile: the query fails, and does not wait for ever', async () => {
    const instance = await holding(many);
    const { dexieDb } = await instance.internals;
    const getAll = vi.spyOn(IDBIndex.prototype, 'getAll');
    getAll.mockImplementationOnce(function (this: IDBIndex, ...range) {
      this.objectStore.transaction.abort();
      return getAll.getMockImplementation()?.apply(this, range) ?? this.getAll(...range);
    });
    await expect(instance.query(asked({ selector: {} }))).rejects.toThrow();
    expect(dexieDb.isOpen()).toBe(true);
  });
});

describe('documents by their ids', () => {
  it('are the same as those that RxDB finds, with and without the deleted ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRows,
        fc.uniqueArray(anId),
        fc.uniqueArray(anId),
        fc.boolean(),
        async (rows, deleted, ids, deletedToo) => {
          const instance = await holding(rows);
          const previous = await instance.findDocumentsById(deleted, false);
          const document = { _deleted: true, _rev: '2-a' };
          await instance.bulkWrite(
            previous.map((one) => ({ previous: one, document: { ...one, ...document } })),
            'the test',
          );
          const theirs = await RxStorageInstanceDexie.prototype.findDocumentsById.call(instance, ids, deletedToo);
          expect(await instance.findDocumentsById(ids, deletedToo)).toEqual(theirs);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('need no names put back: no column begins with what RxDB stores in the place of a pipe', () => {
    const columns = Object.values(TABLES).flatMap((table) => Object.keys(table.columns));
    expect(columns.filter((name) => name.startsWith('|') || name.startsWith('__'))).toEqual([]);
  });
});

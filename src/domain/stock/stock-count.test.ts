import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, type Currency } from '#schemas/constants.ts';
import {
  type CountChoice,
  type CountedRow,
  completionOf,
  countFrom,
  countStateOf,
  decided,
  isInSave,
  MOST_COUNTED,
  revisionIdOf,
  type Saving,
  stepped,
  summaryOf,
} from './stock-count.ts';

const quantity = fc.integer({ min: 0, max: MOST_COUNTED });
/** Few values, so that what two sides count is often the same. */
const few = fc.integer({ min: 0, max: 3 });

describe('what a typed number means', () => {
  test.each([
    ['12', 12],
    [' 2 400 ', 2400],
    ['007', 7],
    ['2,400', 2400],
    ['2.400', 2400],
    ['1,234,567', 1234567],
    ['0,500', 0],
    ['1,5', 1],
    ['1.9', 1],
    ['', 0],
    ['много', 0],
    ['12 кутии', 0],
    ['-3', 0],
    ['1e5', 0],
    ['∞', 0],
    ['99999999999999', MOST_COUNTED],
  ])('“%s” counts as %i', (text, counted) => {
    expect(countFrom(text)).toBe(counted);
  });

  test('whatever is typed becomes a whole number from 0 that the database takes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String)), (text) => {
        const counted = countFrom(text);
        expect(Number.isInteger(counted) && counted >= 0 && counted <= MOST_COUNTED).toBe(true);
      }),
    );
    fc.assert(fc.property(quantity, (counted) => countFrom(String(counted)) === counted));
  });

  test('minus and plus never lead below 0 nor beyond what the database takes', () => {
    fc.assert(
      fc.property(quantity, fc.integer(), (counted, by) => {
        const next = stepped(counted, by);
        expect(next >= 0 && next <= MOST_COUNTED).toBe(true);
        if (counted + by >= 0 && counted + by <= MOST_COUNTED) expect(next).toBe(counted + by);
      }),
    );
    expect(stepped(0, -1)).toBe(0);
  });
});

describe('a counted row', () => {
  test('counts as changed exactly when its new stock differs from the current one', () => {
    fc.assert(
      fc.property(few, few, few, (counted, began, stock) => {
        const standing = countStateOf({ counted, began }, stock);
        expect(['changed', 'asks'].includes(standing)).toBe(counted !== stock);
        expect(standing === 'asks').toBe(counted !== stock && began !== stock);
      }),
    );
    expect(countStateOf(undefined, 5)).toBe('uncounted');
  });

  test('asks no more after a decision, and no decision loses a count without being told to', () => {
    fc.assert(
      fc.property(
        few,
        few,
        few,
        fc.constantFrom<CountChoice>('mine', 'theirs', 'moved', 'sum'),
        (counted, began, stock, choice) => {
          const after = decided({ product_id: 'p', counted, began }, stock, choice);
          expect(countStateOf(after, stock)).not.toBe('asks');
          const moved = Math.max(0, counted + stock - began);
          expect(after.counted).toBe({ mine: counted, theirs: stock, moved, sum: counted + stock }[choice]);
        },
      ),
    );
  });
});

describe('what a count comes to', () => {
  const product = fc.record({
    quantity: fc.integer({ min: 0, max: 5000 }),
    supply_price: fc.option(fc.integer({ min: 0, max: 99_999 }).map((minor) => minor / 100)),
    supply_currency: fc.constantFrom(...CURRENCIES),
    counted: fc.option(fc.integer({ min: 0, max: 5000 })),
    began: fc.integer({ min: 0, max: 5000 }),
  });

  test('is the sum of the differences at supply price in each currency, without the drift of floating point', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 40 }), (list) => {
        const products = list.map((one, no) => ({ ...one, id: `p${no}` }));
        const rows = new Map<string, CountedRow>();
        for (const { id, counted, began } of products) if (counted !== null) rows.set(id, { product_id: id, counted, began });
        const changed = products.filter(({ counted, quantity: stock }) => counted !== null && counted !== stock);
        const centsIn = (currency: Currency) =>
          changed
            .filter(({ supply_currency }) => supply_currency === currency)
            .reduce(
              (sum, { counted, quantity: stock, supply_price }) =>
                sum + BigInt((counted ?? 0) - stock) * BigInt(Math.round((supply_price ?? 0) * 100)),
              0n,
            );
        const summary = summaryOf(products, rows);
        expect(summary).toMatchObject({
          counted: rows.size,
          changed: changed.length,
          unpriced: changed.filter(({ supply_price }) => supply_price === null).length,
        });
        for (const currency of CURRENCIES) {
          const value = summary.values.find((one) => one.currency === currency)?.amount ?? 0;
          expect(Math.round(value * 100) + 0).toBe(Number(centsIn(currency)));
        }
        expect(summary.asking).toEqual(changed.filter(({ began, quantity: stock }) => began !== stock).map(({ id }) => id));
      }),
    );
  });

  test('leaves out what is no product any more', () => {
    const gone = new Map([['gone', { product_id: 'gone', counted: 9, began: 1 }]]);
    expect(summaryOf([], gone)).toEqual({ counted: 0, changed: 0, values: [], unpriced: 0, asking: [] });
  });
});

describe('a save that broke off', () => {
  const saving = (rows: readonly { old: number; new: number }[]): Saving => ({
    id: 's',
    same: [],
    isWritten: false,
    rows: rows.map((row, no) => ({
      product_id: `p${no}`,
      revision_id: revisionIdOf('s', `p${no}`) ?? '',
      old_quantity: row.old,
      new_quantity: row.new,
    })),
  });
  const changedRow = fc.record({ old: few, new: few }).filter((row) => row.old !== row.new);

  /** A device on which the writes of a save are done one by one, until it is killed. */
  function world(save: Saving) {
    const revisions = new Map<string, number>();
    const stock = new Map(save.rows.map((row) => [row.product_id, row.old_quantity]));
    const run = (writes: number) => {
      const left = completionOf(save, new Set(revisions.keys()), (id) => stock.get(id) ?? null);
      const steps = [
        ...left.revisions.map((row) => () => revisions.set(row.revision_id, (revisions.get(row.revision_id) ?? 0) + 1)),
        ...left.stock.map((row) => () => stock.set(row.product_id, row.new_quantity)),
      ];
      for (const step of steps.slice(0, writes)) step();
      return left;
    };
    return { revisions, stock, run };
  }

  test('is completed once, wherever and however often it was killed', () => {
    fc.assert(
      fc.property(fc.array(changedRow, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(20), { maxLength: 6 }), (rows, kills) => {
        const save = saving(rows);
        const { revisions, stock, run } = world(save);
        for (const writes of kills) run(writes);
        run(Number.POSITIVE_INFINITY);
        expect([...revisions.values()]).toEqual(save.rows.map(() => 1));
        expect(save.rows.map((row) => stock.get(row.product_id))).toEqual(rows.map((row) => row.new));
        expect(run(Number.POSITIVE_INFINITY)).toEqual({ revisions: [], stock: [], asks: [] });
      }),
    );
  });

  test('sets no quantity that somebody else changed in between: that product asks, with what was counted', () => {
    fc.assert(
      fc.property(changedRow, few, fc.nat(2), (row, theirs, writes) => {
        const save = saving([row]);
        const { stock, run } = world(save);
        run(writes);
        const isOurs = stock.get('p0') === row.new;
        stock.set('p0', theirs);
        const left = run(Number.POSITIVE_INFINITY);
        if (theirs === row.old && !isOurs) expect(stock.get('p0')).toBe(row.new);
        if (theirs !== row.old) expect(stock.get('p0')).toBe(theirs);
        const differs = theirs !== row.old && theirs !== row.new;
        expect(left.asks).toEqual(differs ? [{ product_id: 'p0', counted: row.new, began: row.old }] : []);
      }),
    );
  });

  test('writes no quantity again once that is known to be done, nor that of a deleted product', () => {
    const save = saving([{ old: 1, new: 2 }]);
    const none = { revisions: [], stock: [], asks: [] };
    expect(completionOf({ ...save, isWritten: true }, new Set(), () => 1)).toEqual(none);
    expect(completionOf(save, new Set(), () => null)).toEqual(none);
  });

  test('takes along what was counted, and leaves what was counted anew since', () => {
    const save = { ...saving([{ old: 1, new: 2 }]), same: ['q'] };
    const inSave = (product_id: string, counted: number, began: number) => isInSave(save, { product_id, counted, began });
    expect([inSave('p0', 2, 1), inSave('p0', 3, 1), inSave('q', 5, 5), inSave('q', 6, 5), inSave('r', 1, 1)]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('gives a product the same revision each time, and never an id that no row may have', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[a-z0-9-]{1,120}$/), (id, product) => {
        expect(revisionIdOf(id, product)).toBe(revisionIdOf(id, product));
        expect((revisionIdOf(id, product) ?? '').length).toBeLessThanOrEqual(120);
      }),
    );
  });
});

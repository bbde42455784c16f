import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Currency } from '#schemas/constants.ts';
import { countedAt, pastRevisions, type RevisionRecord, stockLine, valuesOfRevisions } from './past-counts.ts';

const SAVE = '019a0000-0000-7abc-8000-000000000000';
const row = (id: string, more: Partial<RevisionRecord> = {}): RevisionRecord => ({
  id,
  product_id: 'p',
  old_quantity: 5,
  new_quantity: 3,
  difference: -2,
  user_id: 'u',
  created_at: null,
  ...more,
});

describe('past revisions', () => {
  test('the moment of a count is that of its save, or when the server took it', () => {
    expect(countedAt(row(`${SAVE}/p`, { created_at: '2026-11-22T10:00:00.000Z' }))).toBe(0x019a00000000);
    expect(countedAt(row('seed-1', { created_at: '2026-11-22T10:00:00.000Z' }))).toBe(Date.parse('2026-11-22T10:00:00.000Z'));
    expect(countedAt(row('seed-1'))).toBeNull();
  });

  test('what was saved together is one, newest first, and two people never share one', () => {
    const rows = [
      row(`${SAVE}/a`),
      row('old', { created_at: '2020-01-01T00:00:00.000Z' }),
      row(`${SAVE}/b`),
      row(`${SAVE}/c`, { user_id: 'v' }),
      row('unsent'),
    ];
    expect(pastRevisions(rows).map((one) => [one.user_id, one.rows.map(({ id }) => id.replace(SAVE, 'S'))])).toEqual([
      ['u', ['unsent']],
      ['v', ['S/c']],
      ['u', ['S/a', 'S/b']],
      ['u', ['old']],
    ]);
  });

  test('no row is lost or shown twice', () => {
    const some = fc.record({ id: fc.constantFrom('a/1', 'a/2', 'b/1', 'c'), user: fc.constantFrom('u', 'v') });
    fc.assert(
      fc.property(fc.array(some), (list) => {
        const rows = list.map(({ id, user }) => row(id, { user_id: user }));
        expect(new Set(pastRevisions(rows).flatMap((one) => one.rows))).toEqual(new Set(rows));
        expect(pastRevisions(rows).reduce((sum, one) => sum + one.rows.length, 0)).toBe(rows.length);
      }),
    );
  });

  test('the value is that of the differences at supply price, and no two currencies are added', () => {
    const rows = [row('1'), row('2', { product_id: 'q', difference: 3 }), row('3', { product_id: 'none', difference: 100 })];
    const prices = new Map([
      ['p', { amount: 0.1, currency: 'EUR' as Currency }],
      ['q', { amount: 10.05, currency: 'EUR' as Currency }],
    ]);
    const values = () => valuesOfRevisions(rows, (id) => prices.get(id) ?? null);
    expect(values()).toEqual([{ amount: 29.95, currency: 'EUR' }]);
    prices.set('p', { amount: 0.1, currency: 'BGN' });
    expect(values()).toEqual([
      { amount: -0.2, currency: 'BGN' },
      { amount: 30.15, currency: 'EUR' },
    ]);
  });
});

describe('a product’s stock over time', () => {
  test('begins with what was there before its first count and follows each count in order', () => {
    const at = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
    const rows = [
      row('2', { created_at: at(2), old_quantity: 9, new_quantity: 4 }),
      row('1', { created_at: at(1), old_quantity: 7, new_quantity: 9 }),
      row('unsent', { new_quantity: 100 }),
    ];
    expect(stockLine(rows)).toEqual([
      { at: Date.UTC(2026, 0, 1), quantity: 7 },
      { at: Date.UTC(2026, 0, 1), quantity: 9 },
      { at: Date.UTC(2026, 0, 2), quantity: 4 },
    ]);
    expect(stockLine([])).toEqual([]);
  });
});

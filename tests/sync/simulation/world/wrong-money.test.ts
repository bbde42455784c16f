/** The simulation's check of two currencies (sim-money.ts) sees what it is for. */
import { expect, it } from 'vitest';
import { TABLE_NAMES } from '#schemas/registry.ts';
import type { WireRow } from '#sync/server/server.ts';
import { type Priced, wrongMoney } from './sim-money.ts';

const typed = new Set(['100.07 BGN', '40.07 EUR']);
const service = (price: number, currency: string) => [
  { id: 'cut', rev: 1, deleted: false, price, currency } as unknown as WireRow,
];
const wrong = (price: number, currency: string) => {
  const rows = Object.fromEntries(TABLE_NAMES.map((name) => [name, name === 'services' ? service(price, currency) : []]));
  return wrongMoney({ rows: rows as unknown as Priced['rows'], devices: [], typed });
};

it.each([
  [100.07, 'BGN'],
  [51.16, 'EUR'],
  [40.07, 'EUR'],
])('%d %s was typed, or is that once converted', (price, currency) => {
  expect(wrong(price, currency)).toEqual([]);
});

it.each([
  ['converted twice', 26.16, 'EUR'],
  ['not converted and called so', 100.07, 'EUR'],
  ['what was typed in euro, called leva', 40.07, 'BGN'],
])('an amount that is %s is found', (_what, price, currency) => {
  expect(wrong(price, currency)).toEqual([`MONEY server services/cut price: ${price} ${currency}`]);
});

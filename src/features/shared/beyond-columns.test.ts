import { expect, test } from 'vitest';
import { beyondColumns } from './beyond-columns.ts';

test('a text longer than its column takes, and a number larger, are said to be so beside their fields', () => {
  expect(
    beyondColumns('products', {
      name: 'х'.repeat(201),
      barcode: '1'.repeat(80),
      sale_price: '99 999 999 999,50',
      supply_price: '9 999 999 999,99',
      quantity: '99999999999',
      low_stock_at: '12',
    }),
  ).toEqual({ name: 'common:too_long', sale_price: 'common:too_large', quantity: 'common:too_large' });
});

test('what is empty, no number, or no column is left to the form', () => {
  expect(beyondColumns('products', { name: '', quantity: 'много', sale_price: '', own_unit: 'х'.repeat(500) })).toEqual({});
});

test('an emoji counts as one character, as it does in the database', () => {
  expect(beyondColumns('clients', { first_name: '💇'.repeat(200), last_name: '💇'.repeat(201) })).toEqual({
    last_name: 'common:too_long',
  });
});

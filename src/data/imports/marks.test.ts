import { expect, test } from 'vitest';
import type { LocalRow } from '#schemas/registry.ts';
import { recordMark } from './marks.ts';

const SERVICE = { name: 'Боя', duration: 45, price: 20.5, currency: 'BGN', show_online: true } as unknown as LocalRow<'services'>;
const PRODUCT = { name: 'Лак', sale_price: 9.9, price: 9.9, quantity: 3, currency: 'BGN' } as unknown as LocalRow<'products'>;

test('a mark from before a column was there holds as long as nothing stands in it', () => {
  expect(recordMark('services', { ...SERVICE, notes: null, buffer_after: 0 })).toBe(recordMark('services', SERVICE));
  expect(recordMark('products', { ...PRODUCT, notes: null })).toBe(recordMark('products', PRODUCT));
});

test('notes and cleaning up change a mark', () => {
  expect(recordMark('services', { ...SERVICE, notes: 'без амоняк' })).not.toBe(recordMark('services', SERVICE));
  expect(recordMark('services', { ...SERVICE, buffer_after: 10 })).not.toBe(recordMark('services', SERVICE));
  expect(recordMark('products', { ...PRODUCT, notes: 'за суха коса' })).not.toBe(recordMark('products', PRODUCT));
});

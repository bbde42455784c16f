import { expect, test } from 'vitest';
import { inCurrency } from './fixed-rate.ts';
import { pricesOf, withPrices } from './row-prices.ts';

const inEuro = (price: Parameters<typeof inCurrency>[0]) => inCurrency(price, 'EUR');
const SERVICE = { price: 45, currency: 'BGN', own_terms: '[["ana",45,60,"BGN"],["eva",null,30,"EUR"],["ivo",30,null,null]]' };
const PRODUCT = { sale_price: 12.5, price: 12.5, currency: 'BGN', supply_price: 8, supply_currency: 'EUR' };

test('a service says its price and those of its employees, each in its own currency', () => {
  expect(pricesOf('services', SERVICE).map(({ employee, amount, currency }) => [employee, amount, currency])).toEqual([
    [null, 45, 'BGN'],
    ['ana', 60, 'BGN'],
    ['eva', 30, 'EUR'],
  ]);
});

test('a product’s price follows its sale price and is no amount of its own; what is null says nothing', () => {
  expect(pricesOf('products', PRODUCT).map(({ column }) => column)).toEqual(['sale_price', 'supply_price']);
  expect(pricesOf('products', { ...PRODUCT, supply_price: null, supply_currency: null })).toHaveLength(1);
  expect(pricesOf('events', { price: null, currency: null })).toEqual([]);
});

test('what is written anew has its currency with it, and of each decision all', () => {
  expect(withPrices('services', SERVICE, inEuro)).toEqual({
    ...{ price: 23.01, currency: 'EUR' },
    own_terms: '[["ana",45,30.68,"EUR"],["eva",null,30,"EUR"],["ivo",30,null,null]]',
  });
  expect(withPrices('products', PRODUCT, inEuro)).toEqual({ ...PRODUCT, sale_price: 6.39, price: 6.39, currency: 'EUR' });
});

test('where all stay nothing is written', () => {
  expect(withPrices('services', SERVICE, () => null)).toBeNull();
  expect(withPrices('events', { price: null, currency: null }, inEuro)).toBeNull();
});

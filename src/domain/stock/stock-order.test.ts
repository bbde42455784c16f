import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stockMark, toOrder } from './stock-order.ts';

const product = fc.record({
  quantity: fc.integer({ min: 0, max: 50 }),
  low_stock_at: fc.option(fc.integer({ min: 0, max: 50 })),
});

describe('the mark of stock', () => {
  test('stands under the product’s own threshold, and at none; without a threshold only at none', () => {
    expect(stockMark({ quantity: 5, low_stock_at: 5 })).toBeNull();
    expect(stockMark({ quantity: 4, low_stock_at: 5 })).toBe('low');
    expect(stockMark({ quantity: 1, low_stock_at: null })).toBeNull();
    expect(stockMark({ quantity: 0, low_stock_at: null })).toBe('out');
    expect(stockMark({ quantity: 0, low_stock_at: 0 })).toBe('out');
  });
});

describe('what is to be ordered', () => {
  test('is every marked product, with what brings it to its threshold', () => {
    fc.assert(
      fc.property(fc.array(product), (products) => {
        const lines = toOrder(products);
        expect(lines.map((line) => line.product)).toEqual(products.filter((one) => stockMark(one) !== null));
        for (const { product: one, amount } of lines) {
          if (amount === null) expect(one.low_stock_at ?? 0).toBe(0);
          else expect(one.quantity + amount).toBe(one.low_stock_at);
        }
      }),
    );
  });
});

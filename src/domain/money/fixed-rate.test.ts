import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertMoney, formerMoney, hasFixedRate, inCurrency, roundingDifference } from './fixed-rate.ts';

describe('from lev to euro', () => {
  it.each([
    [0, 0],
    [1.95583, 1], // two decimals: 1.96
    [1, 0.51],
    [2, 1.02],
    [10, 5.11],
    [45, 23.01],
    [100, 51.13],
    [195.58, 100],
    [0.01, 0.01],
    [9_999_999_999.99, 5_112_918_811.96],
  ])('%d lv are %d €', (lev, euro) => {
    expect(convertMoney(lev, 'BGN', 'EUR')).toBe(euro);
  });

  it('is never more than half a cent off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (stotinki) => {
        const cents = Math.round(convertMoney(stotinki / 100, 'BGN', 'EUR') * 100);
        // In units of a hundred-thousandth, whole: |cents · 1.95583 − stotinki| ≤ 1.95583 / 2.
        expect(Math.abs(cents * 195_583 - stotinki * 100_000) * 2).toBeLessThanOrEqual(195_583);
      }),
    );
  });

  it('rounds a half up', () => {
    // 50,000 cents are 97,791.5 stotinki.
    expect(convertMoney(500, 'EUR', 'BGN')).toBe(977.92);
    expect(convertMoney(-500, 'EUR', 'BGN')).toBe(-977.92);
  });

  it('has a fixed rate with the lev alone', () => {
    expect(hasFixedRate('BGN', 'EUR')).toBe(true);
    expect(hasFixedRate('EUR', 'BGN')).toBe(true);
    expect(hasFixedRate('BGN', 'USD')).toBe(false);
    expect(() => convertMoney(1, 'BGN', 'USD')).toThrow(RangeError);
  });

  it('leaves what is in that currency already, and what has no fixed rate', () => {
    expect(inCurrency({ amount: 120, currency: 'BGN' }, 'EUR')).toEqual({ amount: 61.36, currency: 'EUR' });
    expect(inCurrency({ amount: 61.36, currency: 'EUR' }, 'EUR')).toEqual({ amount: 61.36, currency: 'EUR' });
    expect(inCurrency({ amount: 120, currency: 'BGN' }, 'USD')).toEqual({ amount: 120, currency: 'BGN' });
  });

  it('goes back to the roundest of the levs that come to an amount in euro, which come to it again', () => {
    expect([formerMoney(61.36, 'EUR', 'BGN'), convertMoney(61.36, 'EUR', 'BGN')]).toEqual([120, 120.01]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (levs) => {
        expect(formerMoney(convertMoney(levs, 'BGN', 'EUR'), 'EUR', 'BGN')).toBe(levs);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
        const euro = cents / 100;
        expect(convertMoney(formerMoney(euro, 'EUR', 'BGN'), 'BGN', 'EUR')).toBe(euro);
        expect(formerMoney(convertMoney(euro, 'EUR', 'BGN'), 'BGN', 'EUR')).toBe(euro);
      }),
    );
  });

  it('says what rounding adds, in the former currency', () => {
    expect(roundingDifference(45, 23.01, 'BGN', 'EUR')).toBe(0);
    expect(roundingDifference(1, 0.51, 'BGN', 'EUR')).toBe(0);
    expect(roundingDifference(0.01, 0.01, 'BGN', 'EUR')).toBe(0.01);
  });
});

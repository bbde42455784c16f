/** Converts lev to euro and back: 1 EUR = 1.95583 BGN, the rate fixed by law. Each amount is rounded half up to two decimals. */
import type { Currency } from '#schemas/constants.ts';
import { fromMinor, type Money, toMinor } from './money.ts';

/** Levs of 100,000 euros, as a whole number, so that no floating point decides a half. */
const LEVS = 195_583n;
const EUROS = 100_000n;

const RATES: Readonly<Record<string, readonly [times: bigint, by: bigint]>> = {
  'BGN EUR': [EUROS, LEVS],
  'EUR BGN': [LEVS, EUROS],
};

/** True if the law fixes a rate between the two currencies. */
export function hasFixedRate(from: Currency, to: Currency): boolean {
  return RATES[`${from} ${to}`] !== undefined;
}

/**
 * Returns an amount (two decimals) in the other currency.
 * @throws RangeError if there is no fixed rate
 */
export function convertMoney(amount: number, from: Currency, to: Currency): number {
  const rate = RATES[`${from} ${to}`];
  if (!rate) throw new RangeError(`no fixed rate from ${from} to ${to}`);
  const [times, by] = rate;
  const minor = BigInt(toMinor(Math.abs(amount)));
  const rounded = Number((2n * minor * times + by) / (2n * by));
  return fromMinor(amount < 0 ? -rounded : rounded);
}

/** Returns an amount in the other currency; unchanged if it is in that already, or without a fixed rate. */
export const inCurrency = (money: Money, to: Currency): Money =>
  hasFixedRate(money.currency, to) ? { amount: convertMoney(money.amount, money.currency, to), currency: to } : money;

/** Tests for round prices: whole, half, a tenth, five hundredths. */
const ROUND = [100, 50, 10, 5] as const;

/**
 * Returns the amount from which this one was converted: the roundest of the two or three levs that give this euro. The rate alone
 * would make 120.01 of what was 120.
 * @throws RangeError if there is no fixed rate
 */
export function formerMoney(amount: number, from: Currency, to: Currency): number {
  const straight = toMinor(convertMoney(amount, from, to));
  const found = [straight, straight - 1, straight + 1].filter((minor) => convertMoney(fromMinor(minor), to, from) === amount);
  const roundness = (minor: number) => ROUND.find((step) => minor % step === 0) ?? 1;
  return fromMinor(found.reduce((best, minor) => (roundness(minor) > roundness(best) ? minor : best), straight));
}

/** Returns what rounding adds or takes away, in the former currency: the new amount at the rate, less the old one. */
export function roundingDifference(from: number, to: number, was: Currency, is: Currency): number {
  return fromMinor(toMinor(convertMoney(to, is, was)) - toMinor(from));
}

/** Money. Amounts are numbers with two decimals outside, and whole minor units (stotinki, cents) only in here. */
import type { Currency, Language } from '#schemas/constants.ts';

/** An amount and its currency. */
export interface Money {
  readonly amount: number;
  readonly currency: Currency;
}

/** Converts an amount to minor units: 45.1 → 4510. */
export function toMinor(amount: number): number {
  return Math.round(Number((amount * 100).toFixed(4)));
}

/** Converts minor units to an amount: 4510 → 45.1. */
export function fromMinor(minor: number): number {
  return minor / 100;
}

/** Returns one sum for each currency, in the order of their first amounts: no two currencies are ever added. */
export function sumsOf(amounts: readonly Money[]): Money[] {
  const minor = new Map<Currency, number>();
  for (const { amount, currency } of amounts) minor.set(currency, (minor.get(currency) ?? 0) + toMinor(amount));
  return [...minor].map(([currency, sum]) => ({ amount: fromMinor(sum), currency }));
}

const SYMBOLS = { BGN: 'лв', EUR: '€', USD: '$' } as const satisfies Record<Currency, string>;
/** The currency of a language (document 1 §9), for use only if no salon's currency is known. */
const SYMBOLS_OF_LANGUAGE = { bg: 'лв', en: '£' } as const satisfies Record<Language, string>;

/** Returns the symbol of the salon's currency, or of the language's if there is none (src/README.md, “Money”). */
export function currencySymbol(currency: Currency | null, lang: Language): string {
  return currency ? SYMBOLS[currency] : SYMBOLS_OF_LANGUAGE[lang];
}

const numbers = new Map<Language, Intl.NumberFormat>();
function numberFormat(lang: Language): Intl.NumberFormat {
  const known = numbers.get(lang);
  if (known) return known;
  const made = new Intl.NumberFormat(lang === 'bg' ? 'bg' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  numbers.set(lang, made);
  return made;
}

const NBSP = '\u00a0';
const THIN = '\u202f';

/** Writes „1 234,50 лв“ and „45,00 €“ in Bulgarian, "€45.00" and "45.00 лв" in English. The parts never break apart. */
export function formatMoney(amount: number, currency: Currency | null, lang: Language): string {
  const parts = numberFormat(lang).formatToParts(fromMinor(toMinor(Math.abs(amount))));
  const digits = parts.map((p) => (p.type === 'group' && lang === 'bg' ? THIN : p.value)).join('');
  const symbol = currencySymbol(currency, lang);
  const sign = toMinor(amount) < 0 ? '−' : '';
  return lang === 'bg' || symbol === 'лв' ? `${sign}${digits}${NBSP}${symbol}` : `${sign}${symbol}${digits}`;
}

/** A comma and a point in one amount: the first one separates thousands (`1,234.50`, `1.234,50`). */
const GROUPED = /^-?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d*$/;

/** Reads an amount as typed into a field (`45`, `45,50`, `1 200.5`, `1.234,50`); null if it is none. Rounded to two decimals. */
export function parseMoney(text: string): number | null {
  const typed = text.replace(/\s/g, '');
  const plain = (GROUPED.test(typed) ? typed.replace(/[.,](?=.*[.,])/g, '') : typed).replace(',', '.');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null;
  return fromMinor(toMinor(Number(plain)));
}

/** True if an amount was typed with three digits or more after a comma or a point: it may mean thousands, or less than a cent. */
export const hasThousandths = (text: string): boolean => /[.,]\d{3,}$/.test(text.trim());

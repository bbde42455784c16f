/** Writes an amount for a screen: in its own currency, with the salon's beside it if they differ and the law has a rate. */
import type { Currency, Language } from '#schemas/constants.ts';
import { convertMoney, hasFixedRate } from './fixed-rate.ts';
import { formatMoney, type Money } from './money.ts';

/**
 * Returns „120,00 лв · 61,36 €“ or „45,00 €“.
 * @param salon the salon's currency; null if it is not known
 */
export function shownMoney({ amount, currency }: Money, salon: Currency | null, lang: Language): string {
  const own = formatMoney(amount, currency, lang);
  if (salon === null || salon === currency || !hasFixedRate(currency, salon)) return own;
  return `${own} · ${formatMoney(convertMoney(amount, currency, salon), salon, lang)}`;
}

/** Writes sums (`sumsOf`): a single one like an amount, several each in its own currency, as „120,00 лв + 30,00 €“. */
export function shownSums(sums: readonly Money[], salon: Currency | null, lang: Language): string {
  const [first = null, ...more] = sums;
  if (first === null) return formatMoney(0, salon, lang);
  return more.length === 0
    ? shownMoney(first, salon, lang)
    : sums.map(({ amount, currency }) => formatMoney(amount, currency, lang)).join(' + ');
}

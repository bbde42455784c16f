/** How an amount stands on a screen: in its own currency, with the salon's beside it where they differ and the law has a rate. */
import type { Currency, Language } from '#schemas/constants.ts';
import { convertMoney, hasFixedRate } from './currency-change.ts';
import { formatMoney, type Money } from './money.ts';

/** @param salon what the salon counts in; null where that is not known. @returns „120,00 лв · 61,36 €“, „45,00 €“ */
export function shownMoney({ amount, currency }: Money, salon: Currency | null, lang: Language): string {
  const own = formatMoney(amount, currency, lang);
  if (salon === null || salon === currency || !hasFixedRate(currency, salon)) return own;
  return `${own} · ${formatMoney(convertMoney(amount, currency, salon), salon, lang)}`;
}

/** Sums (`sumsOf`): one as an amount is shown, several each in its own. @returns „120,00 лв + 30,00 €“ */
export function shownSums(sums: readonly Money[], salon: Currency | null, lang: Language): string {
  const [first = null, ...more] = sums;
  if (first === null) return formatMoney(0, salon, lang);
  return more.length === 0
    ? shownMoney(first, salon, lang)
    : sums.map(({ amount, currency }) => formatMoney(amount, currency, lang)).join(' + ');
}

import { amountText } from '#domain/money/amount-text.ts';
import { formatMoney, type Money } from '#domain/money/money.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import type { Currency, Language } from '#schemas/constants.ts';

/** +300, −60 or 0. */
export const differenceText = (difference: number, language: string) =>
  `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${amountText(Math.abs(difference), language)}`;

/** A difference in value, with its sign; several currencies each by itself. */
export function stockValueText(values: readonly Money[], currency: Currency | null, language: Language): string {
  const signed = ({ amount }: Money, text: string) => `${amount > 0 ? '+' : ''}${text}`;
  const [first = null, ...more] = values;
  if (first === null) return formatMoney(0, currency, language);
  if (more.length === 0) return signed(first, shownMoney(first, currency, language));
  return values.map((value) => signed(value, formatMoney(value.amount, value.currency, language))).join(', ');
}

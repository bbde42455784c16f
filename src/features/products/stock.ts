import type { TFunction } from 'i18next';
import { amountText } from '#domain/money/amount-text.ts';
import { formatMoney, type Money } from '#domain/money/money.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import type { Currency, Language } from '#schemas/constants.ts';

/** The units that have a name in each language, as they are stored. */
export const UNITS = ['g', 'ml', 'pcs'] as const;
type Unit = (typeof UNITS)[number];

const SPELLINGS: Readonly<Record<string, Unit>> = { g: 'g', г: 'g', ml: 'ml', мл: 'ml', pcs: 'pcs', 'бр.': 'pcs' };

/** The unit of ours that is meant, grams by default (document 2 §9); null: the salon's own. */
export const namedUnit = (unit: string): Unit | null => SPELLINGS[unit || 'g'] ?? null;

/** A unit that has no name here is shown as stored. */
export function unitText(unit: string, t: TFunction<'products'>): string {
  const named = namedUnit(unit);
  return named ? t(`unit_${named}`) : unit;
}

/** The same for the rows of a long list: each unit is asked for once. */
export function unitTexts(t: TFunction<'products'>): (unit: string) => string {
  const known = new Map<string, string>();
  return (unit) => {
    const text = known.get(unit) ?? unitText(unit, t);
    known.set(unit, text);
    return text;
  };
}

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

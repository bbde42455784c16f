/**
 * Writes amounts into a file: a number is in the salon's currency, as our import reads it, and an amount in another currency names
 * it.
 */

import { formatMoney, type Money } from '#domain/money/money.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { CsvCell } from './csv.ts';

/** The reader of a file. `currency` is the salon's; null if it is not known. */
export interface FileMoney {
  readonly currency: Currency | null;
  readonly language: Language;
}

/** Returns an amount as a cell: 45.5, or „120,00 лв“ in a salon that does not count in levs. */
export const moneyCell = ({ amount, currency }: Money, { currency: salon, language }: FileMoney): CsvCell =>
  currency === salon ? amount : formatMoney(amount, currency, language);

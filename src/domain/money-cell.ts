/** Amounts in a file: numbers are in the salon's currency, as our import reads them, and what is in another one says so. */
import type { Currency, Language } from '#schemas/constants.ts';
import type { CsvCell } from './csv.ts';
import { formatMoney, type Money } from './money.ts';

/** For whom a file is written. `currency`: the salon's; null where it is not known. */
export interface FileMoney {
  readonly currency: Currency | null;
  readonly language: Language;
}

/** @returns 45.5, or „120,00 лв“ in a salon that does not count in levs */
export const moneyCell = ({ amount, currency }: Money, { currency: salon, language }: FileMoney): CsvCell =>
  currency === salon ? amount : formatMoney(amount, currency, language);

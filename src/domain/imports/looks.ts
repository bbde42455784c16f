/** Tells what the cells of a foreign table look like, whatever the head of their column says. */
import { mostLook } from './import-columns.ts';

const NOTHING_WORDS =
  /^(n[./\\]?a\.?|n\/d|nil|none|null|undefined|nan|unknown|not set|#n\/a|няма|нямa|нямат|не е посочен[ао]?|непосочен[ао]?|неизвест[её]?н[ао]?|липсва|без|н[./]?[ад]\.?|nothing|empty|празно|#ref!|#value!|#name\?|#div\/0!|#null!)$/iu;

/** Returns true for a cell that says that there is nothing: empty, „---“, „0“, „0/0/00“, "n/a", „няма“. */
export function isNothing(text: string): boolean {
  const plain = text.trim();
  return !/[\p{L}\p{N}]/u.test(plain) || /^\+?[0\s./:\\()-]+$/.test(plain) || NOTHING_WORDS.test(plain);
}

/** Returns a cell without the signs of a spreadsheet, which writes `="0887…"` or `'0887…` to keep the digits of a number. */
export function plainCell(text: string): string {
  if (/^[^\s='’`][^\r]*$/u.test(text)) return text.trimEnd();
  const [, quoted] = /^=\s*"([^"]*)"$/.exec(text.trim()) ?? [];
  return (quoted ?? text)
    .replace(/^['’`](?=[\s+=\d(])/u, '')
    .replace(/\r\n?/gu, '\n')
    .trim();
}

/** The kind of a cell that a person would like to keep. */
export type Look = 'phone' | 'email' | 'date' | 'price';

const CURRENCY = String.raw`(?:лв\.?|лева|bgn|lv\.?|€|eur|euro|евро|\$|usd)`;
const AMOUNT = String.raw`-?\d{1,3}(?:[\s.,'’]?\d{3})*(?:[.,]\d{1,2})?`;
const PRICE = new RegExp(String.raw`^(?:${CURRENCY}\s*${AMOUNT}|${AMOUNT}\s*${CURRENCY}|-?\d{1,6}[.,]\d{2})$`, 'iu');
const MONTHS =
  /(?:^|[\s.\d-])(?:яну|фев|мар|апр|май|юни|юли|авг|сеп|окт|ное|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*/iu;

/**
 * Returns true for a whole date in figures or words, with or without a time: „31.12.1990 г.“, "1990-12-31T00:00:00Z", "19901231".
 */
export function looksLikeDate(text: string): boolean {
  const plain = text.trim().replace(/(?:T|\s)\d{1,2}:\d{2}.*$/u, '');
  if (/^\d{1,2}\s*[./-]\s*\d{1,2}\s*[./-]\s*(\d{4}|\d{2})\s*(г\.?|год\.?)?$/u.test(plain)) return true;
  if (/^\d{4}\s*[./-]\s*\d{1,2}\s*[./-]\s*\d{1,2}\.?$/u.test(plain)) return true;
  if (/^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(plain)) return true;
  return plain.length < 40 && MONTHS.test(plain) && /\d/.test(plain) && !/\d{5}/.test(plain);
}

/** Returns true for an e-mail address, or several. */
export const looksLikeEmail = (text: string): boolean => /^\s*(mailto:)?[^\s@,;<>]+@[^\s@,;<>]+\.\p{L}{2,}/u.test(text);

/** Returns true for digits that could be called, with the signs that people write between them. */
export function looksLikePhone(text: string): boolean {
  const plain = plainCell(text).replace(/[.,]0$/, '');
  if (looksLikeDate(plain) || !/^[+(\d][\d\s()/.,;:|+‐-―-]+$/u.test(plain)) return false;
  const digits = plain.replace(/\D/g, '').length;
  return digits >= 6 && digits <= 40;
}

/** Returns true for a phone that needs no head to be known: numbers of clients, of papers or of posts do not begin like this. */
export function isSurelyPhone(text: string): boolean {
  const digits = plainCell(text).replace(/\D/g, '');
  return (
    looksLikePhone(text) &&
    digits.length >= 8 &&
    /^(\+|\(|0(?!00)|359|8[789]\d{7}$|9[89]\d{7}$)/.test(plainCell(text).replace(/[\s.-]/g, ''))
  );
}

/** Returns true for an amount of money: a number with a currency, or with two decimals. */
export const looksLikePrice = (text: string): boolean => PRICE.test(text.trim());

/** The looks that a column may have, the surest first. */
const LOOKS: readonly (readonly [Look, (text: string) => boolean])[] = [
  ['email', looksLikeEmail],
  ['date', looksLikeDate],
  ['price', looksLikePrice],
  ['phone', isSurelyPhone],
];

/** Returns the look of at least half of these cells; null if they have none. */
export const lookOf = (cells: readonly string[]): Look | null => LOOKS.find(([, look]) => mostLook(cells, look))?.[0] ?? null;

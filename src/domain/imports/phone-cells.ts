/** Reads the phones of a cell: several of them, phones with words beside them, and phones that a spreadsheet has changed. */
import { isE164, normalizePhone } from '#domain/people/phones.ts';
import { isRounded } from './import-cells.ts';
import type { LeftOutReason } from './import-rows.ts';
import { isNothing, plainCell } from './looks.ts';

/** The phone of a cell, and the part of its text that is not in it. */
export interface PhoneCell {
  /** E.164, or the number as written if it has a digit or two too many or too few; null if the cell holds none. */
  readonly phone: string | null;
  readonly leftOut: { readonly text: string; readonly why: LeftOutReason } | null;
  /** The number of digits too many (above 0) or missing (below 0); 0 for a number of the right length. */
  readonly odd: number;
}

const NO_PHONE: PhoneCell = { phone: null, leftOut: null, odd: 0 };

/** Matches a letter that stands for a digit. A number with one among its digits cannot be called. */
const LETTER_AMONG_DIGITS = /\d[\s.-]*[oо][\s.-]*\d|\d[lіiзб]\d/iu;
/** Matches words that say only that a phone follows, and words between two phones. */
const PHONE_WORDS =
  /^(?:тел|телефон|телефони|моб|мобилен|мобилни|gsm|гсм|tel|phone|mobile|mob|cell|m|t|p|м|т|no|nr|№|и|или|and|or)$/iu;
/** The most digits of an area code before a slash: 02/987 65 43. */
const LONGEST_CODE = 5;
/** The most digits of a number anywhere in the world. */
const MOST_DIGITS = 15;
/** The fewest digits of a number that can be called from abroad. */
const LEAST_DIGITS = 5;

/** The longest cell that is read. A longer text is a story with a number in it, and the patterns would take long for it. */
const LONGEST_CELL = 300;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const isDialable = (text: string) => digitsOf(text).length >= LEAST_DIGITS;

/** Returns E.164; null if no number in use has this length. */
function numberOf(text: string): string | null {
  const plain = /^\s*(\+|00|359)/.test(text) ? text.replace('(0)', ' ') : text;
  const number = normalizePhone(plain.replace(/[/\\]/u, ' '));
  return isE164(number) ? number : null;
}

/** Splits numbers with only spaces between them. Each number takes as many groups of digits as it needs. */
function splitAtSpaces(text: string): string[] {
  if (digitsOf(text).length <= MOST_DIGITS || numberOf(text)) return [text];
  const numbers: string[] = [];
  let own = '';
  for (const group of text.trim().split(/\s+/u)) {
    if (own !== '' && (/^[+0]/.test(group) || digitsOf(own + group).length > MOST_DIGITS) && digitsOf(own).length >= 9) {
      numbers.push(own);
      own = group;
    } else own = own === '' ? group : `${own} ${group}`;
  }
  return [...numbers, own];
}

/** Splits a text without words into its numbers. */
function numbersOf(text: string): string[] {
  const [ahead = '', ...behind] = text.split(/[/\\]/u);
  const hasCode = behind.length > 0 && digitsOf(ahead).length <= LONGEST_CODE;
  const parts = hasCode ? [text] : [ahead, ...behind];
  return parts
    .flatMap((part) => {
      const sides = part.split(/\s+[-–—]\s+/u);
      return sides.length > 1 && sides.every((side) => digitsOf(side).length >= 9) ? sides : [part];
    })
    .flatMap(splitAtSpaces)
    .map((number) => number.replace(/^[^\d+(]+|[^\d)]+$/gu, '').trim())
    .map((number) => (number.includes('(') === number.includes(')') ? number : number.replace(/[()]/g, ' ').trim()))
    .filter((number) => /\d/.test(number));
}

/** A Bulgarian mobile number without its zero or country code. */
const MOBILE = /^(?:\+?359|00359|0)?\s*(?=8[789]|9[89])(\d+)$/;
const MOBILE_DIGITS = 9;
/** The most digits too many or missing. Anything further off is no number. */
const MOST_ODD = 2;

interface ReadNumber {
  /** As it stands in the cell. */
  readonly text: string;
  readonly e164: string | null;
  /** The number of digits too many, or missing (below 0); null if it is no number at all. */
  readonly odd: number | null;
}

function readNumber(text: string): ReadNumber {
  const of = (e164: string | null, odd: number | null) => ({ text: text.replace(/\s+/gu, ' '), e164, odd });
  if (!isDialable(text)) return of(null, null);
  const plain = text.replace(/[\s()./\\‐-―-]/gu, '');
  const [, mobile] = MOBILE.exec(plain) ?? [];
  // Most phones are such: nobody need ask which country they are of.
  if (mobile?.length === MOBILE_DIGITS) return of(`+359${mobile}`, 0);
  const e164 = numberOf(text) ?? numberOf(plain);
  if (mobile !== undefined && Math.abs(mobile.length - MOBILE_DIGITS) <= MOST_ODD) return of(e164, mobile.length - MOBILE_DIGITS);
  if (e164 !== null) return of(e164, 0);
  if (!/^\+?\d{6,}$/.test(plain)) return of(null, null);
  for (let by = 1; by <= MOST_ODD; by++) {
    if (numberOf(plain.slice(0, -by))) return of(null, by);
    if (numberOf(plain + '0'.repeat(by))) return of(null, -by);
  }
  return of(null, null);
}

/** Reads a cell of phones. The phone is the first number that can be called. */
export function readPhoneCell(cell: string): PhoneCell {
  // Programs write only the country's code if nobody has typed a number.
  if (isNothing(plainCell(cell)) || /^\+\d{1,3}$/.test(plainCell(cell))) return NO_PHONE;
  const text = plainCell(cell)
    .replace(/^(\+?\d{6,})[.,]0+$/, '$1')
    .replace(/^\++/, '+');
  if (text.length > LONGEST_CELL) return { ...NO_PHONE, leftOut: { text, why: 'unread' } };
  if (isRounded(text)) return { ...NO_PHONE, leftOut: { text, why: 'rounded' } };
  if (LETTER_AMONG_DIGITS.test(text)) return { ...NO_PHONE, leftOut: { text, why: 'unread' } };
  const words = (text.match(/\p{L}+|№/gu) ?? []).filter((word) => !PHONE_WORDS.test(word));
  const pieces = text.split(/[\p{L}№:;,|\n\r\t&]+/u);
  // „0887,101,618“ is one number.
  const isOne = pieces.length > 1 && words.length === 0 && pieces.every((piece) => digitsOf(piece).length < LEAST_DIGITS);
  const numbers = (isOne ? [pieces.join(' ')] : pieces).flatMap(numbersOf);
  const read = numbers.map(readNumber);
  const chosen = read.find(({ odd }) => odd === 0) ?? read.find(({ odd }) => odd !== null);
  if (!chosen) return { ...NO_PHONE, leftOut: { text, why: 'unread' } };
  const others = read.filter((one) => one !== chosen).map((one) => one.text);
  const isAllRead = words.length === 0 && others.every(isDialable);
  const leftOut = !isAllRead
    ? ({ text, why: 'part' } as const)
    : others.length > 0
      ? ({ text: others.join(', '), why: 'another' } as const)
      : null;
  const odd = chosen.odd ?? 0;
  // A number that is too long is kept as it was written, because nobody knows which digit is too many.
  return { phone: (odd > 0 ? null : chosen.e164) ?? chosen.text, leftOut, odd };
}

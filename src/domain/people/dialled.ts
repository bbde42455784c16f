/** Separators of numbers and words. */
const BETWEEN = /[,;\p{L}]+/u;
/** A shorter text is no number that can be called. */
const FEWEST_DIGITS = 3;
/** A shorter part before a slash is an area code: 02/987 65 43. */
const LONGEST_CODE = 5;

const digitsOf = (text: string): string => text.replace(/[^+\d]/g, '');

/** Returns the number to dial: the first of several in one text; empty if there is none. */
export function dialled(phone: string): string {
  const numbers = phone.split(BETWEEN).map((piece) => {
    const first = digitsOf(piece.split('/')[0] ?? '');
    return first.length > LONGEST_CODE ? first : digitsOf(piece);
  });
  return numbers.find((number) => number.length >= FEWEST_DIGITS) ?? '';
}

/** Where one number ends and another, or a word, begins. */
const BETWEEN = /[,;\p{L}]+/u;
/** No shorter text is a number that somebody could be called by. */
const FEWEST_DIGITS = 3;
/** What stands before a slash and is shorter is an area code: 02/987 65 43. */
const LONGEST_CODE = 5;

const digitsOf = (text: string): string => text.replace(/[^+\d]/g, '');

/** What a telephone is asked to dial: of several numbers in one text the first; empty where there is none. */
export function dialled(phone: string): string {
  const numbers = phone.split(BETWEEN).map((piece) => {
    const first = digitsOf(piece.split('/')[0] ?? '');
    return first.length > LONGEST_CODE ? first : digitsOf(piece);
  });
  return numbers.find((number) => number.length >= FEWEST_DIGITS) ?? '';
}

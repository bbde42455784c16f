/** The words of the heads of foreign tables. */

/** Cyrillic letters that look like Latin ones. „Еmail“ is often begun on the wrong keyboard. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  с: 'c',
  р: 'p',
  х: 'x',
  м: 'm',
  т: 't',
  к: 'k',
  в: 'b',
  н: 'h',
};

/** Returns the words of a head in lower case, with a space before and after each: "firstName", "first_name" and "First Name" are one. */
export function headWords(head: string): string {
  const words =
    head
      .normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const settled = words.map((word) =>
    /[a-z]/.test(word) ? word.replace(/\p{Script=Cyrillic}/gu, (letter) => LOOKALIKES[letter] ?? letter) : word,
  );
  return ` ${settled.join(' ')} `;
}

/**
 * Returns a pattern that matches the words of a head if one of these words is among them. Bars separate the words; an asterisk
 * stands for the rest of a word.
 */
export const wordPattern = (words: string): RegExp =>
  new RegExp(
    ` (?:${words
      .trim()
      .replaceAll('*', String.raw`\p{L}*`)
      .replaceAll(/\s*\|\s*/g, '|')}) `,
    'u',
  );

/**
 * Text without the signs that nobody sees and nobody typed. Contacts apps, chats and web pages put them into what is copied (around a
 * telephone number U+202A…U+202E and U+2066…U+2069, in long words the soft hyphen, before a file's text U+FEFF); a number with one of
 * them is no number any more, and a name with one is nobody's double.
 *
 * They are Unicode's format characters (`\p{Cf}`). Some of them hold emoji together: the joiner U+200D between two parts of one (a family),
 * and the tags behind the flag of a country's part (England). Those stay there, and go everywhere else: between the letters of Persian or
 * Malayalam a joiner changes how a word is drawn, not which word it is. What chooses between ☎ and ☎️ (U+FE0F) is a mark (`\p{Mn}`), and stays.
 */
const EMOJI_OR_INVISIBLE =
  /((?:\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|(?:\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?\u200d)+(?=\p{Extended_Pictographic}))|\p{Cf}/gu;

/** Comes in as typed, pasted, read from a file or scanned; what comes out is shown the same. Idempotent. */
export const cleanText = (text: string): string => text.replace(EMOJI_OR_INVISIBLE, '$1');

/** Tells if a text is a name as the database takes it, without line breaks and signs that nobody sees. @param longest in code points */
export const isStoredName = (name: unknown, longest: number): name is string =>
  typeof name === 'string' &&
  name === cleanText(name).trim() &&
  [...name].length <= longest &&
  !/[\p{Cc}\p{Surrogate}]/u.test(name);

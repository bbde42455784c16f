/** A range of times in a sentence is never broken over two lines (src/README.md, “How it looks”): word joiners, because a text has no spans. */
export const unbroken = (words: string): string => words.replaceAll('–', '\u2060–\u2060');

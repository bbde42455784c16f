/** Finds what is important in the notes of a client: a person marks it with a „!“ in front, and an allergy always is. */

/** A note divided by what has to be seen at once. */
export interface SortedNotes {
  /** Without the mark, in their order. */
  readonly important: readonly string[];
  /** All else, as it was written; empty if nothing is left. */
  readonly rest: string;
}

const MARK = /^!+\s*/u;
const ALLERGY = /алерги|allerg/iu;

/**
 * Divides notes. A line with the mark is important as a whole; of another line each sentence that speaks of an allergy is.
 * @param notes as stored; null is none
 */
export function sortNotes(notes: string | null): SortedNotes {
  const important: string[] = [];
  const rest: string[] = [];
  for (const line of (notes ?? '').split('\n')) {
    const text = line.trim();
    if (MARK.test(text)) {
      const marked = text.replace(MARK, '');
      if (marked) important.push(marked);
      continue;
    }
    if (!ALLERGY.test(line)) {
      rest.push(line);
      continue;
    }
    const sentences = text.split(/(?<=[.!])\s+/u);
    important.push(...sentences.filter((sentence) => ALLERGY.test(sentence)));
    const others = sentences.filter((sentence) => !ALLERGY.test(sentence));
    if (others.length > 0) rest.push(others.join(' '));
  }
  return { important, rest: rest.join('\n').trim() };
}

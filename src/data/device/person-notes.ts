/** Small notes of one person in one salon, which go with that person's data. */
import { forgetNote, noteKeys } from './small-notes.ts';

export interface NotesOf {
  readonly userId: string;
  readonly salonId: number;
}

/** What is noted: what is typed in forms, categories to follow, a change of currency. */
const KINDS = ['draft', 'renamed', 'currency'] as const;

/** The key of a kind's note; where there are several, each has more after it and a dot. */
export const personNote = (kind: (typeof KINDS)[number], { userId, salonId }: NotesOf): string =>
  `greben.${kind}.${salonId}.${userId}`;

/** Takes all of a person's notes in a salon: for the removal of that person's data. */
export function forgetPersonNotes(of: NotesOf): void {
  for (const kind of KINDS) {
    const own = personNote(kind, of);
    for (const key of noteKeys('local', own)) if (key === own || key.startsWith(`${own}.`)) forgetNote('local', key);
  }
}

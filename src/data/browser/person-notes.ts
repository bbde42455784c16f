/** Small notes of one person in one salon, which go with that person's data (`forgetDevice`). */

export interface NotesOf {
  readonly userId: string;
  readonly salonId: number;
}

/** What is typed in forms, categories to follow, first steps that were passed over, which sample was loaded. */
type Kind = 'draft' | 'renamed' | 'steps' | 'sample';

/** The key of a kind's note; where there are several, each has more after it and a dot. */
export const personNote = (kind: Kind, { userId, salonId }: NotesOf): string => `greben.${kind}.${salonId}.${userId}`;

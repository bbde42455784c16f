/**
 * Small notes that the browser keeps outside IndexedDB (`local`), or for this tab alone (`session`). Promise: nothing here
 * throws. If the browser keeps none (its setting, a SecurityError, no room) a note lives as long as the page: everything works,
 * and a reload forgets it.
 */
export type NotePlace = 'local' | 'session';

const inMemory = { local: new Map<string, string>(), session: new Map<string, string>() };

/** Returns the storage; null if the browser does not give it, because asking for it may throw or return nothing. */
function placeOf(place: NotePlace): Storage | null {
  try {
    return (place === 'local' ? globalThis.localStorage : globalThis.sessionStorage) ?? null;
  } catch {
    return null; // the browser refuses it: the page's own memory stands in
  }
}

/** Returns a note; null if there is none. */
export function readNote(place: NotePlace, key: string): string | null {
  const own = inMemory[place].get(key);
  if (own !== undefined) return own;
  try {
    return placeOf(place)?.getItem(key) ?? null;
  } catch {
    return null; // as above
  }
}

/**
 * Keeps a note.
 * @returns false if it will not outlive the page
 */
export function keepNote(place: NotePlace, key: string, text: string): boolean {
  try {
    const storage = placeOf(place);
    if (storage) {
      storage.setItem(key, text);
      inMemory[place].delete(key);
      return true;
    }
  } catch (error) {
    console.info('This browser does not keep a note', error);
  }
  inMemory[place].set(key, text);
  return false;
}

/** Removes a note. */
export function forgetNote(place: NotePlace, key: string): void {
  inMemory[place].delete(key);
  try {
    placeOf(place)?.removeItem(key);
  } catch (error) {
    console.info('This browser does not let go of a note', error);
  }
}

/** Returns the keys that begin with `start`. */
export function noteKeys(place: NotePlace, start: string): readonly string[] {
  const keys = new Set(inMemory[place].keys());
  try {
    const storage = placeOf(place);
    for (let n = 0; n < (storage?.length ?? 0); n++) keys.add(storage?.key(n) ?? '');
  } catch (error) {
    console.info('This browser does not say which notes it keeps', error);
  }
  return [...keys].filter((key) => key.startsWith(start));
}

/** A person in one salon, to whom notes belong. They go with that person's data (`forgetDevice`). */
export interface NotesOf {
  readonly userId: string;
  readonly salonId: number;
}

/**
 * Typed forms, categories to follow, first steps that were passed over, the sample that was loaded, the employee of each imported
 * calendar, the service of an imported text, the device's last report, the choice of one's own column.
 */
type PersonNote = 'draft' | 'renamed' | 'steps' | 'sample' | 'calendars' | 'services' | 'reported' | 'mine';

/** Returns the key of a person's note of this kind. If there are several, each key goes on with a dot and more. */
export const personNote = (kind: PersonNote, { userId, salonId }: NotesOf): string => `greben.${kind}.${salonId}.${userId}`;

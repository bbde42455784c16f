/**
 * The code of an invitation that a person has opened here and not used yet. It is kept in this browser for as long as an invitation
 * holds, so that a reload, a registration with a mail to confirm, or a sign-in in between does not lose it. Once somebody is signed in
 * with it, it waits for them alone: whoever uses this browser next is not led into a salon that has invited somebody else.
 */
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';

const KEY = 'greben.invitation';

/** The time that an invitation holds, ms. */
const HOLDS_MS = 72 * 3_600_000;

/** A waiting code, and the name that was typed with it. */
export interface WaitingInvitation {
  /** As `readInvitationCode` returns it. */
  readonly code: string;
  readonly name: string;
}

interface Note extends WaitingInvitation {
  /** The account that it waits for; null: whoever signs in. */
  readonly userId: string | null;
  /** Device clock, milliseconds. */
  readonly until: number;
}

/**
 * Keeps a code from now on, for one person.
 * @param name without it the one that was typed with this code before
 * @param userId null before anybody is signed in
 * @param now device clock, milliseconds
 */
export function keepInvitation(code: string, userId: string | null, name?: string, now = Date.now()): void {
  const before = readNoteOf(now);
  const known = before?.code === code ? before : null;
  const note: Note = { code, name: name ?? known?.name ?? '', userId, until: known?.until ?? now + HOLDS_MS };
  keepNote('local', KEY, JSON.stringify(note));
}

/**
 * Returns the code that waits here for a person; null if there is none, it waits for somebody else, or for too long.
 * @param userId null for nobody in particular
 * @param now device clock, milliseconds
 */
export function waitingInvitation(userId: string | null, now = Date.now()): WaitingInvitation | null {
  const note = readNoteOf(now);
  if (!note || (note.userId !== null && note.userId !== userId)) return null;
  return { code: note.code, name: note.name };
}

function readNoteOf(now: number): Note | null {
  try {
    const { code, name, userId = null, until } = JSON.parse(readNote('local', KEY) ?? '{}') as Record<string, unknown>;
    if (typeof code !== 'string' || typeof name !== 'string' || typeof until !== 'number' || until <= now) return null;
    return { code, name, userId: typeof userId === 'string' ? userId : null, until };
  } catch {
    return null; // the note is unusable
  }
}

/** Forgets it: it was used, or will never hold again. */
export const forgetInvitation = (): void => forgetNote('local', KEY);

/**
 * The code of an invitation that a person has opened here and not used yet. It is kept in this browser for as long as an invitation
 * holds, so that a reload, a registration with a mail to confirm, or a sign-in in between does not lose it.
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

/** Keeps a code from now on. @param now device clock, milliseconds */
export function keepInvitation({ code, name }: WaitingInvitation, now = Date.now()): void {
  keepNote('local', KEY, JSON.stringify({ code, name, until: now + HOLDS_MS }));
}

/** Returns the code that waits here; null if there is none, or it waits for too long. @param now device clock, milliseconds */
export function waitingInvitation(now = Date.now()): WaitingInvitation | null {
  try {
    const { code, name, until } = JSON.parse(readNote('local', KEY) ?? '{}') as Record<string, unknown>;
    if (typeof code !== 'string' || typeof name !== 'string' || typeof until !== 'number' || until <= now) return null;
    return { code, name };
  } catch {
    return null; // the note is unusable
  }
}

/** Forgets it: it was used, or will never hold again. */
export const forgetInvitation = (): void => forgetNote('local', KEY);

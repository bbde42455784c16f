/**
 * Drafts: texts typed in a form and not saved, noted in this browser for each person and salon. Promises: a draft is here after a
 * reload, a crash or a day's pause; one window at a time holds the draft of a form, so that two windows with the same form do not
 * mix; it is removed with its person's data; no function throws: if the browser keeps no notes, a reload loses the draft.
 */
import { forgetNote, keepNote, type NotesOf, noteKeys, personNote, readNote } from './small-notes.ts';

/** A form's values, as JSON holds them. */
export type DraftValues = Readonly<Record<string, unknown>>;

/** A form of one person in one salon. */
export interface DraftOf extends NotesOf {
  /** The form and its row: `clients/new`, `clients/<id>`. */
  readonly form: string;
}

/** The draft of a form. */
export interface FormDraft {
  /** The values that the form opened with. */
  readonly opened: DraftValues;
  readonly typed: DraftValues;
}

const keyOf = (of: DraftOf) => `${personNote('draft', of)}.${of.form}`;

const isValues = (value: unknown): value is DraftValues => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the draft of a form; null if nothing usable is noted. */
export function readDraft(of: DraftOf): FormDraft | null {
  try {
    const { opened, typed } = JSON.parse(readNote('local', keyOf(of)) ?? '{}') as Partial<FormDraft>;
    return isValues(opened) && isValues(typed) ? { opened, typed } : null;
  } catch {
    return null; // the note is unusable
  }
}

/** Notes what is typed. It takes the place of the form's earlier draft. */
export function keepDraft(of: DraftOf, draft: FormDraft): void {
  keepNote('local', keyOf(of), JSON.stringify(draft));
}

/** Returns the forms with a draft of this person in this salon. */
export function draftsOf({ userId, salonId }: NotesOf): readonly DraftOf[] {
  const start = keyOf({ userId, salonId, form: '' });
  return noteKeys('local', start).map((key) => ({ userId, salonId, form: key.slice(start.length) }));
}

/** Removes a draft: its text is saved, or its person does not want it. */
export function forgetDraft(of: DraftOf): void {
  forgetNote('local', keyOf(of));
}

/** A form waits this long before it asks which window holds its draft, ms: the page before a reload may still be going away. */
const GOING_MS = 400;

/**
 * Holds a form's draft for this window until `left`. Without Web Locks every window holds it.
 * @returns true if this window holds it; false if another window has the form open
 */
export async function holdDraft(
  of: DraftOf,
  left: AbortSignal,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<boolean> {
  if (!locks) return true;
  const name = keyOf(of);
  const waiting = new AbortController();
  left.addEventListener('abort', () => waiting.abort());
  const released = new Promise<void>((gone) => left.addEventListener('abort', () => gone()));
  const answer = new Promise<boolean>((resolve) => {
    const granted = () => {
      resolve(true);
      return left.aborted ? undefined : released;
    };
    // The lock is refused if another window has it, or if this form was left meanwhile.
    locks.request(name, { signal: waiting.signal }, granted).catch(() => resolve(false));
  });
  for (;;) {
    const known = await Promise.race([answer, new Promise<null>((late) => setTimeout(late, GOING_MS, null))]);
    if (known !== null) return known;
    // A busy device grants a free lock late: only the browser knows whether another window has it.
    const { held = [] } = await locks.query();
    if (held.some((lock) => lock.name === name)) waiting.abort();
  }
}

/**
 * Puts a draft over the row as it stands now: typed values stay, and the fields that nobody touched follow the row.
 * @param now the values that the form opens with. Fields that it does not have are left out (an earlier version's).
 */
export function draftOver<V extends object>({ opened, typed }: FormDraft, now: V): V {
  const over: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(now)) {
    const own = typed[field];
    const wasTyped = own !== undefined && typeof own === typeof value && JSON.stringify(own) !== JSON.stringify(opened[field]);
    over[field] = wasTyped ? own : value;
  }
  return over as V;
}

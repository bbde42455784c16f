/**
 * Messages and locks between the windows of one browser, about one person's work. Promises: a window that dies holds up no other
 * one, because locks and channels go with it; nothing of what is typed leaves its window.
 */
import { Observable } from 'rxjs';
import { openChannel } from '#sync/machine/channel.ts';
import { randomId } from '#sync/machine/random-id.ts';
import type { NotesOf } from './small-notes.ts';

const THIS_WINDOW = randomId();

/**
 * Runs `work` in one window of this person and salon at a time, in the order of asking: two windows that complete the same thing
 * would both find it undone. Without Web Locks each window runs it at once.
 * @throws what `work` throws
 */
export function inOneWindow<T>({ userId, salonId }: NotesOf, what: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request(`greben-${what}:${userId}:${salonId}`, work) as Promise<T>) : work();
}

/** The other windows in which one person works in one salon. */
export interface OtherWindows {
  /** Tells them that this window has changed what is kept under the name. */
  tell(): void;
  /** Emits when another window has changed it, but not after this window's own changes. */
  readonly elsewhere$: Observable<void>;
}

/**
 * Returns the channel to the other windows in which this person works in this salon.
 * @param name the name of the database whose changes are told
 */
export function otherWindows(name: string, { userId, salonId }: NotesOf): OtherWindows {
  return {
    tell: () => {
      const channel = openChannel(name);
      channel?.postMessage({ userId, salonId, from: THIS_WINDOW });
      channel?.close();
    },
    elsewhere$: new Observable((listener) => {
      const channel = openChannel(name);
      if (channel === null) return undefined;
      channel.onmessage = ({ data }: MessageEvent<NotesOf & { from: string }>) => {
        if (data.from !== THIS_WINDOW && data.userId === userId && data.salonId === salonId) listener.next();
      };
      return () => channel.close();
    }),
  };
}

const TYPED = 'greben-typed:';

/**
 * Tells the other windows that something is typed here and not saved, by a Web Lock: it goes with the window, however that ends,
 * and a frozen window still holds it.
 * @param where the title of what the window shows
 * @returns a function that ends the announcement
 */
export function announceTyping(
  userId: string,
  where: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): () => void {
  const over = new AbortController();
  const held = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  const name = `${TYPED}${userId}:${THIS_WINDOW}:${where}`;
  locks
    ?.request(name, { mode: 'shared' }, () => held)
    .catch((error: unknown) => console.warn('Other windows are not told', error));
  return () => over.abort();
}

/** Returns the titles of the other windows in which this person has typed something; none if the browser cannot tell. */
export async function unsavedInOtherWindows(
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<readonly string[]> {
  const { held = [] } = (await locks?.query()) ?? {};
  const ofPerson = `${TYPED}${userId}:`;
  return held.flatMap(({ name = '' }) => {
    if (!name.startsWith(ofPerson) || name.startsWith(ofPerson + THIS_WINDOW)) return [];
    return [name.slice(name.indexOf(':', ofPerson.length) + 1)];
  });
}

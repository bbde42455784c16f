import type { NotesOf } from './person-notes.ts';

/**
 * One window of this person and salon at a time does this work, in the order of asking: two that go on with the same thing would
 * both find it undone. Without Web Locks each does it. @throws what `work` throws
 */
export function inOneWindow<T>({ userId, salonId }: NotesOf, what: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request(`greben-${what}:${userId}:${salonId}`, work) as Promise<T>) : work();
}

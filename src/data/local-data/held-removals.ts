/**
 * Removes the replicas that a person who left wanted removed, by the list that signing out has written down. Promises: unsent or
 * undecided work is never removed; a window that still has a replica open, or that dies in the middle, only delays a removal:
 * every window goes on with the list, and so does the next start; a person who signs in again before it is done finds either all
 * of their data or none, and the list forgets it.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { SessionStoreState } from '#data/session/session-state.ts';
import type { ReplicaKey, SessionStore } from '#data/session/session-store.ts';
import { ReplicaInUseError, removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import { retryLoop } from './retry-loop.ts';

/** The session, its store, and the notes to forget. */
export interface RemovalParts {
  readonly session: { readonly store: StoreApi<SessionStoreState> };
  readonly kept: Pick<SessionStore, 'get' | 'update'>;
  /** Forgets the other notes of this device about a replica. */
  forget(userId: string, salonId: number): void;
}

/** Pauses between the tries, ms. Other windows leave within a moment; a frozen one may take days. */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 15_000;

const isSame = (a: ReplicaKey, b: ReplicaKey): boolean => a.userId === b.userId && a.salonId === b.salonId;

/** Takes a replica off the list: it was removed, or it stays. */
const forgotten = ({ kept }: RemovalParts, done: ReplicaKey): Promise<void> =>
  kept.update('removals', (held) => held?.filter((wanted) => !isSame(wanted, done)) ?? null);

/**
 * Removes a replica from the device, unless something in it is unsent; then it stays.
 * @returns false if it is to be tried again
 */
async function taken(parts: RemovalParts, { userId, salonId }: ReplicaKey): Promise<boolean> {
  try {
    await removeReplica(userId, salonId, { onlyEmpty: true });
    parts.forget(userId, salonId);
  } catch (error) {
    if (error instanceof ReplicaInUseError) return false;
    if (!(error instanceof StillUnsentError)) throw error;
    console.warn('Something was written after its person left: it stays on this device', error);
  }
  await forgotten(parts, { userId, salonId });
  return true;
}

/** Works through the list from now on. Returns a function that ends it. */
export function finishRemovals(parts: RemovalParts): () => void {
  const { store } = parts.session;
  let wait = FIRST_WAIT;

  const isOpen = ({ userId, salonId }: ReplicaKey): boolean => {
    const state = store.getState();
    return state.phase === 'loading' || (state.phase === 'signed-in' && state.profile.id === userId && state.salonId === salonId);
  };
  /**
   * Works through the list once.
   * @returns true if something is left to do
   */
  const round = async (): Promise<boolean> => {
    let left = false;
    for (const wanted of (await parts.kept.get('removals')) ?? [])
      if (!isOpen(wanted) && !(await taken(parts, wanted))) left = true;
    return left;
  };
  const longerWait = () => {
    const now = wait;
    wait = Math.min(wait * 2, LONGEST_WAIT);
    return now;
  };
  const loop = retryLoop(round, longerWait, 'What is to be taken from this device is tried again');
  let { phase } = store.getState();
  const unsubscribe = store.subscribe((state) => {
    if (state.phase === phase) return;
    ({ phase } = state);
    wait = FIRST_WAIT;
    loop.run();
  });
  if (phase !== 'loading') loop.run();
  return () => {
    loop.stop();
    unsubscribe();
  };
}

/** Settles the list before a replica is opened, because its person is back: the replica is removed now, or stays. */
export async function removeBeforeOpening(parts: RemovalParts, replica: ReplicaKey): Promise<void> {
  const wanted = (await parts.kept.get('removals')) ?? [];
  if (!wanted.some((one) => isSame(one, replica))) return;
  if (!(await taken(parts, replica))) await forgotten(parts, replica);
}

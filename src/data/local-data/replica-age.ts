/**
 * The age of replicas: each is noted while it is open, and a replica that nobody opens any more is removed. Promises: neither the
 * one in use nor one with anything unsent or undecided is removed; a clock that is wrong, set forward or set back removes
 * nothing, because the server's clock has to agree that the time is over.
 */

import type { OpenReplica } from '#data/open-replica.ts';
import type { SessionStoreState } from '#data/session/session-state.ts';
import type { Moment, OpenedMarks, ReplicaKey, SessionStore } from '#data/session/session-store.ts';
import { issuedAt } from '#data/session/session-tokens.ts';
import { ReplicaInUseError, removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import { storedReplicas } from '#sync/versions/stored-replicas.ts';
import type { RemovalParts } from './held-removals.ts';

const DAY_MS = 86_400_000;
/** A replica that nobody has opened for this many days is removed. Its person then waits for a first sync. */
export const FORGOTTEN_AFTER_DAYS = 60;
/** A replica that is open for weeks is noted again after this, ms. */
const NOTE_EVERY = DAY_MS / 2;

/** Returns the key of a replica in `opened` and `standings`. */
export const replicaKey = ({ userId, salonId }: ReplicaKey): string => `${salonId} ${userId}`;

/**
 * Tells whether nobody has opened a replica for so long, by both clocks: the device's may be wrong, and the server's was perhaps
 * last heard before the replica was opened without a line.
 */
export function isForgotten(opened: Moment, now: Moment): boolean {
  const after = FORGOTTEN_AFTER_DAYS * DAY_MS;
  if (opened.server === null || now.server === null) return false;
  return now.device - opened.device >= after && now.server - opened.server >= after;
}

type Kept = Pick<SessionStore, 'get' | 'update' | 'readTokens'>;

async function moment(kept: Kept, now: number): Promise<Moment> {
  const tokens = await kept.readTokens();
  return { device: now, server: tokens && issuedAt(tokens) };
}

/**
 * Notes that a replica is open, as long as it is. Returns a function that ends it.
 * @param now epoch milliseconds
 */
export function noteOpened(kept: Kept, replica: OpenReplica, now: () => number = Date.now): () => void {
  let noted = Number.NEGATIVE_INFINITY;
  const note = async () => {
    noted = now();
    const { device, server } = await moment(kept, noted);
    // A signed-out person has no tokens: the last known time of the server stays.
    const at = (held: OpenedMarks | null): Moment => ({ device, server: server ?? held?.[replicaKey(replica)]?.server ?? null });
    await kept.update('opened', (held) => ({ ...held, [replicaKey(replica)]: at(held) }));
  };
  const noteNow = () => void note().catch((error: unknown) => console.info('When this was open is not noted', error));
  const watching = replica.status$.subscribe(() => {
    if (Math.abs(now() - noted) >= NOTE_EVERY) noteNow();
  });
  return () => {
    watching.unsubscribe();
    noteNow();
  };
}

/** Returns when each replica on this device was last open, device clock. */
export const openedMarks = async (kept: Pick<SessionStore, 'get'>): Promise<OpenedMarks> => (await kept.get('opened')) ?? {};

/**
 * Removes the replicas that nobody has opened for so long. A replica without a note begins to count today.
 * @returns the removed replicas
 */
export async function removeForgotten(parts: RemovalParts & { kept: Kept }, at: number): Promise<readonly ReplicaKey[]> {
  const { kept } = parts;
  const now = await moment(kept, at);
  const marks = await openedMarks(kept);
  const held = await storedReplicas();
  const counting: Record<string, Moment> = {};
  const removed: ReplicaKey[] = [];
  for (const replica of held) {
    const opened = marks[replicaKey(replica)];
    // A mark from the future comes from a clock that was wrong.
    const counts = opened && opened.server !== null && opened.device <= now.device;
    const state = parts.session.store.getState();
    const isOpen = state.phase === 'signed-in' && state.profile.id === replica.userId && state.salonId === replica.salonId;
    if (counts && !isOpen && isForgotten(opened, now) && (await isTaken(parts, replica))) removed.push(replica);
    else counting[replicaKey(replica)] = counts ? opened : now;
  }
  await kept.update('opened', (newest) => {
    const changed = Object.entries(newest ?? {}).filter(([key, { device }]) => marks[key]?.device !== device);
    return { ...counting, ...Object.fromEntries(changed) };
  });
  return removed;
}

/** The look waits this long after the sign-in, ms, because the calendar is opening. */
const LATER_MS = 10_000;

/** Looks once after each sign-in and each start with a session. Returns a function that ends it. */
export function watchForgotten(parts: RemovalParts & { kept: Kept }, now: () => number = Date.now): () => void {
  const { store } = parts.session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () =>
    removeForgotten(parts, now()).then(
      (removed) => {
        if (removed.length > 0) console.info(`${removed.length} unused: taken from this device`);
      },
      (error: unknown) => console.info('What nobody opens is looked at again at the next start', error),
    );
  let phase: string | null = null;
  const follow = (state: Pick<SessionStoreState, 'phase'>) => {
    if (state.phase === phase) return;
    ({ phase } = state);
    clearTimeout(timer);
    if (phase === 'signed-in') timer = setTimeout(() => void look(), LATER_MS);
  };
  follow(store.getState());
  const unsubscribe = store.subscribe(follow);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

async function isTaken({ forget }: RemovalParts, { userId, salonId }: ReplicaKey): Promise<boolean> {
  try {
    await removeReplica(userId, salonId, { onlyEmpty: true });
    forget(userId, salonId);
    return true;
  } catch (error) {
    if (error instanceof StillUnsentError || error instanceof ReplicaInUseError) return false;
    throw error;
  }
}

/**
 * A person's data on this device in salons that are not the open one: a salon that was withdrawn, or one that an administrator
 * has viewed. Promises: the person is told while any of it is only here; an administrator's work is sent without opening
 * the salon; a withdrawn salon is taken from the device once nothing of theirs is unsent or undecided, by the server's own word
 * and when no window has it open; a salon that an administrator has left is removed in the same way, without a notice; nothing of
 * another person is ever counted, sent or removed.
 */
import { createStore } from 'zustand/vanilla';
import type { Session, SignedIn } from '#data/session/session.ts';
import { removeReplica } from '#sync/versions/remove-replica.ts';
import { storedSalonName, storedSalonsOf, type UnsyncedWork, unsyncedWorkIn } from '#sync/versions/stored-replicas.ts';
import { openReplicas } from './open-windows.ts';
import { retryLoop } from './retry-loop.ts';

/** A salon with its name. */
export interface NamedSalon {
  readonly salonId: number;
  /** The name as this device last had it. */
  readonly name: { readonly bg: string; readonly en: string } | null;
}

/** A former salon with the work in it. */
export interface FormerSalon extends UnsyncedWork, NamedSalon {
  /** True if the person may not enter it; false for a salon of an administrator who views another one. */
  readonly withdrawn: boolean;
}

/** The former salons of the person who is signed in. */
export interface FormerSalons {
  /** Salons with work that is only on this device. */
  readonly salons: readonly FormerSalon[];
  /** Withdrawn salons that this window has removed from the device; kept until the person has read it. */
  readonly removed: readonly NamedSalon[];
}

const NONE: FormerSalons = { salons: [], removed: [] };
/** The former salons as the screens see them. */
export const formerSalons = createStore<FormerSalons>(() => NONE);

/** The session and the acts that following needs. */
export interface FormerSalonsParts {
  readonly session: Pick<Session, 'store'>;
  /** Asks whether the server lets that person in; null if it cannot be asked. */
  mayEnter(userId: string, salonId: number): Promise<boolean | null>;
  /** Sends the work of replicas that no window has open. */
  sendElsewhere(): Promise<void>;
  /** Forgets the other notes of this device about a replica. */
  forget(userId: string, salonId: number): void;
  /** Tells whether unsaved text or counts are there. */
  hasUnsaved(userId: string, salonId: number): Promise<boolean>;
}

/** The pause between two looks at work that could not be sent or removed, ms. */
const LOOK_EVERY = 15_000;

/** Follows the session from now on. Returns a function that ends it. */
export function followFormerSalons(parts: FormerSalonsParts): () => void {
  const { store } = parts.session;

  const person = (): SignedIn | null => {
    const state = store.getState();
    return state.phase === 'signed-in' ? state : null;
  };
  const stillElsewhere = (userId: string, salonId: number) => {
    const now = person();
    return now?.profile.id === userId && now.salonId !== salonId;
  };

  /**
   * Looks at all salons once.
   * @returns true if another look may bring more
   */
  const round = async (): Promise<boolean> => {
    const now = person();
    if (!now) {
      formerSalons.setState(NONE);
      return false;
    }
    const { id, role } = now.profile;
    const salons: FormerSalon[] = [];
    let waits = false;
    for (const salonId of await storedSalonsOf(id)) {
      if (!stillElsewhere(id, salonId)) continue;
      const work = await unsyncedWorkIn(id, salonId);
      const withdrawn = role !== 'admin';
      const name = await storedSalonName(id, salonId);
      if (work.unsent + (withdrawn ? work.issues : 0) > 0) salons.push({ ...work, name, withdrawn });
      else if (withdrawn) waits = !(await removed(id, { salonId, name })) || waits;
      // A salon that an administrator has only viewed is removed completely, unless it has open decisions or unsaved work.
      else if (work.issues === 0 && salonId !== now.profile.salonId && !(await parts.hasUnsaved(id, salonId)))
        waits = !(await takenAway(id, salonId)) || waits;
    }
    if (person()?.profile.id !== id) return true;
    formerSalons.setState({ salons });
    if (salons.some((salon) => !salon.withdrawn)) await parts.sendElsewhere();
    return waits || salons.length > 0;
  };

  /**
   * Removes a withdrawn salon, if the server says so.
   * @returns false if it is to be tried again
   */
  const removed = async (userId: string, salon: NamedSalon): Promise<boolean> => {
    const { salonId } = salon;
    const may = await parts.mayEnter(userId, salonId);
    if (may !== false) return may === true;
    if (!(await takenAway(userId, salonId))) return false;
    formerSalons.setState((state) => ({ removed: [...state.removed, salon] }));
    return true;
  };

  /**
   * Removes a replica.
   * @returns false if a window has it open; then it is tried again
   */
  const takenAway = async (userId: string, salonId: number): Promise<boolean> => {
    const isOpen = (await openReplicas()).some((open) => open.userId === userId && open.salonId === salonId);
    if (isOpen || !stillElsewhere(userId, salonId)) return false;
    await removeReplica(userId, salonId);
    parts.forget(userId, salonId);
    return true;
  };

  const loop = retryLoop(round, () => LOOK_EVERY, 'What was left in other salons is looked at again later');

  const key = () => {
    const now = person();
    return now ? `${now.profile.id} ${now.profile.role} ${now.salonId}` : '';
  };
  let looked = key();
  let of = person()?.profile.id;
  const unsubscribe = store.subscribe(() => {
    if (key() === looked) return;
    looked = key();
    if (of !== person()?.profile.id) formerSalons.setState(NONE);
    of = person()?.profile.id;
    loop.run();
  });
  globalThis.addEventListener?.('online', loop.run);
  loop.run();
  return () => {
    loop.stop();
    globalThis.removeEventListener?.('online', loop.run);
    unsubscribe();
  };
}

/**
 * Removes work that is only on this device, because the person gives it up.
 * @throws ReplicaInUseError
 */
export async function discardSalonWork(userId: string, salonId: number, forget: FormerSalonsParts['forget']): Promise<void> {
  await removeReplica(userId, salonId, { evenUnsent: true });
  forget(userId, salonId);
  formerSalons.setState(({ salons }) => ({ salons: salons.filter((salon) => salon.salonId !== salonId) }));
}

/** Takes the notice of removed salons away: the person has read it. */
export const dismissRemoved = (): void => formerSalons.setState({ removed: [] });

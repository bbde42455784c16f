/**
 * The replicas of former people on this device, for the person who uses it now. Promises: nothing of them is read but numbers,
 * times and the name of the salon; their unsent work is removed only when that is asked for by name.
 */

import type { ReplicaKey } from '#data/session/session-store.ts';
import { sessionStore } from '#data/session/session-store.ts';
import { removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import { storedReplicas, storedSalonName, unsentSince, unsyncedWorkIn } from '#sync/versions/stored-replicas.ts';
import { forgetDevice } from './device-mark.ts';
import { openedMarks, replicaKey } from './replica-age.ts';
import { type UnsavedWork, unsavedOf } from './unsaved-work.ts';

/** A replica of another person. */
export interface OtherReplica extends ReplicaKey {
  readonly name: { readonly bg: string; readonly en: string } | null;
  /** Changes and undecided cases that stand only here. */
  readonly work: number;
  /** Work that they typed or counted and did not save. */
  readonly unsaved: UnsavedWork;
  /** ISO UTC, device clock; null if the rows do not tell. */
  readonly since: string | null;
  /** The time at which it was last open here, ISO UTC, device clock; null if it was not noted. */
  readonly openedAt: string | null;
}

/** Returns the replicas of everybody but `userId`, those with work first. */
export async function otherReplicas(userId: string): Promise<readonly OtherReplica[]> {
  const kept = sessionStore();
  try {
    const marks = await openedMarks(kept);
    const found: OtherReplica[] = [];
    for (const replica of (await storedReplicas()).filter((one) => one.userId !== userId)) {
      const { unsent, issues } = await unsyncedWorkIn(replica.userId, replica.salonId);
      const opened = marks[replicaKey(replica)];
      found.push({
        ...replica,
        name: await storedSalonName(replica.userId, replica.salonId),
        work: unsent + issues,
        unsaved: await unsavedOf(replica.userId, [replica.salonId]),
        since: await unsentSince(replica.userId, replica.salonId),
        openedAt: opened ? new Date(opened.device).toISOString() : null,
      });
    }
    return found.sort((a, b) => b.work - a.work || a.salonId - b.salonId);
  } finally {
    kept.close();
  }
}

/**
 * Removes a replica of somebody else.
 * @param known the amount of work with which its removal was decided; nothing is removed if there is more by now
 * @returns false if there was more. @throws ReplicaInUseError
 */
export async function removeOther({ userId, salonId }: ReplicaKey, known: number): Promise<boolean> {
  try {
    if (known > 0) {
      const { unsent, issues } = await unsyncedWorkIn(userId, salonId);
      if (unsent + issues > known) return false;
    }
    await removeReplica(userId, salonId, { evenUnsent: known > 0 });
  } catch (error) {
    if (error instanceof StillUnsentError) return false;
    throw error;
  }
  forgetDevice(userId, salonId);
  return true;
}

/**
 * Taking away what this device holds of a person in a salon. Promises: a person's work that is unsent or undecided is never
 * taken away unless that was asked for by name; a removal that breaks off, or that another window holds up, is finished by
 * the next call.
 */
import { workHeld } from './held-replicas.ts';
import { databaseNames, deleteDatabase } from './raw-database.ts';
import { DEXIE_PREFIX, replicaPrefix } from './replica-name.ts';

/** Work of that person still stands only here. Nothing was removed. */
export class StillUnsentError extends Error {
  override readonly name = 'StillUnsentError';
  constructor(
    readonly unsent: number,
    readonly issues: number,
  ) {
    super(`${unsent} writes unsent, ${issues} undecided`);
  }
}

/** Another window has not let go of it; the browser removes it once it has. */
export class ReplicaInUseError extends Error {
  override readonly name = 'ReplicaInUseError';
}

/**
 * Removes every local form of a replica. Open windows are not asked here: that is the caller's part.
 * @param evenUnsent that person has exported it or given it up
 * @throws StillUnsentError, ReplicaInUseError
 */
export async function removeReplica(userId: string, salonId: number, { evenUnsent = false } = {}): Promise<void> {
  if (!evenUnsent) {
    const { unsent, issues } = await workHeld(userId, salonId);
    if (unsent + issues > 0) throw new StillUnsentError(unsent, issues);
  }
  const start = DEXIE_PREFIX + replicaPrefix(userId, salonId);
  const names = (await databaseNames()).filter((name) => name.startsWith(start));
  const gone = await Promise.all(names.map(deleteDatabase));
  if (gone.includes(false)) throw new ReplicaInUseError(start);
}

/**
 * What this device holds of a person, and taking it away. Promises: unsent work is never taken away unless that was asked
 * for by name; a removal that other windows hold up, or that breaks off, takes nothing by halves that was unsent, and is
 * finished by the next call.
 */
import { DEXIE_PREFIX, replicaName, replicaPrefix } from './replica-name.ts';
import { unsentOf } from './unsent.ts';

/** Something of that person is still unsent here. */
export class StillUnsentError extends Error {
  override readonly name = 'StillUnsentError';
  constructor(readonly unsent: number) {
    super(`${unsent} writes are still unsent`);
  }
}

/** Another window has not let go of the replica; the browser removes it once it has. */
export class ReplicaInUseError extends Error {
  override readonly name = 'ReplicaInUseError';
}

/** Open windows let go as soon as they hear of it; a frozen one does not. */
const PATIENCE_MS = 5_000;

const held = async (): Promise<readonly string[]> => (await indexedDB.databases()).flatMap(({ name }) => name ?? []);

/** The salons of which this device has a replica of that person, in any local form, by number. */
export async function salonsHeldFor(userId: string): Promise<readonly number[]> {
  const salons = new Set<number>();
  for (const name of await held()) {
    const salonId = Number(/^greben-(\d+)-/.exec(name.slice(DEXIE_PREFIX.length))?.[1]);
    if (name.startsWith(DEXIE_PREFIX + replicaPrefix(userId, salonId))) salons.add(salonId);
  }
  return [...salons].sort((a, b) => a - b);
}

/** Whether all that this device has of the replica is of this program's own local form. */
export async function onlyOwnForm(userId: string, salonId: number): Promise<boolean> {
  const names = (await held()).filter((name) => name.startsWith(DEXIE_PREFIX + replicaPrefix(userId, salonId)));
  return names.length > 0 && names.every((name) => name.startsWith(`${DEXIE_PREFIX}${replicaName(userId, salonId)}--`));
}

/**
 * Removes every local form of a replica that is open nowhere.
 * @param evenUnsent what is unsent was exported or given up by that person
 * @throws StillUnsentError, with nothing removed; ReplicaInUseError
 */
export async function removeReplica(userId: string, salonId: number, { evenUnsent = false } = {}): Promise<void> {
  const unsent = evenUnsent ? 0 : await unsentOf(userId, salonId);
  if (unsent > 0) throw new StillUnsentError(unsent);
  const names = (await held()).filter((name) => name.startsWith(DEXIE_PREFIX + replicaPrefix(userId, salonId)));
  await Promise.all(names.map(remove));
}

function remove(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    const late = setTimeout(() => reject(new ReplicaInUseError(name)), PATIENCE_MS);
    request.onsuccess = () => {
      clearTimeout(late);
      resolve();
    };
    request.onerror = () => {
      clearTimeout(late);
      reject(request.error);
    };
  });
}

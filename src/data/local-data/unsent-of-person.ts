/** The work of a person on this device, asked before they sign out. */
import { storedSalonsOf, undecidedIn } from '#sync/versions/stored-replicas.ts';
import { countUnsent } from '#sync/versions/unsent.ts';

/**
 * Counts the unsent writes of a person on this device, in all their salons, without opening a replica.
 * @param except a salon that is counted elsewhere
 */
export async function unsentOfPerson(userId: string, except: number | null = null): Promise<number> {
  let unsent = 0;
  for (const salonId of await storedSalonsOf(userId)) if (salonId !== except) unsent += await countUnsent(userId, salonId);
  return unsent;
}

/** The replicas of a person on this device. */
export interface StoredWork {
  /** Every salon of which this device has a replica of theirs. */
  readonly salons: readonly number[];
  /** Undecided cases in salons that are not open. */
  readonly undecided: number;
}

/**
 * Returns the salons of a person on this device and their undecided cases.
 * @param open the salon that is open: it is among the salons, its decisions are counted elsewhere
 */
export async function storedWorkOf(userId: string, open: number | null): Promise<StoredWork> {
  const held = await storedSalonsOf(userId);
  let undecided = 0;
  for (const salonId of held) if (salonId !== open) undecided += await undecidedIn(userId, salonId);
  return { salons: [...new Set([...held, ...(open === null ? [] : [open])])], undecided };
}

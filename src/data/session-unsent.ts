import { salonsHeldFor } from '#sync/held-replicas.ts';
import { unsentOf } from '#sync/unsent.ts';

/**
 * How many writes of a person wait on this device, in all their salons, without opening a replica.
 * @param except a salon that is counted elsewhere
 */
export async function unsentOfPerson(userId: string, except: number | null = null): Promise<number> {
  let unsent = 0;
  for (const salonId of await salonsHeldFor(userId)) if (salonId !== except) unsent += await unsentOf(userId, salonId);
  return unsent;
}

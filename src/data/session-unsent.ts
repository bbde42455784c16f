import { unsentOf } from '#sync/unsent.ts';
import { readSalonPresence } from './salon-presence.ts';
import type { Locked } from './session-store.ts';

/** How many writes of a locked person wait on this device, without opening their replica. */
export async function unsentOfLocked({ profile }: Locked): Promise<number> {
  const salonId = profile.salonId ?? readSalonPresence().salonId;
  return salonId === null ? 0 : unsentOf(profile.id, salonId);
}

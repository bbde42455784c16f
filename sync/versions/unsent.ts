/**
 * How much of a person's work is still unsent on this device, asked without opening the replica (sign-out's question, and
 * the question after a changed local schema version). Promise: it creates nothing and changes nothing.
 */
import { storedVersions, unsentIn } from './other-versions.ts';

/** Rows with `pending = 1`, over all local schema versions of this replica; 0 if there is none. */
export async function countUnsent(userId: string, salonId: number): Promise<number> {
  let unsent = 0;
  for (const { name } of await storedVersions(userId, salonId)) unsent += (await unsentIn(name)).count;
  return unsent;
}

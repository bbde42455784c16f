/**
 * How much of a person's work is still unsent on this device, asked without opening the replica (sign-out's question, and
 * the question after a changed local form). Promise: it creates nothing and changes nothing.
 */
import { formsBeside, unsentIn } from './other-forms.ts';
import { databaseNames } from './raw-database.ts';
import { DEXIE_PREFIX, replicaName } from './replica-name.ts';

/** Rows with `pending = 1`, over all local forms of this replica; 0 if there is none. */
export async function unsentOf(userId: string, salonId: number): Promise<number> {
  const own = replicaName(userId, salonId);
  const forms = (await formsBeside(userId, salonId)).map(({ name }) => name);
  if ((await databaseNames()).some((name) => name.startsWith(`${DEXIE_PREFIX}${own}--`))) forms.push(own);
  let unsent = 0;
  for (const form of forms) unsent += (await unsentIn(form)).count;
  return unsent;
}

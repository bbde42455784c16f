import type { OpenReplica } from '#data/open-replica.ts';
import { legNow } from './visit-edits.ts';
import { visitLegs } from './visit-legs.ts';
import { type LegInput, saveVisit } from './visits.commands.ts';

/** Adds services to a booking as its dialog does: behind those that it has. @returns their ids, in order */
export async function addLegs(replica: OpenReplica, id: string, legs: readonly LegInput[]): Promise<readonly string[]> {
  const legsNow = async () => (await visitLegs(replica, await legNow(replica, id))).map((leg) => leg.id);
  const before = await legsNow();
  const kept = before.map((own) => ({ id: own, change: {} }));
  await saveVisit(replica, { id, legs: [...kept, ...legs.map((input) => ({ id: null, input }))] });
  return (await legsNow()).filter((own) => !before.includes(own));
}

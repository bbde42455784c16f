/**
 * Whether several people use this browser, which makes leaving a salon's data behind a poor proposal. Promise: it is known
 * without keeping who they are: only that somebody has signed in before, and whether anything here is of the one who does now.
 */
import { replicasHeld } from '#sync/versions/held-replicas.ts';

export type People = 'one' | 'several';

/**
 * What is known once `userId` has signed in. Somebody who signs in where others did and finds nothing of their own is taken
 * for another person; at worst they once had their data taken from here, and the same is proposed to them again.
 * @param before what was known; null where nobody has signed in yet
 * @param last who was signed in, or locked out, when that one came; undefined where nobody was
 */
export async function peopleWith(userId: string, before: People | null, last: string | undefined): Promise<People> {
  if (before === 'several' || (last !== undefined && last !== userId)) return 'several';
  try {
    const held = await replicasHeld();
    if (held.some((replica) => replica.userId !== userId)) return 'several';
    return before === null || last === userId || held.length > 0 ? 'one' : 'several';
  } catch (error) {
    console.info('The browser does not say whose data is here', error);
    return before ?? 'one';
  }
}

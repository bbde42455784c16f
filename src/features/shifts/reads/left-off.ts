import { leftOffShift } from '#data/events/off-shift.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { PlannedSet } from '#data/shifts.commands.ts';
import { i18n } from '#i18n/i18n.ts';

/** What is to be said beside a change of shifts, before it is written: „2 записани часа вече са извън смените.“, or nothing. */
export async function leftOffWords(replica: OpenReplica, sets: readonly PlannedSet[]): Promise<string | undefined> {
  try {
    const count = await leftOffShift(replica, sets, new Date().toISOString());
    return count > 0 ? i18n.t('shifts:left_off', { count }) : undefined;
  } catch (error) {
    console.warn('What the change leaves off shift was not read', error);
    return undefined; // the shifts are saved all the same
  }
}

/** What the browser has cleared from this device, for whoever stands at the sign-in (device-mark.ts). */

import { noteKeys } from '#data/browser/small-notes.ts';
import { goneBeforeOpening } from '#sync/device/loss.ts';
import { EMPTIED, type Emptied, holdsReplica, keepLoss, MARK, noteLoss, readLoss, readMark } from './device-mark.ts';

/** What is gone here of anybody's work, for whoever stands at the sign-in; not what they have read there. */
export async function lossesAtDoor(): Promise<readonly Emptied[]> {
  const replicaIn = (key: string, start: string) => {
    const [, salon, userId] = /^(\d+)\.(.+)$/.exec(key.slice(start.length)) ?? [];
    return salon && userId ? [{ userId, salonId: Number(salon) }] : [];
  };
  for (const { userId, salonId } of noteKeys('local', MARK).flatMap((key) => replicaIn(key, MARK))) {
    const gone = goneBeforeOpening(readMark(userId, salonId), await holdsReplica(userId, salonId));
    if (gone) noteLoss(userId, salonId, gone);
  }
  const all = noteKeys('local', EMPTIED).flatMap((key) => replicaIn(key, EMPTIED));
  return all.flatMap(({ userId, salonId }) => {
    const loss = readLoss(userId, salonId);
    const isOpen = loss && loss.readAt === null && !loss.readAtDoor && loss.unsent + loss.undecided > 0;
    return isOpen ? [{ ...loss, userId, salonId }] : [];
  });
}

/** Read at the sign-in: whose it was is told once more when they are in. */
export function dismissAtDoor(losses: readonly Emptied[]): void {
  for (const { userId, salonId } of losses) {
    const loss = readLoss(userId, salonId);
    if (loss) keepLoss(userId, salonId, { ...loss, readAtDoor: true });
  }
}

/** Reads the status of an appointment as other programs name it. */
import type { EventStatus } from '#schemas/constants.ts';

const STATUSES: readonly (readonly [RegExp, EventStatus])[] = [
  [/no.?show|missed|did not (come|attend|show)|неяв|не се яви|не дойде|не е дош/u, 'no-show'],
  [/cancel|declin|rejected|deleted|отмен|отказ|анулир/u, 'cancelled'],
  [/complet|done|finished|checked ?out|attended|fulfilled|paid|arrived|served|приключ|завърш|изпълн|извърш|дошъл|дошла|дойде|яви|платен|готов/u, 'completed'],
  [/book|confirm|accept|approv|schedul|pending|tentative|new|upcoming|not started|active|потвърд|запис|запаз|предсто|очаква|нов|чака|активн/u, 'booked'],
]; // biome-ignore format: a table reads better in rows

/** Returns the status that a text names; null if it names none. */
export function statusOfText(text: string): EventStatus | null {
  const plain = text.toLowerCase().replace(/\s+/gu, ' ').trim();
  if (/^un|^не ?(потв|плат)/u.test(plain)) return 'booked'; // "Unconfirmed" and "Unpaid" are still to come
  return STATUSES.find(([words]) => words.test(plain))?.[1] ?? null;
}

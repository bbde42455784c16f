/**
 * Repeats a booking every few weeks (src/README.md, “Repeat”). Each repeat is an event of its own, at the same minute of the wall
 * clock, on the same weekday, and as long in elapsed minutes as the first.
 */

import { addDays, addMinutes, instantOf, type LocalDate, minutesBetween, zonedParts } from '#domain/time/time.ts';
import { eventStatusOf } from './event-status.ts';

/** The most weeks between two repeats. */
export const MOST_WEEKS = 12;
/** The most repeats of a booking: a year of weeks. */
export const MOST_REPEATS = 52;

/** The interval and the end: a number of repeats (without the first), or a date that still counts. */
export interface Repetition {
  readonly everyWeeks: number;
  readonly end: { readonly count: number } | { readonly until: LocalDate };
}

/** One repeat of a booking. */
export interface Repeat {
  readonly date: LocalDate;
  /** ISO UTC. */
  readonly start_time: string;
  readonly end_time: string;
}

/** Returns what is repeated with a booking beside itself: all legs of its visit that are not cancelled, in the order of `legs`. */
export function repeatedWith<L extends { readonly id: string; readonly status: string | null }>(
  booking: L,
  legs: readonly L[],
): readonly L[] {
  const whole = legs.filter(({ id, status }) => id === booking.id || status !== 'cancelled');
  return whole.some(({ id }) => id === booking.id) ? whole : [booking];
}

/**
 * Returns the repeats after a booking, in order, at most MOST_REPEATS. Those that would begin at `after` or earlier do not count:
 * an old booking is repeated from now on.
 * @param booking ISO UTC
 * @param zone IANA name
 * @param after ISO UTC
 */
export function repeatsOf(
  booking: { readonly start_time: string; readonly end_time: string },
  { everyWeeks, end }: Repetition,
  zone: string,
  after: string,
): Repeat[] {
  const step = Math.floor(everyWeeks) * 7;
  if (!(step > 0)) return [];
  const first = zonedParts(booking.start_time, zone);
  const minutes = minutesBetween(booking.start_time, booking.end_time);
  const most = Math.min(MOST_REPEATS, 'count' in end ? end.count : MOST_REPEATS);
  const repeats: Repeat[] = [];
  for (let date = addDays(first.date, step); repeats.length < most; date = addDays(date, step)) {
    if ('until' in end && date > end.until) break;
    const start_time = instantOf(date, first.minute, zone);
    if (start_time > after) repeats.push({ date, start_time, end_time: addMinutes(start_time, minutes) });
  }
  return repeats;
}

interface InSeries {
  readonly id: string;
  readonly client_id: string | null;
  readonly visit_id: string | null;
  readonly start_time: string;
  readonly status: string | null;
}

/**
 * Returns the rest of a series that begins after a booking's visit, is for the same client, and is still booked; of a visit its
 * legs. A repeat given to somebody else is theirs.
 * @param person resolves a merged client
 */
export function laterRepeats<E extends InSeries>(
  booking: InSeries,
  series: readonly E[],
  person: (clientId: string) => string = (clientId) => clientId,
): readonly E[] {
  const ofVisit = visitKey(booking);
  const whose = ({ client_id }: InSeries) => client_id && person(client_id);
  const own = whose(booking);
  return series.filter(
    (event) =>
      event.start_time > booking.start_time &&
      visitKey(event) !== ofVisit &&
      whose(event) === own &&
      (eventStatusOf(event.status) ?? 'booked') === 'booked',
  );
}

const visitKey = ({ id, visit_id }: Pick<InSeries, 'id' | 'visit_id'>): string => visit_id ?? id;

/** Returns the number of times that somebody comes for these bookings; the legs of a visit count once. */
export const visitsAmong = (events: readonly Pick<InSeries, 'id' | 'visit_id'>[]): number => new Set(events.map(visitKey)).size;

/** Returns the day of the last repeat if the end asks for more than MOST_REPEATS; null if all of them are there. */
export function cutAfter(repeats: readonly Repeat[], { everyWeeks, end }: Repetition): LocalDate | null {
  const last = repeats.at(-1);
  if (!last || repeats.length < MOST_REPEATS || !('until' in end)) return null;
  return addDays(last.date, Math.floor(everyWeeks) * 7) <= end.until ? last.date : null;
}

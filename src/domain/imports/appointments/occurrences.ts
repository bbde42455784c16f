/**
 * Finds the occurrences of a repeated entry (RFC 5545: RRULE, RDATE, EXDATE). ical.js counts the days of the rule on the wall
 * clock; the instants are those of the zone, so that ten o'clock stays ten o'clock when the clocks change.
 */
import ICAL from 'ical.js';
import { instantOf, type LocalDate, MINUTES_OF_DAY, weekdayOf, zonedParts } from '#domain/time/time.ts';
import { timeOfWall, type WallTime, wallTimeOf, type ZoneClock } from './calendar-zones.ts';

/** The most occurrences for which one rule is followed: daily ones of fifty years. */
const MOST_OCCURRENCES = 20_000;

const two = (n: number) => String(n).padStart(2, '0');

const wallOf = (time: ICAL.Time): WallTime => ({
  date: `${time.year}-${two(time.month)}-${two(time.day)}`,
  minute: time.hour * 60 + time.minute,
});

/** A time in the file: its wall time, and the clock of its zone. */
export interface FileTime {
  readonly wall: WallTime;
  readonly clock: ZoneClock;
  /** True for a date without a time. */
  readonly isDate: boolean;
}

/** Reads the times of a property: DTSTART, or the values of EXDATE and RDATE. Times that cannot be read are left out. */
export function fileTimesOf(property: ICAL.Property | null, clocks: (name: string | null) => ZoneClock): FileTime[] {
  if (!property) return [];
  const [, , , ...values] = property.toJSON() as unknown as [string, unknown, string, ...unknown[]];
  const named = property.getParameter('tzid');
  const zone = typeof named === 'string' ? named : null;
  return values.flatMap((value) => {
    // A period of an RDATE begins with its start.
    const text = Array.isArray(value) ? String(value[0]) : String(value);
    const wall = wallTimeOf(text.replace(/Z$/, ''));
    const clock = clocks(text.endsWith('Z') ? 'UTC' : zone);
    return wall ? [{ wall, clock, isDate: !text.includes('T') }] : [];
  });
}

/** Returns the instant of a time, ISO UTC; for a date, its midnight. */
export const instantOfTime = ({ wall, clock }: FileTime): string => clock.instant(wall);

/** Returns the key of an occurrence: its start, ISO UTC, or its date. */
export const occurrenceOf = (time: FileTime): string => (time.isDate ? time.wall.date : instantOfTime(time));

/** Returns UNTIL on the wall clock of the start, because rules count on that clock. */
function wallUntil(until: ICAL.Time, { clock, isDate }: FileTime): ICAL.Time {
  if (until.isDate || isDate) return timeOfWall({ date: wallOf(until).date, minute: MINUTES_OF_DAY - 1 });
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  if (!isUtc || clock.zone === null) return timeOfWall(wallOf(until));
  const { date, minute } = zonedParts(instantOf(wallOf(until).date, wallOf(until).minute, 'UTC'), clock.zone);
  return timeOfWall({ date, minute });
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The frequencies that are followed. A rule by the hour is no booking. */
const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/** The parts of a daily rule that leave days out. */
const LIMITS = ['BYDAY', 'BYMONTHDAY', 'BYMONTH'] as const;

/**
 * Removes the parts that leave days out from a daily rule, and returns a function that tells whether a day stays. ical.js 2.2.1
 * searches for ever for a day that never comes, such as the 30th of February. This can go once it gives up.
 */
function daysLeft(rule: ICAL.Recur): (wall: WallTime) => boolean {
  const [days, monthDays, months] = LIMITS.map((part) => new Set(rule.getComponent(part).map(String)));
  for (const part of LIMITS) delete rule.parts[part];
  const isOf = (set: ReadonlySet<string> | undefined, ...values: readonly (string | number)[]) =>
    !set || set.size === 0 || values.some((value) => set.has(String(value)));
  return ({ date }) => {
    const { year, month, day } = ICAL.Time.fromDateString(date);
    const fromEnd = day - ICAL.Time.daysInMonth(month, year) - 1;
    return isOf(days, WEEKDAYS[weekdayOf(date)] ?? '') && isOf(monthDays, day, fromEnd) && isOf(months, month);
  };
}

/** Yields the wall times of one rule, from its first one up to the day `last`. */
function* ruleTimes(property: ICAL.Property, start: FileTime, last: LocalDate): Generator<WallTime> {
  const rule = (property.getFirstValue() as ICAL.Recur).clone();
  if (!FREQUENCIES.includes(rule.freq)) return;
  if (rule.until) rule.until = wallUntil(rule.until, start);
  const most = rule.count ?? MOST_OCCURRENCES;
  const isLeft = rule.freq === 'DAILY' ? daysLeft(rule) : () => true;
  rule.count = null;
  const iterator = rule.iterator(timeOfWall(start.wall));
  let found = 0;
  for (let n = 0; n < MOST_OCCURRENCES && found < most; n++) {
    const next = iterator.next();
    if (!next) return;
    const wall = wallOf(next);
    if (wall.date > last) return;
    if (!isLeft(wall)) continue;
    found += 1;
    yield wall;
  }
}

/**
 * Returns the starts of an entry's occurrences, each once, in the order of time: those of its rules and its own dates, without
 * the excluded ones, up to the day `last`. An entry that does not repeat has only its start.
 */
export function occurrencesOf(
  component: ICAL.Component,
  start: FileTime,
  clocks: (name: string | null) => ZoneClock,
  last: LocalDate,
): FileTime[] {
  const at = (wall: WallTime): FileTime => ({ ...start, wall });
  const listed = (name: string) => component.getAllProperties(name).flatMap((property) => fileTimesOf(property, clocks));
  const excluded = listed('exdate');
  const isOfDay = (time: FileTime) => time.isDate || start.isDate;
  const instants = new Set(excluded.filter((time) => !isOfDay(time)).map(occurrenceOf));
  const dates = new Set(excluded.filter(isOfDay).map(({ wall }) => wall.date));
  const rules = component.getAllProperties('rrule');
  const found = new Map<string, FileTime>();
  const add = (time: FileTime) => {
    if (!instants.has(occurrenceOf(time)) && !dates.has(time.wall.date)) found.set(occurrenceOf(time), time);
  };
  add(start);
  for (const rule of rules) for (const wall of ruleTimes(rule, start, last)) add(at(wall));
  for (const time of listed('rdate'))
    add(start.isDate ? { ...time, isDate: true } : time.isDate ? at({ ...start.wall, date: time.wall.date }) : time);
  return [...found.values()].sort((a, b) => (occurrenceOf(a) < occurrenceOf(b) ? -1 : 1));
}

/** Returns true if an entry has a rule or dates of its own. */
export const repeats = (component: ICAL.Component): boolean => component.hasProperty('rrule') || component.hasProperty('rdate');

/** Returns the latest date that it is anywhere at that instant (ISO UTC). */
export const lastDateAt = (instant: string): LocalDate => zonedParts(instant, 'Pacific/Kiritimati').date;

/**
 * Instants, local days and minutes of a day in the salon's time zone (document 1 §7, document 3 §3, §9). Instants are ISO
 * UTC text, local days `yyyy-MM-dd`, minutes count on the wall clock from local midnight. Conversions are cheap enough for
 * thousands a frame: a zone's offset is asked of Intl once for each UTC day and kept.
 */

/** A day on the wall calendar, `yyyy-MM-dd`. */
export type LocalDate = string;

/** An instant on the wall clock of a zone. */
export interface ZonedParts {
  readonly date: LocalDate;
  /** Minutes since local midnight on the wall clock, 0 to 1439. */
  readonly minute: number;
  /** 0 to 59. */
  readonly second: number;
}

/** A minute in milliseconds. */
export const MINUTE_MS = 60_000;
/** The minutes of a day without a clock change. */
export const MINUTES_OF_DAY = 1440;
const DAY_MS = 86_400_000;

const dayNumbers = new Map<LocalDate, number>();
/** Each date is read once: a week of fifty employees asks for the same ones some thousand times. */
function dayNumber(date: LocalDate): number {
  const known = dayNumbers.get(date);
  if (known !== undefined) return known;
  const number = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(number)) throw new RangeError(`Not a date: ${date}`);
  dayNumbers.set(date, number);
  return number;
}

const dateTexts = new Map<number, LocalDate>();
function dateText(number: number): LocalDate {
  const known = dateTexts.get(number);
  if (known !== undefined) return known;
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10);
  dateTexts.set(number, text);
  return text;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
}

/** Returns Intl's offset of a zone: milliseconds east of UTC at a whole second. */
function askOffset(ms: number, zone: string): number {
  const at: Record<string, number> = {};
  for (const part of formatter(zone).formatToParts(ms)) at[part.type] = Number(part.value);
  return Date.UTC(at.year ?? 0, (at.month ?? 1) - 1, at.day, at.hour, at.minute, at.second) - ms;
}

/** A UTC day's offset; on a day of change also the instant from which the second one holds. No zone changes twice in a day. */
interface DayOffset {
  readonly before: number;
  readonly after: number;
  readonly from: number;
}

function findDayOffset(number: number, zone: string): DayOffset {
  let low = number * DAY_MS;
  let high = low + DAY_MS;
  const before = askOffset(low, zone);
  const after = askOffset(high, zone);
  if (before === after) return { before, after, from: low };
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
    if (askOffset(middle, zone) === before) low = middle;
    else high = middle;
  }
  return { before, after, from: high };
}

const offsets = new Map<string, Map<number, DayOffset>>();
function offsetAt(ms: number, zone: string): number {
  let days = offsets.get(zone);
  if (!days) {
    days = new Map();
    offsets.set(zone, days);
  }
  const number = Math.floor(ms / DAY_MS);
  let day = days.get(number);
  if (!day) {
    day = findDayOffset(number, zone);
    days.set(number, day);
  }
  return ms < day.from ? day.before : day.after;
}

/** Returns an instant on the zone's wall clock, from epoch milliseconds: for loops that have parsed the instant already. */
export function zonedPartsOfMs(ms: number, zone: string): ZonedParts {
  const wall = ms + offsetAt(ms, zone);
  const number = Math.floor(wall / DAY_MS);
  const inDay = wall - number * DAY_MS;
  return {
    date: dateText(number),
    minute: Math.floor(inDay / MINUTE_MS),
    second: Math.floor((inDay % MINUTE_MS) / 1000),
  };
}

/**
 * Returns an instant on the zone's wall clock.
 * @param iso ISO text with an offset or Z. @param zone IANA name.
 * @throws RangeError when the instant cannot be read or the zone is unknown.
 */
export function zonedParts(iso: string, zone: string): ZonedParts {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new RangeError(`Not an instant: ${iso}`);
  return zonedPartsOfMs(ms, zone);
}

/**
 * The instant (ISO UTC, milliseconds) at which the zone's wall clock shows that minute of that day. `minute` may be negative
 * or beyond 1440: it then counts on along the wall clock. A time that the clock skips in spring moves forward by the gap; of a
 * time that it shows twice in autumn the first is meant.
 * @throws RangeError when the date cannot be read or the zone is unknown.
 */
export function instantOf(date: LocalDate, minute: number, zone: string): string {
  const wall = dayNumber(date) * DAY_MS + minute * MINUTE_MS;
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const early = wall - Math.max(before, after);
  const late = wall - Math.min(before, after);
  return new Date(offsetAt(early, zone) === wall - early ? early : late).toISOString();
}

/** The instants between which the local day lies: `from` belongs to it, `to` is the next day's. 23, 24 or 25 hours apart. */
export function dayBounds(date: LocalDate, zone: string): { from: string; to: string } {
  return { from: instantOf(date, 0, zone), to: instantOf(addDays(date, 1), 0, zone) };
}

/**
 * Returns the instant that lies this many elapsed minutes later (or earlier), whatever the wall clock does meanwhile. ISO UTC.
 */
export function addMinutes(iso: string, minutes: number): string {
  return new Date(Date.parse(iso) + minutes * MINUTE_MS).toISOString();
}

/** Returns the elapsed minutes from one instant to another; a booking's duration is counted so. */
export function minutesBetween(fromIso: string, toIso: string): number {
  return Math.round((Date.parse(toIso) - Date.parse(fromIso)) / MINUTE_MS);
}

/** Returns the date this many calendar days later (or earlier). */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateText(dayNumber(date) + days);
}

/** Returns the number of calendar days from one date to another. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** Returns the weekday of a date: 0 is Sunday, 6 is Saturday (document 2 §3, §9). */
export function weekdayOf(date: LocalDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

/** The Monday of the date's week: the week starts on Monday (document 2 §9, document 3 §9). */
export function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

/** The seven dates of the date's week, Monday first. */
export function weekDates(date: LocalDate): LocalDate[] {
  const monday = mondayOf(date);
  return [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(monday, n));
}

/** True if the text is a day that exists, in the form `yyyy-MM-dd`, from 1900 to 2199: its neighbours exist as well. */
export function isLocalDate(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The date in the zone at an instant (ISO UTC, or epoch milliseconds). */
export function todayIn(zone: string, now: string | number): LocalDate {
  return typeof now === 'number' ? zonedPartsOfMs(now, zone).date : zonedParts(now, zone).date;
}

const two = (n: number) => (n < 10 ? `0${n}` : `${n}`);

/** Returns the minute of the day of a stored `HH:mm`; NaN if it is none. */
export function minuteOfClock(text: string): number {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : Number.NaN;
}

/** Returns the stored form of a minute of the day, `HH:mm`; minutes beyond a day count on into the next. */
export function clockOfMinute(minute: number): string {
  const inDay = ((minute % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

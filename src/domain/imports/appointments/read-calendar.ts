/**
 * Reads a calendar file (iCalendar, RFC 5545) as Google, Outlook, Apple and the booking programs write it. Each occurrence of a
 * repeated event becomes an entry of its own. ical.js parses the file; client, phone and service are read from the texts of an
 * entry.
 */
import ICAL from 'ical.js';
import { readAmount } from '#domain/imports/import-cells.ts';
import { mapped, type Steps } from '#domain/imports/steps.ts';
import { isE164, normalizePhone } from '#domain/people/phones.ts';
import { addDays, addMinutes, instantOf, MINUTE_MS, MINUTES_OF_DAY, zonedParts } from '#domain/time/time.ts';
import { cleanText } from '#schemas/clean-text.ts';
import {
  type AppointmentEntry,
  type EntryClient,
  type FaultyEntry,
  outside,
  type ReadAppointments,
  type ReadSpan,
  type WholeSeries,
} from './appointment-entry.ts';
import { appointmentKey } from './appointment-ids.ts';
import { partsOf } from './calendar-parts.ts';
import { ianaZoneOf, type ZoneClock, zoneClocks } from './calendar-zones.ts';
import { employeeNamed } from './entry-people.ts';
import { describedBy, emailIn, phoneIn, plainLines } from './entry-words.ts';
import { type FileTime, fileTimesOf, instantOfTime, lastDateAt, occurrenceOf, occurrencesOf, repeats } from './occurrences.ts';
import { statusOfText } from './status-words.ts';

type Clocks = (name: string | null) => ZoneClock;

/** One VEVENT of the file. */
interface FileEvent {
  /** From 1. */
  readonly row: number;
  readonly component: ICAL.Component;
  readonly uid: string;
  readonly start: FileTime;
  /** Elapsed milliseconds; 0 if the file does not say how long it lasts. For whole days, their number. */
  readonly length: number;
  /** The key of the occurrence that this event changes; null for any other event. */
  readonly recurrence: string | null;
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name);
  return value === null ? '' : cleanText(String(value)).trim();
};

const DAY_SECONDS = 86_400;

/** Returns the end of an event that says its duration: days count on the wall clock, hours elapse (RFC 5545). */
function endByDuration(start: FileTime, duration: ICAL.Duration): string {
  const seconds = duration.toSeconds();
  const days = Math.trunc(seconds / DAY_SECONDS);
  const wall = { date: addDays(start.wall.date, days), minute: start.wall.minute };
  return addMinutes(start.clock.instant(wall), (seconds - days * DAY_SECONDS) / 60);
}

/** Returns the length of an event; 0 if the file gives no end, or one that is not after the start. */
function lengthOf(component: ICAL.Component, start: FileTime, clocks: Clocks): number {
  const [end] = fileTimesOf(component.getFirstProperty('dtend'), clocks);
  const duration = component.getFirstPropertyValue('duration');
  if (start.isDate) {
    const days = end
      ? dayCount(start, end)
      : duration instanceof ICAL.Duration
        ? Math.round(duration.toSeconds() / DAY_SECONDS)
        : 1;
    return Math.max(1, days);
  }
  const endsAt = end ? instantOfTime(end) : duration instanceof ICAL.Duration ? endByDuration(start, duration) : null;
  return endsAt === null ? 0 : Math.max(0, Date.parse(endsAt) - Date.parse(instantOfTime(start)));
}

const dayCount = (start: FileTime, end: FileTime): number =>
  Math.round(
    (Date.parse(`${end.wall.date}T00:00:00Z`) - Date.parse(`${start.wall.date}T00:00:00Z`)) / (MINUTES_OF_DAY * MINUTE_MS),
  );

/** Returns an event; null if it has no start that can be read. */
function eventOf(component: ICAL.Component, row: number, clocks: Clocks): FileEvent | null {
  const [start] = fileTimesOf(component.getFirstProperty('dtstart'), clocks);
  if (!start) return null;
  const [recurrence] = fileTimesOf(component.getFirstProperty('recurrence-id'), clocks);
  // An event without a UID gets one made of its start and its summary.
  const uid = textOf(component, 'uid') || `${occurrenceOf(start)} ${textOf(component, 'summary')}`;
  return {
    row,
    component,
    uid,
    start,
    length: lengthOf(component, start, clocks),
    recurrence: recurrence ? occurrenceOf(recurrence) : null,
  };
}

/** Returns the version of an event as a text that sorts by age. Of two events with one UID the newest counts. */
function versionOf(component: ICAL.Component): string {
  const sequence = Number(component.getFirstPropertyValue('sequence') ?? 0);
  const changed = component.getFirstPropertyValue('last-modified') ?? component.getFirstPropertyValue('dtstamp');
  return `${String(Number.isFinite(sequence) ? sequence : 0).padStart(9, '0')} ${String(changed ?? '')}`;
}

/** Matches the words that Outlook writes before the summary of a cancelled event. */
const CANCELLED = /^\s*(?:cancel?led|отмен[еа]н[аои]?|отказан[аои]?)\s*:\s*/iu;

const isCancelled = (component: ICAL.Component): boolean =>
  textOf(component, 'status').toUpperCase() === 'CANCELLED' || CANCELLED.test(textOf(component, 'summary'));

const nameOfAttendee = (property: ICAL.Property): string => {
  const name = property.getParameter('cn');
  return typeof name === 'string' ? cleanText(name).trim() : '';
};
const mailOf = (property: ICAL.Property): string | null =>
  emailIn(String(property.getFirstValue() ?? '').replace(/^mailto:/i, ''));

/**
 * Returns the guest of an entry: the only attendee who is no room, does not own the calendar and did not call the meeting. If
 * there are several, those who are named like the calendar do not count, because an employee invites clients into a calendar of
 * their own.
 */
function guestOf(component: ICAL.Component, calendarName: string): EntryClient | null {
  const organizer = component.getFirstProperty('organizer');
  const owners = [organizer ? mailOf(organizer) : null, emailIn(calendarName)].map((mail) => mail?.toLowerCase());
  const invited = component
    .getAllProperties('attendee')
    .filter((property) => !['ROOM', 'RESOURCE', 'GROUP'].includes(String(property.getParameter('cutype') ?? '').toUpperCase()))
    .map((property) => ({ name: nameOfAttendee(property), email: mailOf(property) }))
    .filter(({ email }) => !owners.includes(email?.toLowerCase() ?? ''));
  const isOwner = ({ name }: { readonly name: string }) => employeeNamed(calendarName, [{ id: '', name }]) !== null;
  const guests = invited.length > 1 ? invited.filter((one) => !isOwner(one)) : invited;
  const [guest] = guests;
  if (!guest || guests.length > 1) return null;
  return { name: guest.name.includes('@') ? '' : guest.name, phone: null, email: guest.email };
}

/** The part of an entry that comes from its texts. It is the same for all occurrences of one event. */
type SaidEntry = Pick<
  AppointmentEntry,
  'employee' | 'client' | 'service' | 'namesService' | 'title' | 'notes' | 'status' | 'price' | 'isFree' | 'isCancelled'
>;

function saidBy(component: ICAL.Component, calendarName: string, isCancel: boolean): SaidEntry {
  const title = textOf(component, 'summary').replace(CANCELLED, '').replace(/\s+/gu, ' ');
  const lines = plainLines(textOf(component, 'description'));
  const { labels, others } = describedBy(lines);
  const guest = guestOf(component, calendarName);
  const [written] = [labels.phone, title, ...others].flatMap((text) => (text ? (phoneIn(text) ?? []) : []));
  const asWritten = labels.phone ? normalizePhone(labels.phone) : null;
  const name = labels.client ?? guest?.name ?? '';
  const phone = written?.phone ?? asWritten;
  const said = (labels.email ? emailIn(labels.email) : null) ?? guest?.email ?? null;
  // An address alone may be anybody's, such as the salon's own below a text.
  const client: EntryClient = { name, phone, email: said ?? (name || phone ? emailIn([title, ...others].join(' ')) : null) };
  const place = textOf(component, 'location').replace(/\s+/gu, ' ');
  const status = labels.status ? statusOfText(labels.status) : null;
  const amount = labels.price ? readAmount(labels.price) : null;
  const kept = [
    ...others,
    ...(place === '' ? [] : [place]),
    ...(labels.price && !amount ? [labels.price] : []),
    ...(labels.status && !status ? [labels.status] : []),
    ...(asWritten && !isE164(asWritten) && written ? [asWritten] : []),
  ];
  return {
    employee: labels.employee ?? calendarName,
    client: client.name || client.phone || client.email ? client : null,
    service: labels.service ?? title,
    namesService: labels.service !== undefined,
    title,
    notes: kept.join('\n'),
    status: status === 'cancelled' ? null : status,
    price: amount ? { amount: amount.amount, currency: amount.currency } : null,
    isFree: isFree(component),
    isCancelled: isCancel || isCancelled(component) || status === 'cancelled',
  };
}

const isFree = (component: ICAL.Component): boolean =>
  textOf(component, 'transp').toUpperCase() === 'TRANSPARENT' ||
  textOf(component, 'x-microsoft-cdo-busystatus').toUpperCase() === 'FREE';

/** The times of an entry, or the reason why it has none. */
type EntryTimes = Pick<AppointmentEntry, 'start' | 'end' | 'allDay'> | 'too_long';

/**
 * Returns the times of an event that begins so. Whole days that a program writes from midnight to midnight count as whole days.
 * Anything else that is longer than a day is no booking.
 */
function entryTimes({ start, length }: Pick<FileEvent, 'start' | 'length'>, zone: string): EntryTimes {
  if (start.isDate) {
    const to = addDays(start.wall.date, length - 1);
    return {
      allDay: { from: start.wall.date, to },
      start: instantOf(start.wall.date, 0, zone),
      end: instantOf(addDays(to, 1), 0, zone),
    };
  }
  const begins = instantOfTime(start);
  const ends = new Date(Date.parse(begins) + length).toISOString();
  const [first, last] = [zonedParts(begins, zone), zonedParts(ends, zone)];
  if (first.minute === 0 && last.minute === 0 && first.date < last.date)
    return { allDay: { from: first.date, to: addDays(last.date, -1) }, start: begins, end: ends };
  return length > MINUTES_OF_DAY * MINUTE_MS ? 'too_long' : { start: begins, end: ends, allDay: null };
}

/** Returns the newest version of each event, and of each occurrence that was changed. */
function newestOf(events: readonly FileEvent[]): FileEvent[] {
  const newest = new Map<string, FileEvent>();
  for (const event of events) {
    const key = appointmentKey(event.uid, event.recurrence ?? '');
    const other = newest.get(key);
    if (!other || versionOf(other.component) < versionOf(event.component)) newest.set(key, event);
  }
  return [...newest.values()];
}

/**
 * Reads the entries of a calendar file that touch a span. Cancelled ones are among them, so that appointments that were imported
 * before can be removed. A part that cannot be read becomes a fault; nothing is thrown.
 * @param span ISO UTC; `zone` (IANA name) is that of times without one, unless the file names its own
 * @param calendarName the name of a calendar that has none in the file, such as the file's own name
 */
export function* calendarSteps(text: string, span: ReadSpan, calendarName = ''): Steps<ReadAppointments> {
  const parts = yield* partsOf(text);
  const floating = parts.zone === null ? null : ianaZoneOf(parts.zone);
  const clocks = zoneClocks(parts.zones, floating ?? span.zone);
  const name = cleanText(parts.name || calendarName).trim();
  const faults: FaultyEntry[] = [];
  const all = yield* mapped(parts.events, ({ component, text: summary }, at): FileEvent[] => {
    const event = component && eventOf(component, at + 1, clocks);
    if (!event) faults.push({ row: at + 1, text: summary, fault: 'no_time' });
    return event ? [event] : [];
  });
  const events = newestOf(all);
  const changed = new Map<string, Set<string>>();
  for (const { uid, recurrence } of events)
    if (recurrence !== null) changed.set(uid, (changed.get(uid) ?? new Set()).add(recurrence));
  const series = new Map<string, WholeSeries & { readonly elsewhere: string[] }>();
  const entries: AppointmentEntry[] = [];
  const last = lastDateAt(span.until);
  for (const event of events) {
    yield;
    const { row, component, uid, recurrence } = event;
    const said = saidBy(component, name, parts.isCancel);
    const whole = series.get(uid) ?? { key: appointmentKey(uid), from: span.from, until: span.until, elsewhere: [] };
    series.set(uid, whole);
    const isSeries = recurrence === null && repeats(component);
    const own = changed.get(uid);
    const starts = isSeries ? occurrences(event, clocks, last).filter((time) => !own?.has(occurrenceOf(time))) : [event.start];
    for (const start of starts) {
      const key = appointmentKey(uid, recurrence ?? (isSeries ? occurrenceOf(start) : ''));
      const times = entryTimes({ start, length: event.length }, span.zone);
      const fault = times === 'too_long' ? times : outside(times, span);
      if (times !== 'too_long' && fault === null) {
        entries.push({ key, row, ...times, ...said });
        continue;
      }
      // The occurrences of a repeated event outside the span are no faults.
      if (fault !== null && (!isSeries || fault === 'too_long')) {
        whole.elsewhere.push(key);
        faults.push({ row, text: said.title, fault });
        if (isSeries) break;
      }
    }
  }
  entries.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.key < b.key ? -1 : 1));
  return { entries, faults: faults.sort((a, b) => a.row - b.row), series: [...series.values()] };
}

/** A rule that ical.js refuses leaves the first occurrence. */
function occurrences(event: FileEvent, clocks: Clocks, last: string): FileTime[] {
  try {
    return occurrencesOf(event.component, event.start, clocks, last);
  } catch {
    return [event.start];
  }
}

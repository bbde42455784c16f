/** Reads a table of appointments, as Acuity, Square, Fresha, Google and people write it, into entries. */

import { readAmount, readMinutes, readYesNo } from '#domain/imports/import-cells.ts';
import { type ColumnMapping, cellOf, cellsOf, firstRowOf } from '#domain/imports/import-columns.ts';
import { mapped, type Steps } from '#domain/imports/steps.ts';
import { isE164, normalizePhone } from '#domain/people/phones.ts';
import { addDays, addMinutes, instantOf, type LocalDate, MINUTES_OF_DAY, minutesBetween } from '#domain/time/time.ts';
import type { AppointmentField } from './appointment-columns.ts';
import {
  type AppointmentEntry,
  type EntryClient,
  type FaultyEntry,
  outside,
  type ReadAppointments,
  type ReadSpan,
} from './appointment-entry.ts';
import { appointmentKey } from './appointment-ids.ts';
import { type DateTimeCell, datesBeginWithMonth, readDateTime } from './date-time-cells.ts';
import { emailIn, isNobody, phoneIn, plainLines } from './entry-words.ts';
import { statusOfText } from './status-words.ts';

/** The span and the order of dates with which rows are read. */
export interface AppointmentReading extends ReadSpan {
  /** True if dates in digits begin with the month unless something else decides. */
  readonly monthFirst: boolean;
}

type Cells = (field: AppointmentField) => string;

interface Moment {
  readonly date: LocalDate;
  readonly minute: number | null;
  readonly offset: number | null;
  /** The minute at which a span in the same cell ends. */
  readonly until: number | null;
}

/** Joins the date and the time of two columns. A cell that holds both counts alone. */
function momentOf(whole: DateTimeCell | null, date: DateTimeCell | null, time: DateTimeCell | null): Moment | null {
  const day = whole?.date ?? date?.date ?? time?.date ?? null;
  if (day === null) return null;
  const clock = [whole, time, date].find((cell) => cell?.minute != null) ?? null;
  return { date: day, minute: clock?.minute ?? null, offset: clock?.offset ?? null, until: clock?.until ?? null };
}

const instantOfMoment = ({ date, minute, offset }: Moment, zone: string): string =>
  offset === null ? instantOf(date, minute ?? 0, zone) : addMinutes(instantOf(date, minute ?? 0, 'UTC'), -offset);

type EntryTimes = Pick<AppointmentEntry, 'start' | 'end' | 'allDay'>;

/**
 * Returns the times of a row, or a fault if it has no start or lasts longer than a day. A row without an end ends where it
 * begins.
 */
function timesOf(of: Cells, { zone }: ReadSpan, monthFirst: boolean): EntryTimes | 'no_time' | 'too_long' {
  const read = (field: AppointmentField) => {
    const text = of(field);
    return text === '' ? null : readDateTime(text, monthFirst);
  };
  const start = momentOf(read('start'), read('date'), read('start_time'));
  if (!start) return 'no_time';
  const endTime = read('end_time');
  const end = momentOf(read('end'), read('end_date') ?? { date: start.date, minute: null, until: null, offset: null }, endTime);
  const saysEnd = end !== null && (end.minute !== null || of('end') !== '' || of('end_date') !== '');
  const isAllDay =
    readYesNo(of('all_day')) === true || (start.minute === null && of('start_time') === '' && of('duration') === '');
  if (isAllDay) {
    // Google and Outlook end a whole day at the next midnight.
    const last = saysEnd && end.minute === 0 && end.date > start.date ? addDays(end.date, -1) : (end?.date ?? start.date);
    const [, to = start.date] = [start.date, last].sort();
    return { allDay: { from: start.date, to }, start: instantOf(start.date, 0, zone), end: instantOf(addDays(to, 1), 0, zone) };
  }
  if (start.minute === null) return 'no_time';
  const begins = instantOfMoment(start, zone);
  const minutes = of('duration') === '' ? null : readMinutes(of('duration'));
  const ends = ((): string => {
    if (end !== null && end.minute !== null) {
      const at = instantOfMoment({ ...end, offset: end.offset ?? start.offset }, zone);
      // An end before the start that has no date of its own lies after midnight.
      return at <= begins && of('end_date') === '' && read('end')?.date == null
        ? instantOfMoment({ ...end, date: addDays(end.date, 1), offset: end.offset ?? start.offset }, zone)
        : at;
    }
    if (start.until !== null)
      return instantOfMoment({ ...start, minute: start.until + (start.until <= (start.minute ?? 0) ? MINUTES_OF_DAY : 0) }, zone);
    return minutes !== null && minutes > 0 ? addMinutes(begins, minutes) : begins;
  })();
  if (minutesBetween(begins, ends) > MINUTES_OF_DAY) return 'too_long';
  const [, later = begins] = [begins, ends].sort();
  return { allDay: null, start: begins, end: later };
}

/** Returns the client of a row; null if no column names one. */
function clientOf(of: Cells): EntryClient | null {
  const joined = [of('first_name'), of('last_name')].filter((part) => part !== '').join(' ');
  const whole = of('client');
  const name = joined || whole;
  const cell = of('phone');
  const found = phoneIn(cell) ?? (cell === '' ? phoneIn(whole) : null);
  const plain = cell === '' ? null : normalizePhone(cell);
  const phone = found?.phone ?? (plain !== null && /\d{3}/.test(plain) ? plain : null);
  const email = emailIn(of('email')) ?? emailIn(whole);
  const without = [found?.written ?? '', email ?? ''].reduce(
    (text, part) => (part === '' ? text : text.replace(part, ' ')),
    name,
  );
  const own = without
    .replace(/[\s,;:()<>|·–—-]+$/u, '')
    .replace(/^[\s,;:()<>|·–—-]+/u, '')
    .replace(/\s+/gu, ' ');
  const client: EntryClient = { name: isNobody(own) ? '' : own, phone, email };
  return client.name || client.phone || client.email ? client : null;
}

/** Returns true for a yes, and for the date of a cancellation. */
const saysCancelled = (cell: string, monthFirst: boolean): boolean =>
  cell !== '' && (readYesNo(cell) === true || readDateTime(cell, monthFirst)?.date != null || statusOfText(cell) === 'cancelled');

const plainKey = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * Returns the entries with keys that differ, because an appointment of several services stands in several rows with one number.
 * Entries with the same key are numbered by time and service, whatever the order of the rows.
 */
function keyed(entries: readonly AppointmentEntry[]): AppointmentEntry[] {
  const same = new Map<string, AppointmentEntry[]>();
  for (const entry of entries) same.set(entry.key, [...(same.get(entry.key) ?? []), entry]);
  const order = (entry: AppointmentEntry) =>
    [entry.start, plainKey(entry.service), entry.end, plainKey(entry.employee), plainKey(entry.title)].join('\n');
  return entries.map((entry) => {
    const group = same.get(entry.key) ?? [];
    if (group.length < 2) return entry;
    const sorted = [...group].sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : a.row - b.row));
    const at = sorted.indexOf(entry);
    return at === 0 ? entry : { ...entry, key: appointmentKey(entry.key, String(at + 1)) };
  });
}

/**
 * Reads the rows below the head that touch the span; blank ones are left out.
 * @param reading the salon's zone (IANA name), in which times are meant, and the span in ISO UTC
 */
export function* appointmentRowSteps(
  rows: readonly (readonly string[])[],
  columns: ColumnMapping<AppointmentField>,
  reading: AppointmentReading,
): Steps<ReadAppointments> {
  const first = firstRowOf(columns);
  const below = rows.slice(first);
  const dates: readonly AppointmentField[] = ['start', 'date', 'end', 'end_date', 'start_time'];
  const monthFirst = datesBeginWithMonth(
    below.flatMap((cells) => dates.flatMap((field) => cellsOf(cells, columns, field).map(({ text }) => text))),
    reading.monthFirst,
  );
  const faults: FaultyEntry[] = [];
  const entries = yield* mapped(below, (cells, at): AppointmentEntry[] => {
    if (cells.every((cell) => cell === '')) return [];
    const row = first + at + 1;
    const of: Cells = (field) => cellOf(cells, columns, field);
    const times = timesOf(of, reading, monthFirst);
    const fault = typeof times === 'string' ? times : outside(times, reading);
    if (typeof times === 'string' || fault !== null) {
      faults.push({ row, text: cells.filter((cell) => cell !== '').join(' · '), fault: fault ?? 'no_time' });
      return [];
    }
    return [entryOf({ cells, row, of, times, columns, monthFirst })];
  });
  return { entries: keyed(entries), faults, series: [] };
}

interface RowOfTimes {
  readonly cells: readonly string[];
  readonly row: number;
  readonly of: Cells;
  readonly times: EntryTimes;
  readonly columns: ColumnMapping<AppointmentField>;
  readonly monthFirst: boolean;
}

function entryOf({ cells, row, of, times, columns, monthFirst }: RowOfTimes): AppointmentEntry {
  const all = (field: AppointmentField) => cellsOf(cells, columns, field).map(({ text }) => text);
  const notes = all('notes').flatMap(plainLines);
  const title = (of('title') || of('service')).replace(/\s+/gu, ' ');
  const client = clientOf(of) ?? clientOfTexts([title, ...notes]);
  const statusText = of('status');
  const status = statusText === '' ? null : statusOfText(statusText);
  const amount = of('price') === '' ? null : readAmount(of('price'));
  const phone = of('phone');
  // A word beside the phone says whose it is. A cell that holds no phone is kept as written.
  const isKept = client?.phone ? isE164(client.phone) && /\p{L}{2}|[,;]/u.test(phone) : !isNobody(phone) && phone !== '0';
  const beside = isKept ? [phone] : [];
  const number = of('number');
  const named = [of('client'), of('first_name'), of('last_name')].filter((cell) => cell !== '').join(' ') || of('title');
  const own = number === '' ? `${times.start}|${plainKey(of('employee'))}|${plainKey(named)}` : `#${number.replace(/^#/, '')}`;
  return {
    key: appointmentKey(own),
    row,
    ...times,
    isFree: false,
    employee: of('employee'),
    client,
    service: of('service') || title,
    namesService: of('service') !== '',
    title,
    notes: [
      ...notes,
      ...all('service').slice(1),
      ...beside,
      ...(statusText !== '' && status === null ? [statusText] : []),
      ...(of('price') !== '' && amount === null ? [of('price')] : []),
    ].join('\n'),
    status: status === 'cancelled' ? null : status,
    price: amount && { amount: amount.amount, currency: amount.currency },
    isCancelled: status === 'cancelled' || saysCancelled(of('cancelled'), monthFirst),
  };
}

/** Returns the client of a phone in the title or the notes, for a row without any other client. */
function clientOfTexts(texts: readonly string[]): EntryClient | null {
  const [found] = texts.flatMap((text) => phoneIn(text) ?? []);
  return found ? { name: '', phone: found.phone, email: null } : null;
}

/** Reads the files of `tests/import-cases` that hold appointments, and writes an entry as one line. */
import { readFileSync } from 'node:fs';
import { readTable } from '#domain/imports/read-table.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { guessAppointmentColumns } from './appointment-columns.ts';
import type { AppointmentEntry, ReadAppointments } from './appointment-entry.ts';
import { readAppointmentRows, readCalendar } from './at-once.test-support.ts';

export const ZONE = 'Europe/Sofia';
/** Twelve months from the 27th of November 2026 on. */
export const SPAN = { from: '2026-11-26T22:00:00.000Z', until: '2027-11-26T22:00:00.000Z', zone: ZONE };

export const caseText = (name: string) => readFileSync(`tests/import-cases/${name}`, 'utf8');

export const calendarCase = (name: string): ReadAppointments => readCalendar(caseText(name), SPAN);

/** Reads a table from its text: the guessed columns, and its entries. */
export function readText(text: string, monthFirst = false) {
  const rows = readTable(text);
  const columns = guessAppointmentColumns(rows);
  return { rows, columns, ...readAppointmentRows(rows, columns, { ...SPAN, monthFirst }) };
}
export const tableCase = (name: string) => readText(caseText(name));

/** Returns an iCalendar text around these lines of one or more events. */
export const calendarText = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
/** Returns the lines of one event. */
export const eventLines = (uid: string, ...lines: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  ...lines,
  'END:VEVENT',
];

const clock = (iso: string) => {
  const { date, minute } = zonedParts(iso, ZONE);
  return `${date} ${formatTime(minute)}`;
};

/**
 * Returns an entry as `2026-12-01 10:00–11:00 | employee | client phone e-mail | service | notes / another line | status price`.
 */
export function line({
  start,
  end,
  allDay,
  employee,
  client,
  service,
  notes,
  status,
  price,
  isFree,
  isCancelled,
}: AppointmentEntry): string {
  const when = allDay
    ? `${allDay.from}…${allDay.to}`
    : `${clock(start)}–${clock(end).replace(`${clock(start).slice(0, 10)} `, '')}`;
  const who = [client?.name, client?.phone, client?.email].filter(Boolean).join(' ');
  const cost = price ? `${price.amount}${price.currency ? ` ${price.currency}` : ''}` : '';
  const more = [status, cost, isFree ? 'free' : '', isCancelled ? 'cancelled' : ''].filter(Boolean).join(' ');
  return [when, employee, who, service, notes.replaceAll('\n', ' / '), more].join(' | ');
}
export const lines = ({ entries }: Pick<ReadAppointments, 'entries'>): string[] => entries.map(line);

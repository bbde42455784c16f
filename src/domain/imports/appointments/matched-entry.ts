/** Matches an entry with the salon: its kind, its employee, and the booking that it makes. */
import { fittingTimes } from '#domain/booking/busy-spans.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { termsWith } from '#domain/booking/service-offers.ts';
import { addMinutes, dayBounds, MINUTES_OF_DAY, minutesBetween } from '#domain/time/time.ts';
import type { AppointmentEntry, EntryClient } from './appointment-entry.ts';
import { calendarMark, marksOf } from './decision-marks.ts';
import { isWholeName } from './entry-people.ts';
import { type FoundService, wordsOfText } from './entry-services.ts';
import { phoneIn } from './entry-words.ts';
import type { AllDayUse, AppointmentValues, CalendarUse, PlannedClient, SaidMarks, SalonNow } from './planned-appointment.ts';
import { clientInTitle, isPrivate, textBeside } from './titled-client.ts';

/** The longest texts of the columns of `events`. */
const [LONGEST_TITLE, LONGEST_NOTES] = [300, 5000];
/** The minutes of a booking if neither the file nor a service gives its length. */
const USUAL_MINUTES = 60;

/** An entry with its service and its client. */
export interface ReadEntry {
  readonly entry: AppointmentEntry;
  readonly service: FoundService | null;
  /** Null if it has none and its summary names nobody. */
  readonly client: EntryClient | null;
  /** See `PlannedAppointment.wording`. */
  readonly wording: string | null;
}

/** Returns the phone and the e-mail as they are written in the summary. */
const writtenIn = ({ title, client }: AppointmentEntry): string[] => [phoneIn(title)?.written ?? '', client?.email ?? ''];

/** Returns the client of an entry: as the file says, else out of its summary. */
function clientOf(entry: AppointmentEntry, service: FoundService | null, isKnown: (name: string) => boolean): EntryClient | null {
  const said = entry.client;
  if (said?.name) return said;
  const name = clientInTitle(
    { title: entry.title, written: writtenIn(entry), service: service?.words ?? [] },
    { hasPhone: said?.phone != null, isKnown },
  );
  if (name === '' && !said?.phone && !said?.email) return null;
  return { name, phone: said?.phone ?? null, email: said?.email ?? null };
}

/** Returns the text that may mean a service; null for whole days, and for what speaks of a person's own time. */
function wordingOf(entry: AppointmentEntry, client: EntryClient | null): string | null {
  if (entry.allDay || isPrivate(entry.namesService ? entry.service : entry.title)) return null;
  if (entry.namesService) return entry.service;
  return textBeside({ title: entry.title, written: writtenIn(entry) }, client?.name ?? '') || null;
}

/**
 * Reads the client and the service of an entry.
 * @param found the service that its texts name
 * @param chosen what finds the one that a person has chosen for a text
 * @param isKnown true of a name that one client alone has
 */
export function readEntry(
  entry: AppointmentEntry,
  found: FoundService | null,
  chosen: (text: string) => FoundService | null,
  isKnown: (name: string) => boolean,
): ReadEntry {
  const client = clientOf(entry, found, isKnown);
  const wording = found ? null : wordingOf(entry, client);
  return { entry, service: found ?? (wording === null ? null : chosen(wording)), client, wording };
}

/**
 * Returns true for blocked time, and false for an appointment. An entry is blocked time if it has no service, no client and no
 * phone, or if it speaks of lunch or of the dentist and has neither a service nor a phone.
 */
export function isBlockedTime({ entry, service, client }: ReadEntry, use: CalendarUse): boolean {
  if (use === 'blocking') return true;
  if (use === 'appointments' || service || client?.phone || client?.email) return false;
  if (entry.namesService) return isPrivate(entry.service);
  return client === null || (isPrivate(entry.title) && entry.client === null);
}

/** Words of whole days on which somebody is away. */
const AWAY =
  /(?<!\p{L})(отпуск|почивк|почива|болнич|болна|болен|свободен ден|неработ|vacation|holiday|day off|days off|time off|annual leave|sick|leave|away|pto|ooo|out of office)/iu;

/** Returns the use of an entry of whole days. */
export function allDayKind({ title, isFree }: AppointmentEntry, use: AllDayUse): 'time_off' | 'blocking' | 'left_out' {
  if (use !== 'guess') return use;
  if (AWAY.test(title)) return 'time_off';
  return isFree ? 'left_out' : 'blocking';
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`);

/** Joins the lines of notes. A line that comes twice stands once. */
const joined = (lines: readonly string[]): string | null => {
  const text = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))].join('\n');
  return text === '' ? null : cut(text, LONGEST_NOTES);
};

/** True if a text says more than the service, the client and their phone. */
function saysMore({ entry, service, client }: ReadEntry, text: string): boolean {
  const known = [...(service?.words ?? []), ...wordsOfText(client?.name ?? ''), ...writtenIn(entry).flatMap(wordsOfText)];
  const said = wordsOfText(text).filter((word) => !known.includes(word));
  return said.some((word) => word.length > 2 || /\d/.test(word));
}

/** Returns true if the client has another name than the entry says: somebody shares the phone. */
function isAnotherName(name: string, planned: PlannedClient | null): boolean {
  const own = wordsOfText(planned?.name ?? '');
  return planned !== null && isWholeName(name) && !wordsOfText(name).every((word) => own.includes(word)) && planned.by !== 'name';
}

/**
 * Returns the values of blocked time.
 * @param span ISO UTC
 */
export const blockingValues = (
  entry: AppointmentEntry,
  resourceId: string,
  span: { readonly start: string; readonly end: string },
): AppointmentValues => ({
  resource_id: resourceId,
  start_time: span.start,
  end_time: minutesBetween(span.start, span.end) > 0 ? span.end : addMinutes(span.start, USUAL_MINUTES),
  client_id: null,
  notes: joined([...(entry.title.length > LONGEST_TITLE ? [entry.title] : []), ...entry.notes.split('\n')]),
  service_id: null,
  title: cut(entry.title, LONGEST_TITLE) || null,
  type: 'blocking',
  price: null,
  currency: null,
  status: null,
  processing_after: 0,
  processing_minutes: 0,
  buffer_after: 0,
});

/** Returns the start and the end of one whole day. It is at most 24 hours long: in autumn the last hour is left out. */
export function wholeDay(date: string, zone: string): { readonly start: string; readonly end: string } {
  const { from, to } = dayBounds(date, zone);
  return { start: from, end: minutesBetween(from, to) > MINUTES_OF_DAY ? addMinutes(from, MINUTES_OF_DAY) : to };
}

/** Returns the values of an appointment. A text that has no field of its own is kept in the notes. */
export function appointmentValues(
  read: ReadEntry,
  resourceId: string,
  planned: PlannedClient | null,
  salon: SalonNow,
): AppointmentValues {
  const { entry, service: found, client } = read;
  const service = found?.service ?? null;
  const terms = service ? termsWith(service, resourceId) : null;
  const said = minutesBetween(entry.start, entry.end);
  const minutes = said > 0 ? said : (terms?.minutes ?? USUAL_MINUTES);
  const price = entry.price ?? (terms && { amount: terms.price, currency: terms.currency });
  const isLost = client !== null && (planned === null || (planned.isNew && planned.phone !== client.phone));
  const isAnother = isAnotherName(client?.name ?? '', planned);
  const notes = joined([
    ...((service !== null && saysMore(read, entry.title)) || entry.title.length > LONGEST_TITLE ? [entry.title] : []),
    ...(entry.service !== entry.title && (service === null || saysMore(read, entry.service)) ? [entry.service] : []),
    ...(isAnother || isLost ? [[client?.name, client?.phone, client?.email].filter(Boolean).join(' ')] : []),
    ...entry.notes.split('\n'),
  ]);
  return {
    resource_id: resourceId,
    start_time: entry.start,
    end_time: addMinutes(entry.start, minutes),
    client_id: planned?.id ?? null,
    notes,
    service_id: service?.id ?? null,
    title: service ? serviceName(service, salon.language) : cut(entry.title || entry.service, LONGEST_TITLE) || null,
    type: 'appointment',
    price: price ? price.amount : null,
    currency: price ? (price.currency ?? salon.currency) : null,
    status: entry.status ?? 'booked',
    ...(terms ? fittingTimes(minutes, terms.times) : { processing_after: 0, processing_minutes: 0, buffer_after: 0 }),
  };
}

/** Returns the marks of an entry's own texts. Of the salon, only the employee and the service count. */
export const saidMarks = (
  { entry, service, client }: ReadEntry,
  values: Pick<AppointmentValues, 'resource_id' | 'type'>,
): SaidMarks => ({
  ...marksOf({
    place: [values.resource_id, entry.start, entry.end],
    // With a service what more the summary says goes into the notes.
    client: [client?.name ?? null, client?.phone ?? null, client?.email ?? null, entry.notes, service?.service.id ?? null],
    service: [values.type, service?.service.id ?? null, entry.service, entry.title],
    price: [entry.price?.amount ?? null, entry.price?.currency ?? null],
    status: [entry.status],
  }),
  calendar: calendarMark(entry.employee),
});

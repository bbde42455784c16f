/**
 * Plans the fate of each entry of calendars and tables. Promises: the same file again writes nothing; a newer file changes only
 * what changed in it and what nobody has changed here; an appointment that somebody moved or deleted here stays so; the order of
 * the entries does not matter.
 */

import { fittingTimes } from '#domain/booking/busy-spans.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { shiftProblem } from '#domain/booking/free-slots.ts';
import { crowdAt, crowded, overlappingPairs } from '#domain/booking/overlap.ts';
import { NO_ROOMS } from '#domain/booking/taken-rooms.ts';
import { mapped, type Steps } from '#domain/imports/steps.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { hasShifts, overrideKey } from '#domain/shifts/availability.ts';
import { datesBetween, LONGEST_TIME_OFF } from '#domain/shifts/time-off.ts';
import { minutesBetween } from '#domain/time/time.ts';
import type { AppointmentEntry, ReadAppointments } from './appointment-entry.ts';
import { appointmentId, appointmentKey, importedSeries } from './appointment-ids.ts';
import { calendarMark, eventMarks, marksOf } from './decision-marks.ts';
import { added, employeeNamed, entryClientFinder, knownClients, plannedOf } from './entry-people.ts';
import { chosenServices, serviceFinder } from './entry-services.ts';
import {
  allDayKind,
  appointmentValues,
  blockingValues,
  isBlockedTime,
  type ReadEntry,
  readEntry,
  saidMarks,
  wholeDay,
} from './matched-entry.ts';
import {
  type AppointmentChoices,
  type AppointmentFate,
  type AppointmentValues,
  type AppointmentWrite,
  type CalendarUse,
  DECISION_COLUMNS,
  DECISIONS,
  type Decision,
  type DecisionMarks,
  type PlannedAppointment,
  type PlannedClient,
  type SaidMarks,
  type SalonEvent,
  type SalonNow,
} from './planned-appointment.ts';

/** Matches the names of calendars that hold nobody's work. */
const NOT_WORK = /(holiday|birthday|празни|рожден|contacts|task|задачи|weather|sport)/iu;

/**
 * Returns the first choices: each calendar belongs to the employee whom it names, or to the only one there is; calendars of holidays and
 * birthdays are left out. History is not wanted, what was deleted here stays away, and what the calendar no longer has stays here.
 */
export function guessChoices(
  entries: readonly Pick<AppointmentEntry, 'employee'>[],
  { employees }: Pick<SalonNow, 'employees'>,
): AppointmentChoices {
  const active = employees.filter(({ active: is }) => is);
  const calendars = new Map<string, { resourceId: string | null; use: CalendarUse }>();
  for (const { employee: name } of entries) {
    if (calendars.has(name)) continue;
    const found = employeeNamed(name, active) ?? (active.length === 1 ? active[0] : null);
    calendars.set(name, { resourceId: found?.id ?? null, use: NOT_WORK.test(name) ? 'left_out' : 'guess' });
  }
  return { calendars, services: new Map(), allDay: 'guess', history: false, deletedHere: 'stay', gone: 'stay' };
}

/** An entry with the values that it would write. */
interface Candidate {
  readonly id: string;
  readonly entry: AppointmentEntry;
  readonly what: PlannedAppointment['what'];
  readonly values: AppointmentValues | null;
  readonly client: PlannedClient | null;
  readonly wording: string | null;
  readonly said: SaidMarks;
  /** Plain prices of services are no decision of the file. */
  readonly saysPrice: boolean;
}

const marked = (values: AppointmentValues, row: Pick<SalonEvent, 'arrived_at' | 'visit_id'>): DecisionMarks =>
  eventMarks({ ...values, arrived_at: row.arrived_at, visit_id: row.visit_id });

/** Returns the values of some decisions. A change of the place also fits the processing and buffer times. */
function columnsOf(values: AppointmentValues, row: SalonEvent, decisions: readonly Decision[]): Partial<AppointmentValues> {
  const columns = decisions.flatMap((decision): readonly (keyof AppointmentValues)[] => DECISION_COLUMNS[decision]);
  const changed: Partial<AppointmentValues> = Object.fromEntries(columns.map((column) => [column, values[column]]));
  if (!decisions.includes('place')) return changed;
  return { ...changed, ...fittingTimes(minutesBetween(values.start_time, values.end_time), row) };
}

type Judged = Pick<PlannedAppointment, 'fate' | 'write' | 'shown'>;

/** Compares an entry with its existing row, decision by decision. */
function compared(
  { values, client, said, saysPrice, id }: Candidate & { readonly values: AppointmentValues },
  row: SalonEvent,
  salon: SalonNow,
): Judged {
  const base = salon.bases.get(id);
  const [planned, here] = [marked(values, row), eventMarks(row)];
  const [decisions, kept]: [Decision[], Decision[]] = [[], []];
  for (const decision of DECISIONS) {
    if (planned[decision] === here[decision]) continue;
    const isSame = base !== undefined && base.said[decision] === said[decision];
    // A price that the file does not say is the service's, and changes with the service.
    const goesAlong = decision === 'price' && !saysPrice && (base === undefined || isSame);
    if (goesAlong ? !decisions.includes('service') : isSame) continue;
    const untouched = base?.wrote[decision] === here[decision];
    (untouched ? decisions : kept).push(decision);
  }
  const changes = columnsOf(values, row, decisions);
  const shown = { ...row, ...changes };
  if (decisions.length === 0)
    return { fate: kept.length > 0 ? { kind: 'moved_here', kept } : { kind: 'same' }, write: null, shown };
  const newClient = client?.isNew && decisions.includes('client') ? client : null;
  return { fate: { kind: 'changed', decisions, kept }, write: { kind: 'change', values: changes, newClient }, shown };
}

/** Returns true if nobody has changed a row since an import of this device wrote it. Any other row is somebody's. */
function isUntouched(row: SalonEvent, salon: SalonNow): boolean {
  const base = salon.bases.get(row.id);
  const here = eventMarks(row);
  return base !== undefined && DECISIONS.every((decision) => base.wrote[decision] === here[decision]);
}

const none = (
  kind: Exclude<AppointmentFate['kind'], 'changed' | 'moved_here'>,
  shown: AppointmentValues | null = null,
): Judged => ({
  fate: { kind },
  write: null,
  shown,
});

/** Judges an entry that is a booking or blocked time. */
function judged(
  candidate: Candidate & { readonly values: AppointmentValues },
  row: SalonEvent | undefined,
  choices: AppointmentChoices,
  salon: SalonNow,
): Judged {
  const { entry, values, client, id } = candidate;
  const isThere = row !== undefined && !row.deleted;
  if (entry.isCancelled) {
    if (!isThere) return none('cancelled');
    if (eventStatusOf(row.status) === 'cancelled') return none('same', row);
    return isUntouched(row, salon)
      ? { fate: { kind: 'taken_back' }, write: { kind: 'remove' }, shown: null }
      : none('stays', row);
  }
  if (isThere) return compared(candidate, row, salon);
  if (values.end_time <= salon.now && !choices.history) return none('past', values);
  const isOurs = salon.bases.get(id)?.takenBack === true;
  if ((row !== undefined || salon.bases.has(id)) && !isOurs && choices.deletedHere === 'stay') return none('deleted_here');
  return { fate: { kind: 'new' }, write: { kind: 'add', values, newClient: client?.isNew ? client : null }, shown: values };
}

/** Judges whole days off. A day that the file had before and that is none here was deleted here; one that it no longer has goes back. */
function judgedTimeOff({ entry, said, id }: Candidate, resourceId: string, choices: AppointmentChoices, salon: SalonNow): Judged {
  const isOff = (day: string) =>
    (salon.overrides.get(day) ?? []).some(({ type, start }) => type === 'time_off' && start === null);
  const base = salon.bases.get(id);
  const days = entry.isCancelled ? [] : (said.days ?? []);
  const before = base && !base.takenBack ? (base.said.days ?? days) : [];
  const back = before.filter((day) => !days.includes(day) && isOff(day));
  const missing = days.filter((day) => !isOff(day));
  const deleted = missing.filter((day) => before.includes(day));
  const again = choices.deletedHere === 'again';
  const coming = again ? missing : missing.filter((day) => !deleted.includes(day));
  if (coming.length + back.length === 0)
    return none(entry.isCancelled ? 'cancelled' : deleted.length > 0 ? 'deleted_here' : 'same');
  if (entry.end <= salon.now && !choices.history) return none('past');
  const dates = coming.map((day) => day.slice(resourceId.length + 1));
  const write: AppointmentWrite = { kind: 'time_off', resourceId, dates, reason: entry.title, back };
  if (entry.isCancelled) return { fate: { kind: 'taken_back' }, write, shown: null };
  if (before.length === 0) return { fate: { kind: 'new' }, write, shown: null };
  const kept: Decision[] = again || deleted.length === 0 ? [] : ['place'];
  return { fate: { kind: 'changed', decisions: ['place'], kept }, write, shown: null };
}

/** Returns the entries in an order that does not depend on the file's. */
const inOwnOrder = (entries: readonly AppointmentEntry[]): AppointmentEntry[] =>
  [...entries].sort(
    (a, b) =>
      compareTexts(a.start, b.start) || compareTexts(a.key, b.key) || compareTexts(a.employee, b.employee) || a.row - b.row,
  );

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the plan of an entry that writes nothing, for a reason of its own. */
const still = (id: string, entry: AppointmentEntry, kind: 'no_employee' | 'left_out' | 'repeated'): PlannedAppointment => ({
  id,
  entry,
  what: 'appointment',
  ...none(kind),
  client: null,
  wording: null,
  said: null,
  overlaps: [],
  offShift: null,
});

/**
 * Plans all entries, in the order of their start. The plan also has the entries that write nothing, each with its fate.
 * @param read the entries of one file, or of several (`joinRead`)
 * @param choices of a person; a calendar without a choice belongs to nobody
 */
export function* planSteps(read: ReadAppointments, choices: AppointmentChoices, salon: SalonNow): Steps<PlannedAppointment[]> {
  const rows = new Map(salon.events.map((row) => [row.id, row]));
  const entries = inOwnOrder(read.entries);
  const findService = serviceFinder(salon.services);
  const chosen = chosenServices(salon.services, choices.services);
  const known = yield* knownClients(salon.clients);
  const readings = yield* mapped(entries, (entry): ReadEntry[] => {
    const resourceId = choices.calendars.get(entry.employee)?.resourceId ?? null;
    const service =
      findService(entry.service, resourceId) ?? (entry.service === entry.title ? null : findService(entry.title, resourceId));
    return [readEntry(entry, service, chosen, known.isKnownName)];
  });
  const usesOf = ({ entry }: ReadEntry) => choices.calendars.get(entry.employee);
  const isOwnTime = (reading: ReadEntry) => isBlockedTime(reading, usesOf(reading)?.use ?? 'guess');
  const comes = (reading: ReadEntry) =>
    usesOf(reading)?.use !== 'left_out' && !reading.entry.isCancelled && reading.entry.allDay === null && !isOwnTime(reading);
  const brought = readings.flatMap((reading) => (reading.client && comes(reading) ? [reading.client] : []));
  const findClient = yield* entryClientFinder(known, brought);
  const seen = new Set<string>();
  const planned = yield* mapped(readings, (reading): PlannedAppointment[] => {
    const { entry } = reading;
    const use = usesOf(reading);
    const ids = idsOf(entry, choices);
    const [first = appointmentId(entry.key)] = ids;
    const isRepeated = seen.has(first);
    for (const id of ids) seen.add(id);
    if (use?.use === 'left_out') return [still(first, entry, 'left_out')];
    if (isRepeated) return [still(first, entry, 'repeated')];
    if (!use?.resourceId) return [still(first, entry, 'no_employee')];
    const { resourceId } = use;
    if (entry.allDay) return plannedDays(reading, resourceId, ids, rows, choices, salon);
    const blocks = isOwnTime(reading);
    const client = blocks || !reading.client ? null : named(findClient(reading.client));
    const values = blocks ? blockingValues(entry, resourceId, entry) : appointmentValues(reading, resourceId, client, salon);
    const said = saidMarks(reading, values);
    const candidate = {
      id: first,
      entry,
      what: values.type as 'appointment' | 'blocking',
      values,
      client,
      wording: use.use === 'blocking' ? null : reading.wording,
      said,
      saysPrice: entry.price !== null,
    };
    return [planOf(candidate, judged(candidate, rows.get(first), choices, salon))];
  });
  return yield* withMarks([...planned, ...goneOf(read, seen, choices, salon)], salon);
}

/** A new client without a name is called by their phone. */
const named = (client: PlannedClient | null): PlannedClient | null =>
  client && client.name === '' ? { ...client, name: displayPhone(client.phone) || client.email || '' } : client;

const planOf = ({ id, entry, what, client, wording, said }: Candidate, judgement: Judged): PlannedAppointment => ({
  id,
  entry,
  what,
  ...judgement,
  client,
  wording,
  said: ['new', 'same', 'changed', 'moved_here'].includes(judgement.fate.kind) ? said : null,
  overlaps: [],
  offShift: null,
});

/** Returns the ids of an entry. Blocked time of several whole days is one booking for each day. */
function idsOf(entry: AppointmentEntry, choices: AppointmentChoices): string[] {
  const own = appointmentId(entry.key);
  if (!entry.allDay || allDayKind(entry, choices.allDay) !== 'blocking') return [own];
  const [, ...others] = datesBetween(entry.allDay.from, entry.allDay.to).slice(0, LONGEST_TIME_OFF);
  return [own, ...others.map((date) => appointmentId(dayKey(entry.key, date)))];
}

/** Returns the key of a later day of an entry of whole days. */
function dayKey(key: string, date: string): string {
  const [own = '', occurrence = ''] = key.split('\n');
  return appointmentKey(own, `${occurrence} ${date}`);
}

function plannedDays(
  reading: ReadEntry,
  resourceId: string,
  ids: readonly string[],
  rows: ReadonlyMap<string, SalonEvent>,
  choices: AppointmentChoices,
  salon: SalonNow,
): PlannedAppointment[] {
  const { entry } = reading;
  const [first = ''] = ids;
  const kind = allDayKind(entry, choices.allDay);
  if (kind === 'left_out' || !entry.allDay) return [still(first, entry, 'left_out')];
  const said = saidMarks(reading, { resource_id: resourceId, type: 'blocking' });
  const bare = { entry, client: null, wording: null, saysPrice: false };
  const dates = datesBetween(entry.allDay.from, entry.allDay.to).slice(0, LONGEST_TIME_OFF);
  if (kind === 'time_off') {
    const days = dates.map((date) => overrideKey(resourceId, date));
    const whole = { ...said, days };
    const candidate = { ...bare, id: first, what: 'time_off' as const, values: null, said: whole };
    return [planOf(candidate, judgedTimeOff(candidate, resourceId, choices, salon))];
  }
  return dates.map((date, at): PlannedAppointment => {
    const span = wholeDay(date, salon.zone);
    const values = blockingValues(entry, resourceId, span);
    const id = ids[at] ?? first;
    const day = { ...said, place: marksOf({ place: [resourceId, date], client: [], service: [], price: [], status: [] }).place };
    const candidate = { ...bare, id, what: 'blocking' as const, values, said: day };
    return planOf(candidate, judged(candidate, rows.get(id), choices, salon));
  });
}

/** The time that the entries of each calendar cover, by `calendarMark`: a file may be a part of it. */
function coveredBy(entries: readonly AppointmentEntry[]): ReadonlyMap<string, { readonly from: string; readonly until: string }> {
  const covered = new Map<string, { readonly from: string; readonly until: string }>();
  for (const { employee, start, end } of entries) {
    const before = covered.get(employee);
    const [from = start] = [start, before?.from ?? start].sort();
    const [, until = end] = [end, before?.until ?? end].sort();
    covered.set(employee, { from, until });
  }
  return new Map([...covered].map(([name, span]) => [calendarMark(name), span]));
}

/**
 * Finds what an import once made and the file no longer has. An occurrence of a series that it still has was taken out there, or the whole
 * series has moved: it is taken back. Anything else may be missing for another reason, and a person decides. What has ended stays.
 */
function goneOf(
  { entries, series }: ReadAppointments,
  seen: ReadonlySet<string>,
  choices: AppointmentChoices,
  salon: SalonNow,
): PlannedAppointment[] {
  const wholes = new Map(series.map((one) => [appointmentId(one.key), one]));
  const elsewhere = new Set(series.flatMap((one) => one.elsewhere.map(appointmentId)));
  const covered = coveredBy(entries);
  const clients = new Map(salon.clients.map((client) => [client.id, client]));
  return salon.events.flatMap((row): PlannedAppointment[] => {
    const own = importedSeries(row.id);
    if (own === null || row.deleted || seen.has(row.id) || elsewhere.has(row.id) || row.end_time <= salon.now) return [];
    const whole = wholes.get(own);
    const span = whole ?? covered.get(salon.bases.get(row.id)?.said.calendar ?? '');
    if (!span || row.start_time < span.from || row.start_time >= span.until) return [];
    const goes = (whole !== undefined || choices.gone === 'take_back') && isUntouched(row, salon);
    const client = clients.get(row.client_id ?? '');
    return [
      {
        id: row.id,
        entry: null,
        what: row.type,
        fate: { kind: goes ? 'taken_back' : whole ? 'stays' : 'gone' },
        write: goes ? { kind: 'remove' } : null,
        shown: goes ? null : row,
        client: client ? plannedOf(client, 'import') : null,
        wording: null,
        said: null,
        overlaps: [],
        offShift: null,
      },
    ];
  });
}

/** Returns true if a write gives a booking a place. */
const isPlaced = (write: AppointmentWrite | null): boolean =>
  write?.kind === 'add' || (write?.kind === 'change' && write.values.start_time !== undefined);

/** Returns a function that tells whether any hours of an employee are known. Most salons move in before they plan a shift. */
function hoursKnown({ weekly, overrides }: SalonNow): (resourceId: string) => boolean {
  const dated = new Set([...overrides].flatMap(([key, set]) => (set.length > 0 ? [key.slice(0, key.lastIndexOf('/'))] : [])));
  const known = new Map<string, boolean>();
  return (id) => {
    const is = known.get(id) ?? (hasShifts(weekly, id) || dated.has(id));
    known.set(id, is);
    return is;
  };
}

/** Marks what gets a place with the bookings that it would overlap, of the salon and of the plan, and with what its employee's shifts say. */
function* withMarks(planned: readonly PlannedAppointment[], salon: SalonNow): Steps<PlannedAppointment[]> {
  const placed = new Map(planned.flatMap(({ id, write, shown }) => (shown && isPlaced(write) ? [[id, shown] as const] : [])));
  const removed = new Set(planned.flatMap(({ id, write }) => (write?.kind === 'remove' ? [id] : [])));
  const byEmployee = new Map<string, (AppointmentValues & Pick<SalonEvent, 'id' | 'visit_id'>)[]>();
  for (const [id, shown] of placed) added(byEmployee, shown.resource_id, { ...shown, id, visit_id: null });
  for (const row of salon.events) {
    const isElsewhere = row.deleted || placed.has(row.id) || removed.has(row.id);
    if (!isElsewhere) byEmployee.get(row.resource_id)?.push(row);
  }
  const overlaps = new Map<string, string[]>();
  for (const rows of byEmployee.values()) {
    yield;
    for (const [a, b] of overlappingPairs(rows)) {
      added(overlaps, a.id, b.id);
      added(overlaps, b.id, a.id);
    }
  }
  const { rooms = NO_ROOMS } = salon;
  const stay = rooms.size === 0 ? [] : salon.events.filter(({ id, deleted }) => !deleted && !placed.has(id) && !removed.has(id));
  const all = [...stay, ...[...placed].map(([id, shown]) => ({ ...shown, id, visit_id: null }))];
  const short = crowded(all, rooms);
  for (const booking of all) {
    yield;
    if (!short.has(booking.id)) continue;
    const known = new Set(overlaps.get(booking.id));
    for (const { id } of crowdAt(booking, all, rooms)) if (!known.has(id)) added(overlaps, booking.id, id);
  }
  const isKnown = hoursKnown(salon);
  return yield* mapped(planned, (one) => {
    const shown = placed.get(one.id);
    if (!shown) return [one];
    const isChecked = shown.type === 'appointment' && shown.end_time > salon.now && isKnown(shown.resource_id);
    return [{ ...one, overlaps: overlaps.get(one.id) ?? [], offShift: isChecked ? shiftProblem(shown, salon) : null }];
  });
}

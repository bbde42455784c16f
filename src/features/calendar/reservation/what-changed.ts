/** The words for what another device changed while a dialog is open: of one appointment, and of a visit. */
import type { TFunction } from 'i18next';
import { rangeWords, unbroken } from '#calendar/reads/event-words.ts';
import { shownStatus } from '#domain/booking/event-status.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { spanOfVisit } from '#domain/booking/visits.ts';
import { minutesBetween, zonedParts } from '#domain/time/time.ts';
import { formatDay } from '#i18n/formats.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { LegValues, ReservationValues } from './reservation-form.ts';
import type { OpenedLegs } from './use-opened-event.ts';
import { LEG_PLACE, LEG_SERVICE, legsOf, same, visitValuesOf } from './visit-values.ts';

type EventRow = LocalRow<'events'>;

export interface NameLookup {
  employee(id: string): string;
  client(id: string | null): string;
  service(id: string | null): string;
}

export interface Wording {
  zone: string;
  names: NameLookup;
  language: Language;
  t: TFunction<['calendar', 'reservation']>;
}

export type ChangedField = 'time' | 'employee' | 'type' | 'name' | 'client' | 'service' | 'notes' | 'status';

/** Returns the fields of an appointment that another device changed, in the order of the sentence. */
export function changedFields(opened: EventRow, now: EventRow): ChangedField[] {
  const sameType = opened.type === now.type;
  const changed: Record<ChangedField, boolean> = {
    time: opened.start_time !== now.start_time || opened.end_time !== now.end_time,
    employee: opened.resource_id !== now.resource_id,
    type: !sameType,
    name: sameType && now.type === 'blocking' && opened.title !== now.title,
    client: sameType && opened.client_id !== now.client_id,
    service: sameType && opened.service_id !== now.service_id,
    notes: opened.notes !== now.notes,
    status: now.type !== 'blocking' && shownStatus(opened) !== shownStatus(now),
  };
  return (Object.keys(changed) as ChangedField[]).filter((field) => changed[field]);
}

/** A field of an appointment in words. @param beside the other state of it: a day is named where the two differ in it. */
export function inWords(field: ChangedField, row: EventRow, beside: EventRow, { zone, names, language, t }: Wording): string {
  switch (field) {
    case 'time': {
      const { date } = zonedParts(row.start_time, zone);
      const range = rangeWords(row, zone, t);
      const day = date === zonedParts(beside.start_time, zone).date ? '' : `${formatDay(date, language)}, `;
      return day + unbroken(range);
    }
    case 'employee':
      return names.employee(row.resource_id);
    case 'name':
      return row.title || t('blocked_title');
    case 'client':
      return names.client(row.client_id);
    case 'service':
      return names.service(row.service_id);
    case 'notes':
      return row.notes || '–';
    case 'status':
      return t(`status.${shownStatus(row)}`);
    case 'type':
      return '';
  }
}

/** Returns a sentence part for each change elsewhere to an appointment while its dialog is open; none if there was no change. */
export function whatChanged(opened: EventRow, now: EventRow, wording: Wording): string[] {
  return changedFields(opened, now).map((field) =>
    wording.t(`reservation.changed_${field}`, { value: inWords(field, now, opened, wording) }),
  );
}

type Words = TFunction<['calendar', 'reservation', 'visits']>;

interface ChangedVisit {
  legs: Omit<OpenedLegs, 'now'> & { readonly now: readonly EventRow[] };
  values: ReservationValues;
  services: ReadonlyMap<string, LocalRow<'services'>>;
  wording: Wording;
  t: Words;
}

const OWN: readonly ChangedField[] = ['time', 'employee', 'service'];
const WHOLE: readonly ChangedField[] = ['client', 'notes', 'status'];

/** The whole visit as one row, for the words of its time. */
const wholeOf = (legs: readonly EventRow[]): EventRow | undefined => legs[0] && { ...legs[0], ...spanOfVisit(legs) };

function movedAlike(opened: readonly EventRow[], now: readonly EventRow[]): boolean {
  const both = opened.flatMap((was) => now.filter(({ id }) => id === was.id).map((is) => [was, is] as const));
  const by = ([was, is]: readonly [EventRow, EventRow]) => minutesBetween(was.start_time, is.start_time);
  const length = ({ start_time, end_time }: EventRow) => minutesBetween(start_time, end_time);
  return both.every((pair) => both[0] && by(pair) === by(both[0]) && length(pair[0]) === length(pair[1]));
}

const nameOf = ({ service_id, title }: EventRow, { services, wording }: ChangedVisit): string => {
  const service = service_id ? services.get(service_id) : undefined;
  return service ? serviceName(service, wording.language) : title || '–';
};

/** Returns the parts of one sentence about what became of a visit; none: nothing did. */
export function visitChanged(of: ChangedVisit): string[] {
  const { legs, wording, t } = of;
  const { opened, now, all } = legs;
  const said: string[] = [];
  const alike = movedAlike(opened, now);
  const [was, is] = [wholeOf(opened), wholeOf(now)];
  const moved = opened.some((leg) => now.some(({ id, start_time }) => id === leg.id && start_time !== leg.start_time));
  if (alike && moved && was && is) said.push(t('reservation.changed_time', { value: inWords('time', is, was, wording) }));
  for (const leg of opened) {
    const its = now.find(({ id }) => id === leg.id);
    const service = nameOf(leg, of);
    if (!its) {
      const cancelled = all.some(({ id, status }) => id === leg.id && status === 'cancelled');
      said.push(t(cancelled ? 'visits:meanwhile.cancelled' : 'visits:meanwhile.removed', { service }));
      continue;
    }
    const fields = changedFields(leg, its).filter((field) => OWN.includes(field) && !(alike && field === 'time'));
    const what = fields.map((field) => t(`reservation.changed_${field}`, { value: inWords(field, its, leg, wording) }));
    if (what.length > 0) said.push(t('visits:meanwhile.part', { service, what: what.join(', ') }));
  }
  for (const leg of now)
    if (!opened.some(({ id }) => id === leg.id)) said.push(t('visits:meanwhile.added', { service: nameOf(leg, of) }));
  const [first, its] = [opened[0], now[0]];
  if (first && its)
    for (const field of changedFields(first, its).filter((one) => WHOLE.includes(one)))
      said.push(t(`reservation.changed_${field}`, { value: inWords(field, its, first, wording) }));
  return said;
}

/** For the fields of the whole visit, and for each part by its key: what it was, or what it is elsewhere where it was kept here. */
export function visitBeside(of: ChangedVisit): {
  readonly beside: Partial<Record<ChangedField, string>>;
  readonly notes: ReadonlyMap<string, string>;
} {
  const { legs, values, wording, t } = of;
  const theirs = visitValuesOf(legs.now, wording.zone);
  const words = (kept: boolean, field: ChangedField, was: EventRow, is: EventRow) =>
    kept
      ? t('reservation:meanwhile.kept', { value: inWords(field, is, was, wording) })
      : t('reservation:meanwhile.taken', { value: inWords(field, was, is, wording) });
  const beside: Partial<Record<ChangedField, string>> = {};
  const [was, is] = [wholeOf(legs.opened), wholeOf(legs.now)];
  if (was && is) {
    const start = (['date', 'hour', 'minute'] as const).some((field) => values[field] !== theirs[field]);
    const fields = changedFields(was, is);
    if (was.start_time !== is.start_time) beside.time = words(start, 'time', was, is);
    if (fields.includes('client')) beside.client = words(values.client !== theirs.client, 'client', was, is);
    if (fields.includes('notes')) beside.notes = words(values.notes !== theirs.notes, 'notes', was, is);
  }
  const notes = new Map<string, string>();
  for (const leg of legsOf(values)) {
    const opened = legs.opened.find(({ id }) => id === leg.key);
    const now = legs.now.find(({ id }) => id === leg.key);
    if (!opened) continue;
    if (!now) notes.set(leg.key, t('visits:meanwhile.kept_gone'));
    else {
      const said = legSaid(leg, legsOf(theirs), (kept, field) => words(kept, field, opened, now), changedFields(opened, now));
      if (said.length > 0) notes.set(leg.key, said.join(' · '));
    }
  }
  return { beside, notes };
}

/** A time that moved with the whole visit is said above, with the visit's. */
function legSaid(
  leg: LegValues,
  theirs: readonly LegValues[],
  words: (kept: boolean, field: ChangedField) => string,
  changed: readonly ChangedField[],
): string[] {
  const its = theirs.find(({ id }) => id === leg.key);
  if (!its) return [];
  const kept = { employee: !same(leg, its, LEG_PLACE), service: !same(leg, its, LEG_SERVICE) };
  return (['employee', 'service'] as const).flatMap((field) => (changed.includes(field) ? [words(kept[field], field)] : []));
}

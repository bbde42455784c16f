/** The parts that the day and the week share: the people with a column or row, and the look and name of an appointment. */

import type { TFunction } from 'i18next';
import { hasWaiting, workSpans } from '#domain/booking/busy-spans.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { roomOf } from '#domain/booking/taken-rooms.ts';
import { availableSpans, hoursOff, type MinuteSpan, overrideKey } from '#domain/shifts/availability.ts';
import { absencesOf } from '#domain/shifts/own-hours.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { type LocalDate, MINUTES_OF_DAY } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { fillOf } from '#features/shared/event-marks.tsx';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { DayRows, SalonPart } from './calendar-reads.ts';
import { eventName, type SpokenEvent } from './event-words.ts';

export type EventRow = LocalRow<'events'>;

/** Everything that a day, a week or a printed sheet is drawn from: rows, and the words for them. */
export interface CalendarInput
  extends Pick<SalonPart, 'employees' | 'weekly' | 'troubles' | 'openOverlaps'>,
    Pick<DayRows, 'events' | 'onlyRead' | 'overrides'>,
    Partial<Pick<DayRows, 'away'>>,
    Pick<SalonPart, 'rooms'> {
  zone: string;
  /** When the salon is open; none set by default. */
  open?: SalonDays | null;
  language: Language;
  t: TFunction<'calendar'>;
  client: (id: string) => LocalRow<'clients'> | undefined;
  service: (id: string) => LocalRow<'services'> | undefined;
  /** Employees that are not to be shown. */
  hidden: ReadonlySet<string>;
  /** Only who works then, or has appointments then. */
  onShift?: boolean | undefined;
}

/** Returns the part of the input that the rows give. */
export function calendarInput(salon: SalonPart, rows: DayRows) {
  const { weekly, troubles, openOverlaps, rooms } = salon;
  const { events, onlyRead, overrides, away } = rows;
  return {
    ...(rooms && rooms.size > 0 ? { rooms } : {}),
    ...{
      zone: salon.config.timezone,
      open: salon.config.open,
      weekly,
      troubles,
      openOverlaps,
      events,
      onlyRead,
      overrides,
      away,
    },
    employees: withOthers(salon.employees, rows.resources),
    client: (id: string) => rows.clients.get(id),
    service: (id: string) => salon.services.get(id) ?? rows.services.get(id),
  };
}

/** Those who worked here then: not among the employees any more, known by what is kept of them or from the server. */
function withOthers(employees: SalonPart['employees'], resources: DayRows['resources']): SalonPart['employees'] {
  const others = [...resources.values()].filter(({ id }) => !employees.some((employee) => employee.id === id));
  if (others.length === 0) return employees;
  return [...employees, ...others.map((other) => ({ ...other, active: false }))];
}

export interface Who {
  id: string;
  name: string;
  color: string;
  mark: 'inactive' | 'removed' | null;
}

const GREY = '#64748b';

export function groupByEmployee(events: readonly EventRow[]): Map<string, EventRow[]> {
  const groups = new Map<string, EventRow[]>();
  for (const event of events) {
    const group = groups.get(event.resource_id);
    if (group) group.push(event);
    else groups.set(event.resource_id, [event]);
  }
  return groups;
}

/** Working time on a date; whoever is inactive or deleted has none. */
export function workedSpansOf(who: Who, date: LocalDate, { weekly, overrides, open }: CalendarInput): readonly MinuteSpan[] {
  return who.mark ? [] : availableSpans(date, weekly, overrides, who.id, open);
}

/** The hours of a date that somebody took off, minutes of the day; null: no time off. A whole day: all of it. */
export function timeOffOn(who: Who, date: LocalDate, { overrides, away }: CalendarInput): readonly MinuteSpan[] | null {
  const key = overrideKey(who.id, date);
  if (who.mark || !away?.has(key)) return null;
  const set = overrides.get(key) ?? [];
  const whole = set.some(({ type, start }) => type === 'time_off' && start === null);
  return whole ? [{ from: 0, to: MINUTES_OF_DAY }] : hoursOff(absencesOf(set));
}

/** Returns the active employees and all others with appointments on these dates: no booking is hidden with a person. */
export function shownPeople(
  input: CalendarInput,
  byEmployee: ReadonlyMap<string, readonly EventRow[]>,
  dates: readonly LocalDate[],
): Who[] {
  const known = new Map(input.employees.map((employee) => [employee.id, employee]));
  const strangers = [...byEmployee.keys()].filter((id) => !known.has(id));
  const wanted = input.employees.filter((e) => (e.active && !e.deleted) || byEmployee.has(e.id));
  const all: Who[] = [
    ...wanted.map(
      ({ id, name, color, active, deleted }): Who => ({
        id,
        name,
        color,
        mark: deleted ? 'removed' : active ? null : 'inactive',
      }),
    ),
    ...strangers.map((id): Who => ({ id, name: input.t('unknown_employee'), color: GREY, mark: 'removed' })),
  ];
  const works = (who: Who) => dates.some((date) => workedSpansOf(who, date, input).length > 0);
  // The list of choices names only who is active: whoever was hidden before leaving would stay so for good.
  return all.filter(
    (who) => who.mark !== null || (!input.hidden.has(who.id) && (!input.onShift || byEmployee.has(who.id) || works(who))),
  );
}

/** „2/3“: which leg of its visit it is, of those that are known here and not cancelled; empty where it stands alone. */
export function visitPart(event: EventRow, events: readonly EventRow[]): string {
  const isLeg = (leg: EventRow) => leg.visit_id === event.visit_id && holdsSlot(leg);
  const legs = event.visit_id && holdsSlot(event) ? events.filter(isLeg) : [];
  const before = legs.filter(({ visit_pos }) => visit_pos < event.visit_pos);
  return legs.length > 1 ? `${before.length + 1}/${legs.length}` : '';
}

function moreOf(event: EventRow, { events, zone, t, rooms }: CalendarInput): string {
  const [work, again] = hasWaiting(event) ? workSpans(event) : [];
  const [part, count] = visitPart(event, events).split('/');
  const room = rooms ? roomOf(event, rooms) : null;
  let more = room ? `, ${room.name}` : '';
  if (work && again) {
    const { from, to } = clockSpan({ start_time: work.to, end_time: again.from }, zone);
    more += `, ${t('spoken.waits', { range: formatTimeRange(from, to) })}`;
  }
  return count ? `${more}, ${t('spoken.part', { part, count })}` : more;
}

/** Everything that an appointment's accessible name is made of. */
export function spokenOf(
  event: EventRow,
  minutes: { from: number; to: number },
  who: Who,
  double: ReadonlySet<string>,
  input: CalendarInput,
): SpokenEvent {
  const { t, language, client: clientOf, service: serviceOf, troubles, openOverlaps } = input;
  const blocked = event.type === 'blocking';
  const client = event.client_id ? clientOf(event.client_id) : undefined;
  const service = event.service_id ? serviceOf(event.service_id) : undefined;
  const title = event.title || null;
  return {
    ...minutes,
    client: eventName(event, client, t),
    service: blocked ? null : service ? serviceName(service, language) : title,
    note: blocked ? null : event.notes,
    employee: who.name,
    more: moreOf(event, input),
    fill: fillOf(event),
    unsent: event.pending === 1,
    trouble: troubles.get(event.id) ?? null,
    double: double.has(event.id),
    open: openOverlaps.has(event.id),
  };
}

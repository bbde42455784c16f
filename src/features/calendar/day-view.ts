/**
 * What the day grid draws, made from the rows: plain values, so that a column whose appointments did not change keeps its
 * object and is not drawn again.
 */
import type { TFunction } from 'i18next';
import {
  availableStretches,
  type OverrideSets,
  offShiftStretches,
  type Stretch,
  shiftLabel,
  type WeeklySets,
} from '#domain/availability.ts';
import { formatTime, formatTimeRange } from '#domain/date-format.ts';
import {
  type DayColumn,
  GRID_END,
  GRID_START,
  minutesOn,
  type Overflow,
  type PlacedEvent,
  placeEvents,
} from '#domain/day-grid.ts';
import { statusOf } from '#domain/event-status.ts';
import { clientName, firstNameInitial, splitName } from '#domain/names.ts';
import { overlapping } from '#domain/overlap.ts';
import { serviceName } from '#domain/service-duration.ts';
import { type LocalDate, zonedParts } from '#domain/time.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type EventFill, type EventTrouble, eventLabel } from './event-label.ts';

type EventRow = LocalRow<'events'>;

export interface EventView {
  id: string;
  columnId: string;
  /** Minutes of the day; `top` and `bottom` are the part that the grid shows. */
  from: number;
  to: number;
  top: number;
  bottom: number;
  lane: number;
  lanes: number;
  span: number;
  /** A cancelled one beside others: it stands in the narrow lane at the right. */
  aside: boolean;
  /** What its group keeps free at the right edge: the "+N", the narrow lane, both. */
  rail: 'more' | 'aside' | 'both' | null;
  time: string;
  name: string;
  service: string | null;
  note: string | null;
  label: string;
  color: string;
  fill: EventFill;
  unsent: boolean;
  trouble: EventTrouble | null;
  double: boolean;
  /** It began on another day: it is moved in its dialog, not by dragging. */
  fixed: boolean;
  /** Was just dropped and is being saved: dimmed and not clickable. */
  updating: boolean;
}

export interface OverflowView {
  id: string;
  count: number;
  top: number;
  bottom: number;
  events: readonly EventView[];
}

export interface ColumnView {
  id: string;
  name: string;
  head: string;
  color: string;
  /** Working hours, or why there are none. */
  shift: string;
  mark: 'day-off' | 'inactive' | 'removed' | null;
  stretches: readonly Stretch[];
  off: readonly Stretch[];
  events: readonly EventView[];
  overflow: readonly OverflowView[];
  before: readonly EventView[];
  after: readonly EventView[];
}

/** Where a dropped event stands until its saving has been seen. */
export type Placement = Pick<EventRow, 'start_time' | 'end_time' | 'resource_id'>;

export interface DayInput {
  date: LocalDate;
  zone: string;
  language: Language;
  t: TFunction<'calendar'>;
  events: readonly EventRow[];
  employees: readonly LocalRow<'resources'>[];
  client: (id: string) => LocalRow<'clients'> | undefined;
  service: (id: string) => LocalRow<'services'> | undefined;
  weekly: WeeklySets;
  overrides: OverrideSets;
  troubles: ReadonlyMap<string, EventTrouble>;
  hidden: ReadonlySet<string>;
  moving: ReadonlyMap<string, Placement>;
  maxLanes: number;
}

const GREY = '#64748b';

function fillOf(event: EventRow): EventFill {
  if (event.type === 'blocking') return 'blocked';
  const status = statusOf(event.status);
  if (status && status !== 'booked') return status;
  return event.arrived_at ? 'arrived' : 'booked';
}

function sameFlat<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function sameList<T extends object>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i] || same(x, b[i] as T));
}

const sameOverflow = (a: OverflowView, b: OverflowView) =>
  a.count === b.count && a.top === b.top && a.bottom === b.bottom && sameList(a.events, b.events, sameFlat);

function sameColumn(a: ColumnView, b: ColumnView): boolean {
  return (
    a.name === b.name &&
    a.head === b.head &&
    a.color === b.color &&
    a.shift === b.shift &&
    a.mark === b.mark &&
    sameList(a.stretches, b.stretches, sameFlat) &&
    sameList(a.events, b.events, (x, y) => x === y) &&
    sameList(a.overflow, b.overflow, sameOverflow) &&
    sameList(a.before, b.before, sameFlat) &&
    sameList(a.after, b.after, sameFlat)
  );
}

interface Who {
  id: string;
  name: string;
  color: string;
  mark: 'inactive' | 'removed' | null;
}

/** Whoever works here, and whoever else has appointments on this day: no booking is hidden with a person. */
function columnsOf(input: DayInput, byEmployee: ReadonlyMap<string, readonly EventRow[]>): Who[] {
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
  return all.filter(({ id }) => !input.hidden.has(id));
}

function groupByEmployee(events: readonly EventRow[]): Map<string, EventRow[]> {
  const groups = new Map<string, EventRow[]>();
  for (const event of events) {
    const group = groups.get(event.resource_id);
    if (group) group.push(event);
    else groups.set(event.resource_id, [event]);
  }
  return groups;
}

function railOf(place: PlacedEvent<EventRow>, day: DayColumn<EventRow>): EventView['rail'] {
  if (!place.besideRail) return null;
  const more = day.overflow.find(({ group }) => group.includes(place.event));
  if (!more) return 'aside';
  return day.placed.some((other) => other.aside && more.group.includes(other.event)) ? 'both' : 'more';
}

function headsOf(names: readonly string[]): string[] {
  const firsts = names.map((name) => splitName(name).first || name);
  return firsts.map((first, i) =>
    firsts.indexOf(first) === firsts.lastIndexOf(first) ? first : firstNameInitial(names[i] ?? first),
  );
}

/** The columns of a day. Those of `previous` that are the same are taken over. */
export function buildDay(input: DayInput, previous: readonly ColumnView[] = []): readonly ColumnView[] {
  const { date, zone, t } = input;
  const events = input.events.map((event) => ({ ...event, ...input.moving.get(event.id) }));
  const byEmployee = groupByEmployee(events);
  const double = overlapping(events);
  const columns = columnsOf(input, byEmployee);
  const heads = headsOf(columns.map((column) => column.name));
  const before = new Map(previous.map((column) => [column.id, column]));

  const next = columns.map(({ id, name, color, mark }, index): ColumnView => {
    const old = before.get(id);
    const oldEvents = new Map(old?.events.map((event) => [event.id, event]));
    const view = (event: EventRow, place?: PlacedEvent<EventRow>, rail: EventView['rail'] = null): EventView => {
      const minutes = minutesOn(event, zone, date) ?? { from: 0, to: 0 };
      const blocked = event.type === 'blocking';
      const client = event.client_id ? input.client(event.client_id) : undefined;
      const service = event.service_id ? input.service(event.service_id) : undefined;
      const fill = fillOf(event);
      const called = blocked
        ? event.title || t('blocked_title')
        : client
          ? clientName(client)
          : event.client_id
            ? t('removed_client')
            : null;
      const served = blocked ? null : service ? serviceName(service, input.language) : event.title || null;
      const spoken = {
        ...minutes,
        client: called ?? t('no_client'),
        service: served,
        employee: name,
        fill,
        unsent: event.pending === 1,
        trouble: input.troubles.get(event.id) ?? null,
        double: double.has(event.id),
      };
      const { lane = 0, lanes = 1, span = 1, aside = false } = place ?? {};
      const made: EventView = {
        id: event.id,
        columnId: id,
        ...minutes,
        top: place?.top ?? minutes.from,
        bottom: place?.bottom ?? minutes.to,
        ...{ lane, lanes, span, aside, rail },
        time: span < lanes || rail !== null ? formatTime(minutes.from) : formatTimeRange(minutes.from, minutes.to),
        name: spoken.client,
        service: served,
        note: blocked ? null : event.notes,
        label: eventLabel(spoken, t),
        color,
        fill,
        unsent: spoken.unsent,
        trouble: spoken.trouble,
        double: spoken.double,
        fixed: zonedParts(event.start_time, zone).date !== date,
        updating: input.moving.has(event.id),
      };
      const known = oldEvents.get(event.id);
      return known && sameFlat(known, made) ? known : made;
    };

    const own = (byEmployee.get(id) ?? []) as EventRow[];
    const placed = placeEvents(own, zone, date, input.maxLanes);
    const stretches = mark ? [] : availableStretches(date, input.weekly, input.overrides, id);
    const reason = mark ? t(mark) : stretches.length === 0 ? t('day_off') : null;
    const column: ColumnView = {
      id,
      name,
      head: heads[index] ?? name,
      color,
      shift: reason ?? shiftLabel(stretches).replaceAll(':00', ''),
      mark: mark ?? (stretches.length === 0 ? 'day-off' : null),
      stretches,
      off: offShiftStretches(stretches, GRID_START, GRID_END),
      events: placed.placed
        .map((place) => view(place.event, place, railOf(place, placed)))
        .sort((a, b) => a.from - b.from || a.lane - b.lane),
      overflow: placed.overflow.map((more) => overflowView(more, view)),
      before: placed.before.map((event) => view(event)),
      after: placed.after.map((event) => view(event)),
    };
    return old && sameColumn(old, column) ? old : column;
  });
  return next.length === previous.length && next.every((column, i) => column === previous[i]) ? previous : next;
}

function overflowView(more: Overflow<EventRow>, view: (event: EventRow) => EventView): OverflowView {
  const events = more.group.map((event) => view(event));
  return { id: more.events[0]?.id ?? '', count: more.events.length, top: more.top, bottom: more.bottom, events };
}

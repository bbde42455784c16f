/** Makes the columns of a day from the rows; what did not change is taken over from the columns before. */

import {
  type CalendarInput,
  type EventRow,
  groupByEmployee,
  shownPeople,
  spokenOf,
  timeOffOn,
  visitPart,
  type Who,
  workedSpansOf,
} from '#calendar/reads/booking-view.ts';
import { type ColumnView, type EventView, type Placement, sameColumn, sameFlat } from '#calendar/reads/day-view.ts';
import { eventLabel, rangeOn } from '#calendar/reads/event-words.ts';
import {
  type ColumnLayout,
  GRID_END,
  GRID_START,
  minutesOn,
  type PlacedEvent,
  placeEvents,
  spanOf,
} from '#domain/booking/day-layout.ts';
import { openSpansOn, openTimeOn } from '#domain/booking/open-days.ts';
import { crowded, overlapping } from '#domain/booking/overlap.ts';
import { NO_ROOMS, roomOf } from '#domain/booking/taken-rooms.ts';
import { firstNameInitial, splitName } from '#domain/people/names.ts';
import { hasShifts, type MinuteSpan, offShiftSpans, shiftLabel } from '#domain/shifts/availability.ts';
import { dayBounds, instantOf, type LocalDate, MINUTES_OF_DAY, minutesBetween } from '#domain/time/time.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';

export interface DayInput extends CalendarInput {
  date: LocalDate;
  moving: ReadonlyMap<string, Placement>;
  maxLanes: number;
  /** False while a first sync may still bring shifts: none is no news then. */
  shiftsKnown?: boolean;
}

function railOf(place: PlacedEvent<EventRow>, day: ColumnLayout<EventRow>): EventView['rail'] {
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

/** The person and the data from which the pictures of one column's appointments are made. */
interface Around {
  input: DayInput;
  who: Who;
  /** The pictures of the columns before, by event: one that is the same is taken over. */
  old: ReadonlyMap<string, EventView>;
  day: DayEdges;
  /** The events of the day that have a room of which there are too few, whoever works there. */
  short: ReadonlySet<string>;
}

/** Instants: the local day's, and the grid's within it. */
interface DayEdges {
  readonly from: string;
  readonly opens: string;
  readonly closes: string;
  readonly to: string;
  /** The clock is changed on it. */
  readonly turned: boolean;
}

const isEarly =
  ({ from, opens }: DayEdges) =>
  (event: EventRow) =>
    event.end_time <= opens && (event.end_time > from || event.start_time >= from);
const isLate =
  ({ closes, to }: DayEdges) =>
  (event: EventRow) =>
    event.start_time >= closes && event.start_time < to;

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The columns of which more than the head was asked for. */
const looked = new WeakSet<ColumnView>();

const NEVER = { from: 0, to: 0 };

function viewOf(
  event: EventRow,
  double: ReadonlySet<string>,
  { input, who, old, day }: Around,
  place?: PlacedEvent<EventRow>,
  rail: EventView['rail'] = null,
): EventView {
  const { zone, date, t } = input;
  const { from, to, until, waits } = place ?? spanOf(event, minutesOn(event, zone, date) ?? NEVER, zone, date);
  const minutes = { from, to };
  const spoken = spokenOf(event, minutes, who, double, input);
  const plain = formatTimeRange(from, to);
  const range = day.turned || event.end_time > day.to ? rangeOn(event, minutes, date, zone, t) : plain;
  const { lane = 0, lanes = 1, span = 1, aside = false } = place ?? {};
  const room = input.rooms ? roomOf(event, input.rooms) : null;
  const made: EventView = {
    id: event.id,
    columnId: who.id,
    ...minutes,
    top: place?.top ?? minutes.from,
    bottom: place?.bottom ?? minutes.to,
    ...(event.end_time > day.to ? { beyond: minutesBetween(day.to, event.end_time) } : {}),
    ...(waits ? { waitFrom: waits.from, waitTo: waits.to } : {}),
    ...(until > to ? { until } : {}),
    ...(event.visit_id ? { visit: event.visit_id } : {}),
    ...(room ? { room } : {}),
    ...{ lane, lanes, span, aside, rail },
    time: span < lanes || rail !== null ? formatTime(minutes.from) : range,
    name: spoken.client,
    service: spoken.service,
    note: spoken.note,
    ...(range === plain ? {} : { range }),
    label: eventLabel(spoken, t, range),
    color: who.color,
    fill: spoken.fill,
    unsent: spoken.unsent,
    trouble: spoken.trouble,
    double: spoken.double,
    open: spoken.open,
    fixed: input.onlyRead.has(event.id) || event.start_time < day.from || event.start_time >= day.to,
    onlyRead: input.onlyRead.has(event.id),
    updating: input.moving.has(event.id),
  };
  const known = old.get(event.id);
  return known && sameFlat(known, made) ? known : made;
}

const withinGrid = (stretches: readonly MinuteSpan[]) =>
  stretches
    .map(({ from, to }) => ({ from: Math.max(from, GRID_START), to: Math.min(to, GRID_END) }))
    .filter(({ from, to }) => from < to);

/** Working hours, or why there are none: the salon is closed, somebody is away, or has a day off. */
function shiftWords(who: Who, stretches: readonly MinuteSpan[], away: boolean, { open, date, t }: DayInput): string {
  if (who.mark) return t(who.mark);
  if (stretches.length > 0) return shiftLabel(stretches).replaceAll(':00', '');
  return openSpansOn(open, date)?.length === 0 ? t('closed') : t(away ? 'away' : 'day_off');
}

/** Its appointments are placed when they are first asked for: of forty columns a window shows ten. */
function columnOf(own: readonly EventRow[], head: string, around: Around): ColumnView {
  const { input, who, day, short } = around;
  const { date, zone } = input;
  const stretches = workedSpansOf(who, date, input);
  const dayOff = stretches.length === 0 ? 'day-off' : null;
  const timeOff = timeOffOn(who, date, input);
  const openTime = openTimeOn(input.open, date);
  const parts = once(() => {
    const placed = placeEvents(own, zone, date, input.maxLanes);
    const double = overlapping(own);
    for (const { id } of own) if (short.has(id)) double.add(id);
    const plainView = (event: EventRow) => viewOf(event, double, around);
    return {
      events: placed.placed
        .map((place) => viewOf(place.event, double, around, place, railOf(place, placed)))
        .sort((a, b) => a.from - b.from || a.lane - b.lane),
      overflow: placed.overflow.map((more) => ({
        id: more.events[0]?.id ?? '',
        count: more.events.length,
        ...{ top: more.top, bottom: more.bottom },
        events: more.group.map(plainView),
      })),
      before: placed.before.map(plainView),
      after: placed.after.map(plainView),
    };
  });
  const look = () => {
    looked.add(column);
    return parts();
  };
  const column: ColumnView = {
    id: who.id,
    name: who.name,
    head,
    color: who.color,
    shift: shiftWords(who, stretches, timeOff !== null, input),
    mark: who.mark ?? dayOff,
    bare: input.shiftsKnown !== false && !who.mark && dayOff !== null && !hasShifts(input.weekly, who.id),
    stretches,
    off: offShiftSpans(stretches, GRID_START, GRID_END),
    ...(timeOff ? { away: withinGrid(timeOff) } : {}),
    ...(openTime ? { open: openTime } : {}),
    early: own.some(isEarly(day)),
    late: own.some(isLate(day)),
    get events() {
      return look().events;
    },
    get overflow() {
      return look().overflow;
    },
    get before() {
      return look().before;
    },
    get after() {
      return look().after;
    },
  };
  return column;
}

/** The values that a column was made from: a column of the same values is reused. */
const sources = new WeakMap<ColumnView, readonly unknown[]>();

function sourcesOf(own: readonly EventRow[], head: string, who: Who, input: DayInput, short: ReadonlySet<string>): unknown[] {
  const { date, zone, language, t, maxLanes, weekly, overrides, open, away, shiftsKnown } = input;
  const all: unknown[] = [
    who.name,
    who.color,
    who.mark,
    head,
    date,
    zone,
    language,
    t,
    maxLanes,
    weekly,
    overrides,
    open,
    away,
    shiftsKnown,
  ];
  const seldom = input.troubles.size + input.openOverlaps.size + input.onlyRead.size + input.moving.size > 0;
  for (const event of own) {
    all.push(event, event.client_id && input.client(event.client_id), event.service_id && input.service(event.service_id));
    if (event.visit_id) all.push(visitPart(event, input.events));
    if (input.rooms) all.push(roomOf(event, input.rooms), short.has(event.id));
    if (!seldom) continue;
    all.push(input.troubles.get(event.id), input.openOverlaps.has(event.id));
    all.push(input.onlyRead.has(event.id), input.moving.has(event.id));
  }
  return all;
}

const sameItems = (a: readonly unknown[] | undefined, b: readonly unknown[]) =>
  a?.length === b.length && b.every((item, i) => item === a[i]);

/** The columns of a day. Those of `previous` that are the same are taken over. */
export function buildDay(input: DayInput, previous: readonly ColumnView[] = []): readonly ColumnView[] {
  const events = input.events.map((event) => (input.moving.has(event.id) ? { ...event, ...input.moving.get(event.id) } : event));
  const byEmployee = groupByEmployee(events);
  const team = shownPeople(input, byEmployee, [input.date]);
  const heads = headsOf(team.map(({ name }) => name));
  const before = new Map(previous.map((column) => [column.id, column]));
  const { from: midnight, to } = dayBounds(input.date, input.zone);
  const edge = (minute: number) => instantOf(input.date, minute, input.zone);
  const turned = minutesBetween(midnight, to) !== MINUTES_OF_DAY;
  const day = { from: midnight, opens: edge(GRID_START), closes: edge(GRID_END), to, turned };

  const short = crowded(events, input.rooms ?? NO_ROOMS);
  const next = team.map((who, index) => {
    const was = before.get(who.id);
    const own = byEmployee.get(who.id) ?? [];
    const head = heads[index] ?? who.name;
    const from = sourcesOf(own, head, who, input, short);
    if (was && sameItems(sources.get(was), from)) return was;
    const seen = was && looked.has(was) ? was : undefined;
    const made = columnOf(own, head, { input, who, day, short, old: new Map(seen?.events.map((event) => [event.id, event])) });
    const column = seen && sameColumn(seen, made) ? seen : made;
    sources.set(column, from);
    return column;
  });
  return next.length === previous.length && next.every((column, i) => column === previous[i]) ? previous : next;
}

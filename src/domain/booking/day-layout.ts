/**
 * Places a day's events in the column of one employee: in minutes on the salon's wall clock, in lanes if they overlap (an event in
 * another's waiting time has all the width), and outside the grid's hours (document 3 §2, §9; src/README.md, “How it looks”). Only
 * `slotAt` and `yOf` know pixels.
 */

import { addDays, type LocalDate, MINUTES_OF_DAY, minutesBetween, zonedParts } from '#domain/time/time.ts';
import type { Event } from '#schemas/events.ts';
import { busyUntil, type ExtraTimes, hasWaiting, workSpans } from './busy-spans.ts';
import { holdsSlot } from './overlap.ts';

/** The first minute of the grid's hours: 8:00. */
export const GRID_START = 8 * 60;
/** The end of the grid's hours in minutes of the day: 21:00, after 13 rows. */
export const GRID_END = 21 * 60;

/** The columns of an event that its place in the grid depends on. */
export type GridEvent = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time' | 'type' | 'status'> &
  ExtraTimes & { readonly visit_id?: string | null };

interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** An event with its place in a column. */
export interface PlacedEvent<E extends GridEvent = GridEvent> {
  readonly event: E;
  /** Minutes of the local day, clipped to it: 0 to 1440. */
  readonly from: number;
  readonly to: number;
  /** End of the cleaning up; `to` if there is none. */
  readonly until: number;
  /** The part of the client's waiting on this day. */
  readonly waits: Minutes | null;
  /** The visible part, minutes of the day. */
  readonly top: number;
  readonly bottom: number;
  /** The lane from the left, of `lanes` that share the width; the event stretches over `span` of them. */
  readonly lane: number;
  readonly lanes: number;
  readonly span: number;
  /**
   * True for a cancelled event beside ones that hold their slot. It stands in the narrow lane at the right, `lane` of `lanes`
   * within it.
   */
  readonly aside: boolean;
  /** True if its group has such a narrow lane or a "+N", for which room is left at the right. */
  readonly besideRail: boolean;
}

/** The events of a group beyond its lanes: the "+N" at the right edge, as tall as the group. */
export interface Overflow<E extends GridEvent = GridEvent> {
  readonly events: readonly E[];
  /** The whole group in time order, for the list that "+N" opens. */
  readonly group: readonly E[];
  readonly top: number;
  readonly bottom: number;
}

/** The layout of one employee's day. */
export interface ColumnLayout<E extends GridEvent = GridEvent> {
  readonly placed: readonly PlacedEvent<E>[];
  readonly overflow: readonly Overflow<E>[];
  /** Events that end before the grid or begin after it: the chips at the top and the bottom of the column. */
  readonly before: readonly E[];
  readonly after: readonly E[];
}

interface Span<E> extends Minutes {
  readonly event: E;
  readonly until: number;
  readonly waits: Minutes | null;
}

/**
 * Returns an event's minutes on a local day; null if it does not touch the day. An event of the day before starts at 0, one that
 * runs on ends at 1440. If the clock goes back in between, elapsed minutes count, so that nothing ends before it began.
 */
export function minutesOn(
  event: Pick<Event, 'start_time' | 'end_time'>,
  zone: string,
  date: LocalDate,
): { from: number; to: number } | null {
  const start = zonedParts(event.start_time, zone);
  const end = zonedParts(event.end_time, zone);
  const next = addDays(date, 1);
  if (start.date >= next || end.date < date || (end.date === date && end.minute === 0 && start.date < date)) return null;
  const from = start.date < date ? 0 : start.minute;
  let to = end.date > date ? MINUTES_OF_DAY : end.minute;
  if (to <= from) to = Math.min(MINUTES_OF_DAY, from + Math.max(0, minutesBetween(event.start_time, event.end_time)));
  return { from, to };
}

/** Adds waiting and cleaning up to the minutes of an event. Most events have none, and pay nothing. */
export function spanOf<E extends GridEvent>(event: E, { from, to }: Minutes, zone: string, date: LocalDate): Span<E> {
  const { buffer_after = 0, processing_minutes = 0, start_time, end_time } = event;
  if (buffer_after === 0 && processing_minutes === 0) return { event, from, to, until: to, waits: null };
  const [work, again] = hasWaiting(event) ? workSpans(event) : [];
  const waits = work && again ? minutesOn({ start_time: work.to, end_time: again.from }, zone, date) : null;
  const cleans = buffer_after > 0 && end_time > start_time;
  const until = cleans ? (minutesOn({ start_time: end_time, end_time: busyUntil(event) }, zone, date)?.to ?? to) : to;
  return { event, from, to, until: Math.max(to, until), waits };
}

const partsOf = ({ from, until, waits }: Span<unknown>): readonly Minutes[] =>
  waits
    ? [
        { from, to: waits.from },
        { from: waits.to, to: until },
      ]
    : [{ from, to: until }];

/** True if two events of the column take the same minute of it. */
function share(a: Span<GridEvent>, b: Span<GridEvent>): boolean {
  // Cleaning up between two parts of one visit is in nobody's way.
  if (a.event.visit_id && a.event.visit_id === b.event.visit_id && (a.to <= b.from || b.to <= a.from)) return false;
  if (a.from >= b.until || b.from >= a.until) return false;
  if (!a.waits && !b.waits) return true;
  return partsOf(a).some((one) => partsOf(b).some((other) => one.from < other.to && other.from < one.to));
}

const byTime = <E extends GridEvent>(a: Span<E>, b: Span<E>) =>
  a.from - b.from || b.to - a.to || (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0);

/** Returns runs of spans in which each touches the time of one before it. The input is sorted. */
function connected<E>(spans: readonly Span<E>[]): Span<E>[][] {
  const groups: Span<E>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    const group = groups.at(-1);
    if (group && span.from < end) group.push(span);
    else groups.push([span]);
    end = Math.max(end, span.until);
  }
  return groups;
}

/** Returns the first lane in which each span has its minutes to itself; one may lie in the waiting time of another. */
function sharedLanes<E extends GridEvent>(spans: readonly Span<E>[]): { lane: number[]; lanes: number } {
  const taken: Span<E>[][] = [];
  const lane = spans.map((span) => {
    const free = taken.findIndex((own) => !own.some((other) => share(other, span)));
    const at = free === -1 ? taken.length : free;
    taken[at] = [...(taken[at] ?? []), span];
    return at;
  });
  return { lane, lanes: taken.length };
}

/** Returns the first lane that is free at each span's start, greedily in the given order. */
function firstFreeLanes<E extends GridEvent>(spans: readonly Span<E>[]): { lane: number[]; lanes: number } {
  if (spans.some(({ event, waits, to, until }) => waits || (event.visit_id && until > to))) return sharedLanes(spans);
  const ends: number[] = [];
  const lane = spans.map(({ from, until }) => {
    const free = ends.findIndex((end) => end <= from);
    const at = free === -1 ? ends.length : free;
    ends[at] = until;
    return at;
  });
  return { lane, lanes: ends.length };
}

const visible = ({ from, to }: { from: number; to: number }) => ({
  top: Math.max(from, GRID_START),
  bottom: Math.min(to, GRID_END),
});

function placeGroup<E extends GridEvent>(
  group: readonly Span<E>[],
  maxLanes: number,
  placed: PlacedEvent<E>[],
  overflow: Overflow<E>[],
) {
  const holding = group.filter((s) => holdsSlot(s.event));
  const main = holding.length > 0 ? holding : group;
  const aside = holding.length > 0 ? group.filter((s) => !holdsSlot(s.event)) : [];

  const { lane, lanes: wanted } = firstFreeLanes(main);
  const lanes = Math.min(wanted, maxLanes);
  const fits = main.map((span, i) => ({ span, lane: lane[i] ?? 0 })).filter((p) => p.lane < lanes);
  const hidden = main.filter((_, i) => (lane[i] ?? 0) >= lanes);
  const besideRail = aside.length > 0 || hidden.length > 0;

  for (const { span, lane: own } of fits) {
    let reach = lanes;
    for (const p of fits) if (p.lane > own && p.lane < reach && share(p.span, span)) reach = p.lane;
    placed.push({ ...span, ...visible(span), lane: own, lanes, span: reach - own, aside: false, besideRail });
  }
  const beside = firstFreeLanes(aside);
  aside.forEach((span, i) => {
    placed.push({ ...span, ...visible(span), lane: beside.lane[i] ?? 0, lanes: beside.lanes, span: 1, aside: true, besideRail });
  });
  if (hidden.length > 0) {
    const all = visible({ from: Math.min(...group.map((s) => s.from)), to: Math.max(...group.map((s) => s.to)) });
    overflow.push({ events: hidden.map((s) => s.event), group: group.map((s) => s.event), ...all });
  }
}

/**
 * Places one employee's events of a local day. Events that overlap, directly or through others, form a group and share the width in
 * lanes, taken greedily by start and then by length. Cancelled ones do not count and stand aside.
 * @param maxLanes the most lanes that the column can hold; the rest of a group goes into its overflow
 */
export function placeEvents<E extends GridEvent>(
  events: readonly E[],
  zone: string,
  date: LocalDate,
  maxLanes = 4,
): ColumnLayout<E> {
  const before: Span<E>[] = [];
  const after: Span<E>[] = [];
  const inGrid: Span<E>[] = [];
  for (const event of events) {
    const minutes = minutesOn(event, zone, date);
    if (!minutes) continue;
    const into = minutes.from >= GRID_END ? after : minutes.to <= GRID_START && minutes.from < GRID_START ? before : inGrid;
    into.push(spanOf(event, minutes, zone, date));
  }
  const placed: PlacedEvent<E>[] = [];
  const overflow: Overflow<E>[] = [];
  for (const group of connected(inGrid.sort(byTime))) placeGroup(group, Math.max(1, maxLanes), placed, overflow);
  const eventsOf = (spans: Span<E>[]) => spans.sort(byTime).map((s) => s.event);
  return { placed, overflow, before: eventsOf(before), after: eventsOf(after) };
}

/** Returns the step of the interval at or before a minute. Steps count from midnight. */
export function snap(minute: number, interval: number): number {
  return Math.floor(minute / interval) * interval;
}

/** Returns the slot (minute of the day) under a point `y` px below the grid's top, clamped to the first and the last slot. */
export function slotAt(y: number, pxPerHour: number, interval: number): number {
  const minute = snap(GRID_START + (y / pxPerHour) * 60, interval);
  return Math.min(Math.max(minute, GRID_START), GRID_END - interval);
}

/** Returns how many px below the grid's top a minute of the day lies. */
export function yOf(minute: number, pxPerHour: number): number {
  return ((minute - GRID_START) / 60) * pxPerHour;
}

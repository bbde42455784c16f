/**
 * Where a booking of so many minutes fits: wholly within working time and over nothing that holds its slot (src/README.md,
 * “Availability”, “Find a free slot”). Working time is on the wall clock, a booking lasts elapsed minutes; both meet here as
 * instants, so that a night of the clock change neither sells an hour twice nor one that does not exist.
 */
import { availableStretches, type OverrideSets, type Stretch, type WeeklySets } from './availability.ts';
import { holdsSlot, type Timed } from './overlap.ts';
import { addDays, dayBounds, type LocalDate, MINUTE_MS, zonedParts, zonedPartsOfMs } from './time.ts';

export interface FreeSlot {
  readonly resourceId: string;
  /** ISO UTC. */
  readonly start: string;
  readonly end: string;
}

export interface SlotSearch {
  /** The first local day that is searched. */
  readonly date: LocalDate;
  /** How many days are searched; 1 where it is left out. */
  readonly days?: number;
  /** How long the booking lasts, in elapsed minutes. */
  readonly minutes: number;
  /** ISO UTC: nothing begins earlier. */
  readonly from: string;
  readonly weekly: WeeklySets;
  /** From the day before the first to the day after the last. */
  readonly overrides: OverrideSets;
  /** All that reaches into the days searched and the one after; without the booking that looks for a place. */
  readonly events: readonly Timed[];
  readonly resourceIds: readonly string[];
  /** IANA name. */
  readonly zone: string;
  /** The calendar's step in minutes: a slot begins at a multiple of it, counted from midnight on the wall clock. */
  readonly interval: number;
  readonly count: number;
}

/** Epoch milliseconds, `from` included, `to` not. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parts of a local day between which the clock does not change: one, or two on a day of change. */
function evenParts(date: LocalDate, zone: string): Span[] {
  const bounds = dayBounds(date, zone);
  const from = Date.parse(bounds.from);
  const to = Date.parse(bounds.to);
  const isEven = (at: number) => zonedPartsOfMs(at, zone).minute === (at - from) / MINUTE_MS;
  let low = from;
  let high = to - MINUTE_MS;
  if (isEven(high)) return [{ from, to }];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
    if (isEven(middle)) low = middle;
    else high = middle;
  }
  return [
    { from, to: high },
    { from: high, to },
  ];
}

/** The instants at which the wall clock of that day shows a minute of the stretch. */
function spansOf(stretch: Stretch, parts: readonly Span[], zone: string): Span[] {
  return parts.flatMap((part) => {
    const offset = part.from - zonedPartsOfMs(part.from, zone).minute * MINUTE_MS;
    const from = Math.max(part.from, offset + stretch.from * MINUTE_MS);
    const to = Math.min(part.to, offset + stretch.to * MINUTE_MS);
    return from < to ? [{ from, to }] : [];
  });
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const next of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && next.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else all.push(next);
  }
  return all;
}

function without(spans: readonly Span[], taken: Span): Span[] {
  return spans.flatMap((span) =>
    [
      { from: span.from, to: Math.min(span.to, taken.from) },
      { from: Math.max(span.from, taken.to), to: span.to },
    ].filter(({ from, to }) => from < to),
  );
}

/** What is asked of working time: the sets, and the zone in which they are meant. */
type Working = Pick<SlotSearch, 'weekly' | 'overrides' | 'zone'>;

/** A local day with its even parts: they are the same for all employees. */
interface Day {
  readonly date: LocalDate;
  readonly parts: readonly Span[];
}
const dayOf = (date: LocalDate, zone: string): Day => ({ date, parts: evenParts(date, zone) });

/** The employee's working time on some days following each other, as instants. */
function workingSpans({ weekly, overrides, zone }: Working, days: readonly Day[], resourceId: string): Span[] {
  const spans = days.flatMap(({ date, parts }) =>
    availableStretches(date, weekly, overrides, resourceId).flatMap((stretch) => spansOf(stretch, parts, zone)),
  );
  return joined(spans);
}

/** Working time without what is booked or blocked; cancelled bookings free theirs. */
function freeSpans(search: SlotSearch, days: readonly Day[], resourceId: string): Span[] {
  return search.events
    .filter((event) => event.resource_id === resourceId && holdsSlot(event))
    .map((event) => ({ from: Date.parse(event.start_time), to: Date.parse(event.end_time) }))
    .reduce(without, workingSpans(search, days, resourceId));
}

/** Nobody works that day; not when it begins; not until it ends. */
export type ShiftProblem = 'no_shift' | 'off_shift' | 'beyond_shift';

/**
 * What stands between a booking and the employee's working time, or null (document 3 §5; the dialog warns, it never forbids).
 * @param booking ISO UTC. @param working overrides from the day before its first to its last day.
 */
export function shiftProblem(
  booking: { readonly resource_id: string; readonly start_time: string; readonly end_time: string },
  working: Working,
): ShiftProblem | null {
  const { resource_id: id, start_time, end_time } = booking;
  const { date } = zonedParts(start_time, working.zone);
  const from = Date.parse(start_time);
  const to = Date.parse(end_time);
  const days = [dayOf(date, working.zone)];
  for (let next = addDays(date, 1); dayBounds(next, working.zone).from < end_time; next = addDays(next, 1))
    days.push(dayOf(next, working.zone));
  const span = workingSpans(working, days, id).find((one) => one.from <= from && from < one.to);
  if (span) return to <= span.to ? null : 'beyond_shift';
  return availableStretches(date, working.weekly, working.overrides, id).length > 0 ? 'off_shift' : 'no_shift';
}

/** The instants at which a slot of that day may begin: those that the wall clock shows, each once. */
function beginnings({ parts }: Day, interval: number, zone: string): number[] {
  const all: number[] = [];
  let next = 0; // what the clock shows a second time is not meant
  for (const part of parts) {
    const first = zonedPartsOfMs(part.from, zone).minute;
    const end = first + (part.to - part.from) / MINUTE_MS;
    for (let minute = Math.ceil(Math.max(first, next) / interval) * interval; minute < end; minute += interval) {
      all.push(part.from + (minute - first) * MINUTE_MS);
    }
    next = end;
  }
  return all;
}

/**
 * The free slots in order of their start; at the same start in the order of `resourceIds`. At most `count`.
 * @throws RangeError when the date or the zone cannot be read.
 */
export function freeSlots(search: SlotSearch): FreeSlot[] {
  const { date, days = 1, minutes, from, resourceIds, zone, interval, count } = search;
  if (!(minutes > 0 && interval > 0)) return [];
  const read = Array.from({ length: days + 1 }, (_, n) => dayOf(addDays(date, n), zone)); // a booking may run past the last midnight
  const free = resourceIds.map((resourceId) => ({ resourceId, spans: freeSpans(search, read, resourceId) }));
  const earliest = Date.parse(from);
  const length = minutes * MINUTE_MS;
  const found: FreeSlot[] = [];
  for (const day of read.slice(0, days)) {
    for (const at of beginnings(day, interval, zone)) {
      if (at < earliest) continue;
      for (const { resourceId, spans } of free) {
        if (!spans.some((span) => span.from <= at && at + length <= span.to)) continue;
        if (found.length >= count) return found;
        found.push({ resourceId, start: new Date(at).toISOString(), end: new Date(at + length).toISOString() });
      }
    }
  }
  return found;
}

export interface NextSlots {
  readonly count: number;
  /** At most so many of a day: the days after it are an answer, too. */
  readonly perDay: number;
  /** Two offers of a day are at least this far apart, in minutes. */
  readonly apart: number;
  /** Only what begins in this part of the day, in minutes of the wall clock. */
  readonly part?: Stretch | null;
}

/**
 * The next free slots as one reads them out to a client: far enough apart to be a choice, and of several employees who are
 * free at the same time the one who was named least. In order of their start. `search.count` has no meaning here.
 */
export function nextSlots(search: SlotSearch, { count, perDay, apart, part = null }: NextSlots): FreeSlot[] {
  const offered: FreeSlot[] = [];
  const named = new Map<string, number>();
  const timesNamed = (slot: FreeSlot) => named.get(slot.resourceId) ?? 0;
  for (let n = 0; n < (search.days ?? 1) && offered.length < count; n++) {
    const date = addDays(search.date, n);
    const slots = freeSlots({ ...search, date, days: 1, count: Number.POSITIVE_INFINITY });
    let last = Number.NEGATIVE_INFINITY;
    let ofDay = 0;
    for (let at = 0; at < slots.length && ofDay < perDay && offered.length < count; at++) {
      const first = slots[at] as FreeSlot;
      const start = Date.parse(first.start);
      const { minute } = zonedPartsOfMs(start, search.zone);
      if (start - last < apart * MINUTE_MS || (part && !(part.from <= minute && minute < part.to))) continue;
      const atOnce = slots.filter((slot) => slot.start === first.start);
      const best = atOnce.reduce((a, b) => (timesNamed(b) < timesNamed(a) ? b : a));
      offered.push(best);
      named.set(best.resourceId, timesNamed(best) + 1);
      last = start;
      ofDay++;
    }
  }
  return offered;
}

/** Two offers for one employee are this far apart, in minutes: a choice, not one time in many versions. */
const OFFER_GAP = 30;

/**
 * The slots that a client who has to move will most likely take: with the same employee as near as possible to the agreed
 * time, then with the others. `count` in all, the best first.
 */
export function nearestSlots(
  slots: readonly FreeSlot[],
  was: { readonly resourceId: string; readonly start: string },
  count: number,
): FreeSlot[] {
  const agreed = Date.parse(was.start);
  const distance = ({ start }: FreeSlot) => Math.abs(Date.parse(start) - agreed);
  const byDistance = (a: FreeSlot, b: FreeSlot) => distance(a) - distance(b) || Date.parse(b.start) - Date.parse(a.start);
  const offered: FreeSlot[] = [];
  for (const slot of [...slots].sort(byDistance)) {
    const near = (other: FreeSlot) =>
      other.resourceId === slot.resourceId && Math.abs(Date.parse(other.start) - Date.parse(slot.start)) < OFFER_GAP * MINUTE_MS;
    if (!offered.some(near)) offered.push(slot);
  }
  const own = offered.filter(({ resourceId }) => resourceId === was.resourceId);
  const others = offered.filter(({ resourceId }) => resourceId !== was.resourceId);
  const half = Math.ceil(count / 2);
  const first = own.slice(0, Math.max(half, count - others.length));
  return [...first, ...others.slice(0, count - first.length)];
}

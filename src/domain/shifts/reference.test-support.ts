/**
 * Computes the domain's answers slowly and obviously. Intl is asked once for each half hour what the wall clock shows; then every
 * minute is looked at by itself. It uses nothing of time.ts, availability.ts, overlap.ts, busy-spans.ts, free-slots.ts, taken-rooms.ts, open-days.ts or
 * holidays.ts.
 */

import type { ExtraTimes } from '#domain/booking/busy-spans.ts';
import type { Timed } from '#domain/booking/overlap.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import type { Room } from '#schemas/rooms.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HALF_HOUR = 30 * MINUTE;
export const FIRST_MS = Date.UTC(2024, 11, 29);
export const LAST_MS = Date.UTC(2027, 0, 4);

export const dayNumberOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY;
export const dateOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10);

/** A wall clock of a zone. */
export class Wall {
  private readonly shown: Float64Array;

  constructor(readonly zone: string) {
    const ask = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    this.shown = new Float64Array((LAST_MS - FIRST_MS) / HALF_HOUR);
    for (let n = 0; n < this.shown.length; n++) {
      const text = ask.format(FIRST_MS + n * HALF_HOUR); // 2026-11-18 10:30
      this.shown[n] = dayNumberOf(text.slice(0, 10)) * 1440 + Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16));
    }
  }

  /** Returns what the clock shows at an instant: days since 1970 times 1440, plus the minute of that day. */
  at(ms: number): number {
    const half = Math.floor((ms - FIRST_MS) / HALF_HOUR);
    return (this.shown[half] as number) + (ms - FIRST_MS - half * HALF_HOUR) / MINUTE;
  }

  /** Returns the days on which the clock is put forward or back. */
  changes(): { day: number; by: number }[] {
    const found: { day: number; by: number }[] = [];
    for (let n = 1; n < this.shown.length; n++) {
      const by = (this.shown[n] as number) - (this.shown[n - 1] as number) - 30;
      if (by !== 0) found.push({ day: Math.floor((this.shown[n] as number) / 1440), by });
    }
    return found;
  }

  /** Returns all instants at which the clock shows that day, minute by minute. */
  minutesOf(day: number): number[] {
    const found: number[] = [];
    const first = Math.floor((day * DAY - DAY - FIRST_MS) / HALF_HOUR);
    for (let half = first; half < first + 3 * 48; half++) {
      if (Math.floor((this.shown[half] as number) / 1440) !== day) continue;
      for (let minute = 0; minute < 30; minute++) found.push(FIRST_MS + half * HALF_HOUR + minute * MINUTE);
    }
    return found;
  }
}

/** Minutes from the midnight at which its date begins; past 1440 it runs into the next day. */
interface Stretch {
  from: number;
  to: number;
}
interface DaySet {
  shifts: Stretch[];
  added: Stretch[];
  cuts: Stretch[];
  dayOff: boolean;
}

export interface World {
  readonly wall: Wall;
  readonly day: number;
  readonly interval: number;
  /** The sets of each employee, by weekday. */
  readonly weekly: Readonly<Record<string, Readonly<Record<number, readonly ShiftInterval[]>>>>;
  /** The overrides of each employee, by day number. */
  readonly overrides: Readonly<Record<string, Readonly<Record<number, readonly OverrideInterval[]>>>>;
  readonly events: readonly Timed[];
  /** When the salon is open; null: it has set nothing. */
  readonly open?: {
    /** Of each weekday; null: no hours are set. */
    readonly hours: Readonly<Record<number, readonly ShiftInterval[]>> | null;
    /** Day numbers on which it is closed. */
    readonly closed: ReadonlySet<number>;
  } | null;
  /** The room of each service that needs one. */
  readonly rooms: ReadonlyMap<string, Room>;
}

const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
const stretch = (start: string, end: string): Stretch => {
  const [from, to] = [clock(start), clock(end)];
  return { from, to: to > from ? to : to + 1440 };
};

function setOf({ weekly, overrides }: World, who: string, day: number): DaySet {
  const set: DaySet = { shifts: [], added: [], cuts: [], dayOff: false };
  for (const { start, end } of weekly[who]?.[(day + 4) % 7] ?? []) set.shifts.push(stretch(start, end));
  for (const { type, start, end } of overrides[who]?.[day] ?? []) {
    if (!start || !end) set.dayOff = true;
    else (type === 'time_off' ? set.cuts : set.added).push(stretch(start, end));
  }
  return set;
}

/**
 * Returns 1 or 0 for each minute of the day and of the next one: 1 if the employee works (document 3 §5). It paints minute by
 * minute: first the shifts of three days, except on whole days off, and then all hourly time off over them.
 */
export function workMinutes(world: World, who: string): Uint8Array {
  const painted = new Uint8Array(4 * 1440);
  const paint = (day: number, { from, to }: Stretch, work: 0 | 1) => {
    for (let minute = from; minute < to; minute++) painted[day * 1440 + minute] = work;
  };
  const sets = [-1, 0, 1].map((off) => setOf(world, who, world.day + off));
  sets.forEach(({ shifts, dayOff }, day) => {
    if (!dayOff && !world.open?.closed.has(world.day + day - 1)) for (const one of shifts) paint(day, one, 1);
  });
  // The salon's hours are around the shifts of the week alone; what was added for a date is painted over them.
  openMinutes(world).forEach((open, minute) => {
    if (open === 0) painted[minute] = 0;
  });
  sets.forEach(({ added, dayOff }, day) => {
    if (!dayOff) for (const one of added) paint(day, one, 1);
  });
  sets.forEach(({ cuts }, day) => {
    for (const one of cuts) paint(day, one, 0);
  });
  return painted.slice(1440, 3 * 1440);
}

/** Returns 1 or 0 for each minute of four days from the day before on: 1 if the salon's hours run; all 1 if it has set none. */
function openMinutes({ open, day }: World): Uint8Array {
  const painted = new Uint8Array(4 * 1440).fill(open?.hours ? 0 : 1);
  // The last of the three days runs into the fourth, of which nobody asks.
  for (let off = -2; off <= 2; off++) {
    if (!open?.hours || open.closed.has(day + off)) continue;
    for (const { start, end } of open.hours[(day + off + 4) % 7] ?? []) {
      const { from, to } = stretch(start, end);
      for (let minute = from; minute < to; minute++) {
        const at = (off + 1) * 1440 + minute;
        if (at >= 0 && at < painted.length) painted[at] = 1;
      }
    }
  }
  return painted;
}

const holds = ({ status, deleted }: Timed) => status !== 'cancelled' && deleted !== true;

/** The instants of all minutes of an event. */
export function minutesOfEvent({ start_time, end_time }: Timed): number[] {
  const all: number[] = [];
  for (let ms = Date.parse(start_time), end = Date.parse(end_time); ms < end; ms += MINUTE) all.push(ms);
  return all;
}

/** True if the client waits in minute `n` of a booking of this length. Waiting that does not fit into it does not count. */
function isWaiting(
  n: number,
  length: number,
  { processing_after: after = 0, processing_minutes: waiting = 0 }: ExtraTimes,
): boolean {
  const isWithin = after >= 1 && waiting >= 1 && after + waiting <= length - 1;
  return isWithin && n >= after && n < after + waiting;
}

/** The instants of all minutes in which somebody works with the client. */
export function workedMinutes(event: Timed): number[] {
  const all = minutesOfEvent(event);
  return all.filter((_, n) => !isWaiting(n, all.length, event));
}

/** The instants of all minutes in which the employee is taken, those of cleaning up among them. */
export function busyMinutes(event: Timed): number[] {
  const end = Date.parse(event.end_time);
  return [...workedMinutes(event), ...Array.from({ length: event.buffer_after ?? 0 }, (_, n) => end + n * MINUTE)];
}

const ofOneVisit = (a: Timed, b: Timed) => typeof a.visit_id === 'string' && a.visit_id === b.visit_id;

/**
 * Returns the pairs that share a minute which both hold, as `a,b` in the order of their ids. Two legs of one visit do not count.
 */
export function sharedMinutes(events: readonly Timed[]): string[] {
  const holding = events.filter(holds);
  const minutes = holding.map(busyMinutes);
  const found: string[] = [];
  holding.forEach((a, n) => {
    for (let m = n + 1; m < holding.length; m++) {
      const b = holding[m] as Timed;
      if (a.resource_id !== b.resource_id || (a.type === 'blocking' && b.type === 'blocking')) continue;
      if (ofOneVisit(a, b)) continue;
      if (minutes[m]?.some((ms) => minutes[n]?.includes(ms))) found.push([a.id, b.id].sort().join());
    }
  });
  return found;
}

/** The instants of all minutes in which a booking has its room, those of waiting and of cleaning up among them. */
function roomMinutes(event: Timed): number[] {
  const end = Date.parse(event.end_time);
  return [...minutesOfEvent(event), ...Array.from({ length: event.buffer_after ?? 0 }, (_, n) => end + n * MINUTE)];
}

/** Returns the visits that have a room, for each minute in which somebody has it. */
function visitsByMinute({ events, rooms }: World, room: Room): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const event of events) {
    if (!holds(event) || event.type === 'blocking' || rooms.get(event.service_id ?? '') !== room) continue;
    for (const ms of roomMinutes(event)) found.set(ms, (found.get(ms) ?? new Set()).add(event.visit_id ?? event.id));
  }
  return found;
}

/** Returns the ids of all events that have a room in a minute in which more visits have it than there are of it, in order. */
export function shortOfRoom(world: World): string[] {
  const found = new Set<string>();
  for (const room of new Set(world.rooms.values())) {
    const visits = visitsByMinute(world, room);
    for (const event of world.events) {
      const has = holds(event) && event.type !== 'blocking' && world.rooms.get(event.service_id ?? '') === room;
      if (has && roomMinutes(event).some((ms) => (visits.get(ms)?.size ?? 0) > room.count)) found.add(event.id);
    }
  }
  return [...found].sort();
}

/** Returns the ids of the others that leave a booking no room, in order: in one of its minutes the others alone fill it. */
export function roomTakenBy(world: World, booking: Timed): string[] {
  const room = world.rooms.get(booking.service_id ?? '');
  if (!room || !holds(booking) || booking.type === 'blocking') return [];
  const own = booking.visit_id ?? booking.id;
  const visits = visitsByMinute(world, room);
  const full = roomMinutes(booking).filter(
    (ms) => [...(visits.get(ms) ?? [])].filter((visit) => visit !== own).length >= room.count,
  );
  return world.events
    .filter((event) => holds(event) && event.type !== 'blocking' && world.rooms.get(event.service_id ?? '') === room)
    .filter((event) => (event.visit_id ?? event.id) !== own && roomMinutes(event).some((ms) => full.includes(ms)))
    .map(({ id }) => id)
    .sort();
}

/**
 * Returns the free slots of the day as `start employee`, in order. Work with the client needs working time that is not taken,
 * cleaning up needs time that is not taken, and waiting needs nothing.
 * @param works the minutes in which each of the team works
 * @param minutes the instants of the day
 */
export function slowSlots(
  world: World,
  team: readonly string[],
  works: readonly Uint8Array[],
  minutes: readonly number[],
  {
    length,
    from,
    times,
    room,
  }: { readonly length: number; readonly from: number; readonly times: ExtraTimes; readonly room: Room | null },
): string[] {
  const { wall, day, events, interval } = world;
  const first = minutes[0] as number;
  const cleaning = times.buffer_after ?? 0;
  const all = minutes.length + length + cleaning;
  const working = team.map((_, at) =>
    Uint8Array.from({ length: all }, (_, n) => works[at]?.[wall.at(first + n * MINUTE) - day * 1440] ?? 0),
  );
  const taken = team.map((who) => {
    const busy = new Uint8Array(all);
    for (const one of events) {
      if (one.resource_id !== who || !holds(one)) continue;
      for (const ms of busyMinutes(one)) busy[(ms - first) / MINUTE] = 1;
    }
    return busy;
  });
  const visits = room ? visitsByMinute(world, room) : null;
  const isFull = (ms: number) => room !== null && (visits?.get(ms)?.size ?? 0) >= room.count;
  const shownBefore = new Set<number>();
  const slots: string[] = [];
  minutes.forEach((ms, n) => {
    const minute = wall.at(ms) % 1440;
    if (minute % interval !== 0 || shownBefore.has(minute)) return;
    shownBefore.add(minute); // of a time that the clock shows twice only the first counts
    if (ms < from) return;
    team.forEach((who, at) => {
      let fits = true;
      for (let m = 0; fits && m < length + cleaning; m++) {
        if (isFull(ms + m * MINUTE)) fits = false;
        if (m < length && isWaiting(m, length, times)) continue;
        fits &&= taken[at]?.[n + m] === 0 && (m >= length || working[at]?.[n + m] === 1);
      }
      if (fits) slots.push(`${new Date(ms).toISOString()} ${who}`);
    });
  });
  return slots;
}

/**
 * Returns the problem of a booking that begins on the day with the shift, from every minute in which somebody works.
 * @param always the minutes in which the employee would work if the salon were always open
 */
export function slowProblem(world: World, works: Uint8Array, booking: Timed, always = works): string | null {
  const { wall, day, open } = world;
  const minutes = workedMinutes(booking).map((ms) => wall.at(ms) - day * 1440);
  const asked = minutes.map((minute) => works[minute]);
  if (asked[0]) {
    if (!asked.includes(0)) return null;
    return minutes.some((minute) => always[minute] === 0) ? 'beyond_shift' : 'beyond_hours';
  }
  const [first = 0] = minutes;
  const hoursRun = openMinutes(world)[first + 1440] === 1;
  if (open?.closed.has(day) && !(open.hours && hoursRun)) return 'closed';
  if (open?.hours && !hoursRun) return 'outside_hours';
  return works.slice(0, 1440).includes(1) ? 'off_shift' : 'no_shift';
}

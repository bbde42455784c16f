/** Random days in all zones of the salon's form, many of them beside a change of the clock, against reference.test-support.ts. */
import { expect, test } from 'vitest';
import type { ExtraTimes } from '#domain/booking/busy-spans.ts';
import { GRID_END, GRID_START, minutesOn, placeEvents, slotAt, snap, yOf } from '#domain/booking/day-layout.ts';
import { freeSlots, nextSlots, shiftProblem } from '#domain/booking/free-slots.ts';
import { type SalonDays, salonDaysOf } from '#domain/booking/open-days.ts';
import { crowded, overlapping, overlappingPairs, overlapsWith, type Timed } from '#domain/booking/overlap.ts';
import { addDays, dayBounds, daysBetween, instantOf, mondayOf, weekDates, weekdayOf, zonedParts } from '#domain/time/time.ts';
import { eventsByDay } from '#domain/time/week.ts';
import { CALENDAR_INTERVALS, TIME_ZONES } from '#schemas/constants.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { type ClosedDays, closedDaysText, openingHoursText } from '#schemas/salon-days.ts';
import { availableSpans, isBookable, offShiftSpans, overrideKey, weeklyKey } from './availability.ts';
import {
  busyMinutes,
  dateOf,
  dayNumberOf,
  minutesOfEvent,
  roomTakenBy,
  sharedMinutes,
  shortOfRoom,
  slowProblem,
  slowSlots,
  Wall,
  type World,
  workMinutes,
} from './reference.test-support.ts';

/** `npm run test:all` looks at all of them. */
const DAYS = process.env.GREBEN_ALL ? 10_000 : 500;
const MINUTE = 60_000;
const TEAM = ['maria', 'ivo'];

/** Mulberry32: the same days in every run. */
let seed = 20_261_121;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const below = (n: number) => Math.floor(random() * n);
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const several = <T>(most: number, make: (n: number) => T): T[] => Array.from({ length: below(most + 1) }, (_, n) => make(n));

function interval(): ShiftInterval {
  const at = () => {
    const minute = below(4) === 0 ? below(1440) : below(96) * 15;
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  };
  for (;;) {
    const made = { start: at(), end: at() };
    if (made.start !== made.end) return made;
  }
}

function override(): OverrideInterval {
  if (below(5) === 0) return { start: null, end: null, type: 'time_off' };
  return { ...interval(), type: one(['time_off', 'additional_shift']) };
}

/** Waiting and cleaning up, mostly such as a salon has; now and then waiting for which the booking is too short. */
function times(minutes: number): ExtraTimes {
  if (below(2) === 0) return {};
  const buffer_after = below(3) === 0 ? below(9) * 5 : 0;
  if (below(2) === 0) return { buffer_after };
  const after = below(1 + minutes / 5) * 5;
  return { buffer_after, processing_after: after, processing_minutes: below(3 + (minutes - after) / 5) * 5 };
}

function event(n: number, midnight: number): Timed {
  const start = midnight + (below(34 * 12) - 6 * 12) * 5 * MINUTE;
  const minutes = (1 + below(72)) * 5;
  return {
    ...times(minutes),
    ...(below(4) === 0 ? { visit_id: one(['v', 'w']) } : {}),
    id: `e${n}`,
    resource_id: one(TEAM),
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + minutes * MINUTE).toISOString(),
    type: below(5) === 0 ? 'blocking' : 'appointment',
    status: one(['booked', 'booked', 'completed', 'cancelled', 'no-show', null]),
  };
}

/** One laser room, two basins; half of what is booked needs one of them. */
const LASER = { id: 'laser', name: 'Лазерен кабинет', count: 1 };
const BASIN = { id: 'basin', name: 'Мивка', count: 2 };
const ROOMS = new Map([
  ['hair removal', LASER],
  ['wash', BASIN],
  ['colour', BASIN],
]);

const walls = TIME_ZONES.map((zone) => new Wall(zone));

function world(n: number): World {
  const wall = walls[n % walls.length] as Wall;
  const changes = wall.changes();
  const change = changes.length > 0 && below(3) === 0 ? one(changes).day + below(3) - 1 : null;
  const day = change ?? dayNumberOf('2025-01-02') + below(725);
  const midnight = Date.parse(dayBounds(dateOf(day), wall.zone).from);
  const forTeam = <T>(make: () => T) => Object.fromEntries(TEAM.map((who) => [who, make()]));
  return {
    wall,
    day,
    interval: one([...CALENDAR_INTERVALS, 15, 20, 30]),
    weekly: forTeam(() => Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, several(2, interval)]))),
    overrides: forTeam(() =>
      Object.fromEntries([-1, 0, 1].map((off) => [day + off, below(3) === 0 ? several(2, override) : []])),
    ),
    events: several(7, (at) => event(at, midnight)),
    rooms: new Map(),
  };
}

/** Stops the test at a difference and names its day. */
function same(what: string, { wall, day }: World, ours: unknown, slow: unknown): void {
  const [a, b] = [JSON.stringify(ours), JSON.stringify(slow)];
  if (a !== b) throw new Error(`${what} on ${dateOf(day)} in ${wall.zone}: ${a}, but minute by minute ${b}`);
}

/** Every minute of the day lies in one stretch at most, and exactly where the look says. */
function sameMinutes(what: string, it: World, stretches: readonly { from: number; to: number }[], slow: Uint8Array) {
  const painted = new Uint8Array(1440);
  for (const { from, to } of stretches) for (let m = from; m < to; m++) painted[m] = (painted[m] as number) + 1;
  for (let m = 0; m < 1440; m++) if (painted[m] !== slow[m]) same(`${what}, minute ${m}`, it, painted[m], slow[m]);
}

function setsOf({ weekly, overrides, open }: World) {
  return {
    open: open ? (daysOf.get(open) ?? null) : null,
    weekly: new Map(
      TEAM.flatMap((who) => Object.entries(weekly[who] ?? {}).map(([day, set]) => [weeklyKey(who, Number(day)), set] as const)),
    ),
    overrides: new Map(
      TEAM.flatMap((who) =>
        Object.entries(overrides[who] ?? {}).map(([day, set]) => [overrideKey(who, dateOf(Number(day))), set] as const),
      ),
    ),
  };
}

/** The results of the look, each computed once: the day's instants, who works when, and on which days each event lies. */
interface Looked {
  readonly minutes: readonly number[];
  readonly works: readonly Uint8Array[];
  /** Who would work when if the salon were always open; by default that is no other. */
  readonly always?: readonly Uint8Array[];
  /** Ids of the events that have a minute on the day. */
  readonly there: ReadonlySet<string>;
}

function look(it: World): Looked {
  const onDay = (ms: number) => Math.floor(it.wall.at(ms) / 1440) === it.day;
  return {
    minutes: it.wall.minutesOf(it.day),
    works: TEAM.map((who) => workMinutes(it, who)),
    always: TEAM.map((who) => workMinutes({ ...it, open: null }, who)),
    there: new Set(it.events.filter((one) => minutesOfEvent(one).some(onDay)).map(({ id }) => id)),
  };
}

function checkClock(it: World, { minutes }: Looked): void {
  const { wall, day } = it;
  const date = dateOf(day);
  const bounds = dayBounds(date, wall.zone);
  same(
    'day bounds',
    it,
    [bounds.from, bounds.to],
    [minutes[0], (minutes.at(-1) as number) + MINUTE].map((ms) => new Date(ms as number).toISOString()),
  );
  for (let n = 0; n < (minutes.length === 1440 ? 1 : 4); n++) {
    const ms = one(minutes);
    const at = zonedParts(new Date(ms).toISOString(), wall.zone);
    same('the wall clock', it, dayNumberOf(at.date) * 1440 + at.minute, wall.at(ms));
    const minute = minutes.length === 1440 ? below(1440) : 60 + below(240); // where the clock changes
    const first = minutes.find((one) => wall.at(one) % 1440 === minute);
    // A time that is skipped moves forward by the gap: what the clock shows an hour later.
    const meant = first ?? minutes.find((one) => wall.at(one) % 1440 === minute + 60);
    same(`the instant of minute ${minute}`, it, instantOf(date, minute, wall.zone), new Date(meant as number).toISOString());
  }
}

function checkWeek(it: World, { there }: Looked): void {
  const { day } = it;
  const date = dateOf(day);
  let monday = day;
  while (new Date(monday * 86_400_000).getUTCDay() !== 1) monday--;
  same('the weekday', it, weekdayOf(date), new Date(day * 86_400_000).getUTCDay());
  same('the Monday', it, mondayOf(date), dateOf(monday));
  same(
    'the week',
    it,
    weekDates(date),
    [0, 1, 2, 3, 4, 5, 6].map((n) => dateOf(monday + n)),
  );
  same('days between', it, daysBetween(dateOf(monday), date), day - monday);
  same('adding days', it, addDays(dateOf(monday), day - monday), date);
  const ofDay = eventsByDay(it.events, it.wall.zone, dateOf(monday))[day - monday]?.map(({ event: { id } }) => id);
  same('events of the week’s day', it, ofDay?.sort(), [...there].sort());
}

function checkAvailability(it: World, { works, always = works }: Looked): void {
  const { weekly, overrides, open } = setsOf(it);
  TEAM.forEach((who, at) => {
    const work = (works[at] as Uint8Array).slice(0, 1440);
    const stretches = availableSpans(dateOf(it.day), weekly, overrides, who, open);
    sameMinutes(`working time of ${who}`, it, stretches, work);
    const off = work.map((is, minute) => (is === 0 && minute >= GRID_START && minute < GRID_END ? 1 : 0));
    sameMinutes('off shift', it, offShiftSpans(stretches, GRID_START, GRID_END), off);
    const from = below(1380);
    below(60); // the stored seeds count on as many random numbers
    same('bookable', it, isBookable(stretches, from), work[from] === 1);
  });
  for (const booking of it.events.slice(0, 2)) {
    if (Math.floor(it.wall.at(Date.parse(booking.start_time)) / 1440) !== it.day) continue;
    const ours = shiftProblem(booking, { weekly, overrides, zone: it.wall.zone, open });
    const at = TEAM.indexOf(booking.resource_id);
    const slow = slowProblem(it, works[at] as Uint8Array, booking, always[at]);
    same('the booking and the shift', it, ours, slow);
    if (slow) problems.set(slow, (problems.get(slow) ?? 0) + 1);
  }
}

function checkOverlaps(it: World): void {
  const pair = (a: { id: string }, b: { id: string }) => [a.id, b.id].sort().join();
  const slow = sharedMinutes(it.events).sort();
  const ours = overlappingPairs(it.events).map(([a, b]) => pair(a, b));
  same('overlaps', it, ours.sort(), slow);
  const ofEach = it.events.flatMap((candidate) => overlapsWith(candidate, it.events).map((other) => pair(candidate, other)));
  same('overlaps of each', it, [...new Set(ofEach)].sort(), slow);
  same('overlaps both ways', it, ofEach.length, 2 * slow.length);
}

/** The part of the day that is drawn as waiting, and the end of the cleaning up, equal those of the minutes. */
function sameParts(it: World, own: Timed, waits: { from: number; to: number } | null, until: number): void {
  const changed = it.wall.minutesOf(it.day).length !== 1440;
  if (changed) return; // In an hour that the clock shows twice, a minute of the grid does not say which of the two is meant.
  const ofDay = (all: readonly number[]) => all.map((ms) => it.wall.at(ms) - it.day * 1440).filter((m) => m >= 0 && m < 1440);
  const busy = new Set(ofDay(busyMinutes(own)));
  const waited = ofDay(minutesOfEvent(own)).filter((minute) => !busy.has(minute));
  const drawn = waits ? [waits.from, waits.to] : null;
  if (drawn) waitings++;
  same('the waiting', it, drawn, waited.length > 0 ? [waited[0], (waited.at(-1) as number) + 1] : null);
  same('the cleaning up', it, until, Math.max(...ofDay([...minutesOfEvent(own), ...busyMinutes(own)])) + 1);
}

function checkLanes(it: World, { there }: Looked): void {
  const maxLanes = 1 + below(4);
  const date = dateOf(it.day);
  const own = it.events.filter(({ resource_id }) => resource_id === 'maria');
  const { placed, overflow, before, after } = placeEvents(own, it.wall.zone, date, maxLanes);
  const shown = [
    ...[...placed.map((one) => one.event), ...overflow.flatMap((more) => more.events)],
    ...[...before, ...after],
  ].map(({ id }) => id);
  same('each event once', it, shown.sort(), own.flatMap(({ id }) => (there.has(id) ? [id] : [])).sort());

  const inGrid = own.flatMap((one) => {
    const minutes = one.status === 'cancelled' ? null : minutesOn(one, it.wall.zone, date);
    return minutes && minutes.to > GRID_START && minutes.from < GRID_END ? [one] : [];
  });
  const plain = inGrid.every((one) => busyMinutes(one).length === minutesOfEvent(one).length);
  const spans = inGrid.flatMap((one) => minutesOn(one, it.wall.zone, date) ?? []);
  let most = 0;
  for (let minute = 0; minute < 1440; minute++) {
    let lanes = 0;
    for (const { from, until, waits, lane, span, aside } of placed) {
      if (minute < from || until <= minute || (waits && waits.from <= minute && minute < waits.to)) continue;
      const taken = ((1 << span) - 1) << (lane + (aside ? 8 : 0));
      if ((lanes & taken) !== 0) same(`a lane at minute ${minute}`, it, 'taken twice', 'free');
      lanes |= taken;
    }
    let atOnce = 0;
    for (const { from, to } of spans) if (from <= minute && minute < to) atOnce++;
    most = Math.max(most, atOnce);
  }
  for (const { event: own, waits, until } of placed) sameParts(it, own, waits, until);
  // A lane may be shared by several events if one lies in the waiting of another. Then the number of lanes is that of placing
  // them one by one.
  if (!plain) return;
  // No more lanes than there are events at once, and none hidden while a lane was to be had.
  const holding = ({ status }: { status: string | null }) => status !== 'cancelled';
  const used = Math.max(0, ...placed.filter(({ aside, event: own }) => !aside && holding(own)).map(({ lanes }) => lanes));
  same('lanes', it, used, Math.min(most, maxLanes));
  same(
    'hidden events',
    it,
    overflow.some((more) => more.events.some(holding)),
    most > maxLanes,
  );
}

/** The same day in a salon with rooms: its events need them, and nothing else of it is another. */
function withRooms(it: World): World {
  const events = it.events.map((event) => ({
    ...event,
    service_id: one(['hair removal', 'hair removal', 'wash', 'colour', 'cut']),
  }));
  return { ...it, events, rooms: ROOMS };
}

function checkRooms(without: World): void {
  const it = withRooms(without);
  const short = shortOfRoom(it);
  same('events that are short of a room', it, [...crowded(it.events, ROOMS)].sort(), short);
  const double = new Set([...overlapping(it.events), ...short]);
  same('events that overlap in time or room', it, [...overlapping(it.events, ROOMS)].sort(), [...double].sort());
  for (const candidate of it.events) {
    const taken = new Set([...roomTakenBy(it, candidate), ...overlapsWith(candidate, it.events).map(({ id }) => id)]);
    const ours = overlapsWith(candidate, it.events, ROOMS).map(({ id }) => id);
    same(`what ${candidate.id} lies over, in time or room`, it, ours.sort(), [...taken].sort());
  }
  crowds += short.length;
}

function checkSlots(without: World, { minutes: ofDay, works }: Looked): void {
  const it = withRooms(without);
  const room = one([LASER, BASIN, null]);
  const date = dateOf(it.day);
  const { zone } = it.wall;
  const minutes = 5 * (1 + below(36));
  const from = (ofDay[0] as number) + below(3) * below(1000) * MINUTE;
  const asked = times(minutes);
  const search = {
    ...setsOf(it),
    ...{
      date,
      minutes,
      times: asked,
      zone,
      events: it.events,
      ...{ rooms: ROOMS, room },
      resourceIds: TEAM,
      interval: it.interval,
      count: Number.POSITIVE_INFINITY,
    },
    from: new Date(from).toISOString(),
  };
  const ours = freeSlots(search).map(({ start, resourceId }) => `${start} ${resourceId}`);
  const slow = slowSlots(it, TEAM, works, ofDay, { length: minutes, from, times: asked, room });
  found += slow.length;
  if (room) withRoom += slow.length;
  if (ours.join() !== slow.join()) same('free slots', it, ours, slow);
  if (below(10) > 0) return;
  const next = nextSlots(search, { count: 3, perDay: 3, apart: 30 }).map(({ start }) => start);
  same('the first of the next slots', it, next[0] ?? null, slow[0]?.slice(0, 24) ?? null);
}

function checkGrid(it: World): void {
  const minute = below(1440);
  let step = 0;
  while (step + it.interval <= minute) step += it.interval;
  same('snap', it, snap(minute, it.interval), step);
  const shown = Math.min(Math.max(step, GRID_START), GRID_END - it.interval);
  same('the slot under a point', it, slotAt(yOf(minute, 60), 60, it.interval), shown);
}

let found = 0;
let waitings = 0;
const problems = new Map<string, number>();
let crowds = 0;
let withRoom = 0;

test('clock, week, working time, overlaps, rooms, lanes, grid and free slots are what a look at every minute says', () => {
  for (let n = 0; n < DAYS; n++) {
    const it = world(n);
    const looked = look(it);
    for (const check of [checkClock, checkWeek, checkAvailability, checkOverlaps, checkLanes, checkGrid, checkRooms, checkSlots])
      check(it, looked);
  }
  // The runs found slots, and the zones with summer time changed their clocks: the test did not compare nothing with nothing.
  expect(found).toBeGreaterThan(DAYS);
  expect(waitings).toBeGreaterThan(DAYS / 10);
  expect(crowds).toBeGreaterThan(DAYS / 10);
  expect(withRoom).toBeGreaterThan(DAYS / 2);
  expect(walls.map((wall) => wall.changes().length)).toEqual([4, 4, 4, 4, 4, 0, 0, 4]);
}, 240_000);

/** The days of a salon as the program reads them from its texts, by those of the look. */
const daysOf = new WeakMap<object, SalonDays>();

/** Hours and closed days such as a salon may have, many of them at night, and closed days on and beside the day. */
function salonDays({ day }: World): NonNullable<World['open']> | null {
  const hours =
    below(4) === 0 ? null : Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, several(2, interval)]));
  const closed = new Set<number>();
  const entries: ClosedDays[] = [];
  const from = day - 2 + below(4);
  if (below(2) === 0) {
    const to = from + below(3);
    for (let one = from; one <= to; one++) closed.add(one);
    entries.push({ kind: 'dates', from: dateOf(from), to: dateOf(to), name: 'Ремонт' });
  }
  if (below(2) === 0) {
    const off = day + below(3) - 1;
    closed.add(off);
    entries.push({ kind: 'yearly', day: dateOf(off).slice(5), name: '' });
  }
  const text = openingHoursText(
    Object.entries(hours ?? {}).flatMap(([weekday, set]) => set.map((one) => ({ weekday: Number(weekday), ...one }))),
  );
  const open = { hours: text === null ? null : hours, closed };
  const days = salonDaysOf(text, closedDaysText(entries));
  if (days) daysOf.set(open, days);
  return days ? open : null;
}

test('a salon with hours and closed days has the working time and free slots that a look at every minute says', () => {
  seed = 20_261_127;
  problems.clear();
  const before = found;
  const inRooms = withRoom;
  /** The zones in which such a salon was looked at on the day of a change of the clock. */
  const changed = new Set<string>();
  for (let n = 0; n < DAYS; n++) {
    const plain = world(n);
    const it = { ...plain, open: salonDays(plain) };
    const looked = look(it);
    if (it.open && looked.minutes.length !== 1440) changed.add(it.wall.zone);
    for (const check of [checkAvailability, checkRooms, checkSlots]) check(it, looked);
  }
  expect(found - before).toBeGreaterThan(DAYS / 2);
  expect(withRoom - inRooms).toBeGreaterThan(DAYS / 4);
  expect(changed.size).toBe(walls.filter((wall) => wall.changes().length > 0).length);
  // Each reason was met, and so were both sides of it.
  expect([...problems.keys()].sort()).toEqual([
    ...['beyond_hours', 'beyond_shift', 'closed', 'no_shift', 'off_shift', 'outside_hours'],
  ]);
}, 240_000);

/**
 * Compares all that the shifts screen can write with a look at every minute (reference.test-support.ts): the usual hours, sets of
 * a weekday and of a date, bars drawn, moved and resized for a date or for every week, time off by days and hours over ranges,
 * removals, copied weeks and rotations. It looks at two weeks and the days around them, in all zones of the salon's form.
 */
import { expect, test } from 'vitest';
import { addDays, type LocalDate, mondayOf, weekdayOf, zonedParts } from '#domain/time/time.ts';
import { TIME_ZONES } from '#schemas/constants.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { availableSpans, isBookable, overrideKey, spansBegunOn, subtractMinuteSpans, weeklyKey } from './availability.ts';
import { type BarPart, barsOfSet, datedSet, drawBar, newBar, rowsOf, shiftBar } from './plan-bars.ts';
import { byTurns, copyDates, copyEveryWeek, toFollowingWeeks, toOthers } from './plan-copies.ts';
import { dateOf, dayNumberOf, Wall, type World, workMinutes } from './reference.test-support.ts';
import { datesBetween, withoutTimeOff, withTimeOff } from './time-off.ts';
import { USUAL_WEEK } from './usual-week.ts';

/** `npm run test:all` looks at all of them. */
const WEEKS = process.env.GREBEN_ALL ? 600 : 150;
const TEAM = ['maria', 'ivo'];
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** Mulberry32: the same weeks in every run. */
let seed = 20_261_123;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const below = (n: number) => Math.floor(random() * n);
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const clock = () => {
  const minute = below(96) * 15;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};
function times(): ShiftInterval {
  for (;;) {
    const made = { start: clock(), end: clock() };
    if (made.start !== made.end) return made;
  }
}
const rows = () => Array.from({ length: below(4) }, times);

/** The stored sets, as the screen's writes leave them. */
interface Stored {
  readonly weekly: Map<string, readonly ShiftInterval[]>;
  readonly overrides: Map<string, readonly OverrideInterval[]>;
  /** The Monday of the first of the two weeks. */
  readonly monday: LocalDate;
}

const ownOf = ({ overrides }: Stored, who: string, date: LocalDate) => overrides.get(overrideKey(who, date)) ?? [];
const usualOf = ({ weekly }: Stored, who: string, date: LocalDate) => weekly.get(weeklyKey(who, weekdayOf(date))) ?? [];
const dayOf = ({ monday }: Stored) => addDays(monday, below(14));

type Act = (stored: Stored) => void;

/** Makes bars from the present ones as a hand or a key does. */
function barsAfter(bars: readonly { from: number; to: number }[]) {
  const kind = below(4);
  const at = below(bars.length);
  const bar = bars[at];
  const others = bars.filter((_, n) => n !== at);
  if (kind === 0 || !bar)
    return [
      ...bars,
      ...[below(2) === 0 ? newBar(bars) : drawBar(below(1440), below(2880), bars)].filter((made) => made !== null),
    ];
  if (kind === 1) return others;
  return [...others, shiftBar(bar, one<BarPart>(['whole', 'start', 'end']), below(2000) - 1000, others)];
}

const written: Record<string, number> = {};
const counted = (what: string) => {
  written[what] = (written[what] ?? 0) + 1;
};

const acts: Record<string, Act> = {
  usualHours({ weekly }) {
    const who = one(TEAM);
    for (const [weekday, set] of USUAL_WEEK.entries()) weekly.set(weeklyKey(who, weekday), set);
  },
  weekday({ weekly }) {
    weekly.set(weeklyKey(one(TEAM), below(7)), rows());
  },
  date(stored) {
    const made = rows().map((row) => ({ ...row, type: 'additional_shift' as const }));
    stored.overrides.set(overrideKey(one(TEAM), dayOf(stored)), made);
  },
  timeOff(stored) {
    const who = one(TEAM);
    const from = dayOf(stored);
    const span = below(3) === 0 ? null : times();
    for (const date of datesBetween(from, addDays(from, below(5))))
      stored.overrides.set(overrideKey(who, date), withTimeOff(ownOf(stored, who, date), span));
  },
  noTimeOff(stored) {
    const [who, date] = [one(TEAM), dayOf(stored)];
    stored.overrides.set(overrideKey(who, date), withoutTimeOff(ownOf(stored, who, date)));
  },
  barsOfDate(stored) {
    const [who, date] = [one(TEAM), dayOf(stored)];
    const { weekly, overrides } = stored;
    const own = ownOf(stored, who, date);
    if (own.some(({ start }) => start === null)) return;
    const bars = spansBegunOn(date, weekly, overrides, who);
    const tail = subtractMinuteSpans(availableSpans(date, weekly, overrides, who), bars);
    const wanted = barsAfter(bars);
    const made = datedSet(wanted, usualOf(stored, who, date), tail, own);
    if (made === null) return;
    overrides.set(overrideKey(who, date), made);
    counted('barsOfDate, written');
  },
  barsOfEveryWeek(stored) {
    const [who, date] = [one(TEAM), dayOf(stored)];
    if (ownOf(stored, who, date).length > 0) return;
    stored.weekly.set(weeklyKey(who, weekdayOf(date)), rowsOf(barsAfter(barsOfSet(usualOf(stored, who, date)))));
  },
  copiedDates(stored) {
    const { weekly, overrides, monday } = stored;
    const pairs = one([
      () => toFollowingWeeks(TEAM, monday, 1),
      () => toOthers('maria', TEAM, monday),
      () => byTurns(TEAM, addDays(monday, -14), 2),
    ])();
    for (const { resourceId, date, rows: made } of copyDates(pairs, weekly, overrides).changed) {
      overrides.set(overrideKey(resourceId, date), made);
      counted('copied dates');
    }
  },
  copiedWeekdays({ weekly }) {
    for (const { resourceId, weekday, rows: made } of copyEveryWeek('ivo', TEAM, weekly))
      weekly.set(weeklyKey(resourceId, weekday), made);
  },
};

const walls = TIME_ZONES.map((zone) => new Wall(zone));

function worldOf({ weekly, overrides }: Stored, wall: Wall, day: number): World {
  const forTeam = <T>(make: (who: string) => T) => Object.fromEntries(TEAM.map((who) => [who, make(who)]));
  return {
    ...{ wall, day, interval: 15, events: [], rooms: new Map() },
    weekly: forTeam((who) => Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, weekly.get(weeklyKey(who, weekday)) ?? []]))),
    overrides: forTeam((who) =>
      Object.fromEntries([-1, 0, 1].map((off) => [day + off, overrides.get(overrideKey(who, dateOf(day + off))) ?? []])),
    ),
  };
}

/** Minutes of a day, 1 or 0. */
function painted(stretches: readonly { from: number; to: number }[], length: number): string {
  const minutes = new Uint8Array(length);
  for (const { from, to } of stretches) for (let m = from; m < to; m++) minutes[m] = 1;
  return minutes.join('');
}

function check(stored: Stored, wall: Wall, day: number): number {
  const date = dateOf(day);
  let worked = 0;
  for (const who of TEAM) {
    const slow = workMinutes(worldOf(stored, wall, day), who).slice(0, 1440);
    const stretches = availableSpans(date, stored.weekly, stored.overrides, who);
    if (painted(stretches, 1440) !== slow.join('')) {
      const sets = JSON.stringify([usualOf(stored, who, date), ownOf(stored, who, addDays(date, -1)), ownOf(stored, who, date)]);
      throw new Error(`${who} on ${date}: ${JSON.stringify(stretches)}, but minute by minute ${slow.join('')} of ${sets}`);
    }
    // The shifts that begin on a date and those that run into it make up all its working time, and no minute is in both.
    const begun = spansBegunOn(date, stored.weekly, stored.overrides, who);
    expect(
      subtractMinuteSpans(
        begun.map(({ from, to }) => ({ from, to: Math.min(to, 1440) })),
        stretches,
      ),
    ).toEqual([]);
    worked += slow.reduce((sum, minute) => sum + minute, 0);
    // By the clock on the wall, also where it is put forward or back on that day.
    for (const ms of [one(wall.minutesOf(day)), one(wall.minutesOf(day))]) {
      const at = zonedParts(new Date(ms).toISOString(), wall.zone);
      const ours = isBookable(availableSpans(at.date, stored.weekly, stored.overrides, who), at.minute);
      if (ours !== (slow[wall.at(ms) - day * 1440] === 1))
        throw new Error(`${who} at ${new Date(ms).toISOString()} in ${wall.zone}`);
    }
  }
  return worked;
}

test('whoever works when is the same minute by minute, whatever the shifts screen has written', () => {
  let worked = 0;
  for (let n = 0; n < WEEKS; n++) {
    const wall = walls[n % walls.length] as Wall;
    const changes = wall.changes();
    const middle = changes.length > 0 && below(3) === 0 ? one(changes).day : dayNumberOf('2025-02-02') + below(660);
    const stored: Stored = { weekly: new Map(), overrides: new Map(), monday: mondayOf(dateOf(middle)) };
    for (let step = 2 + below(10); step > 0; step--) {
      const [what, act] = one(Object.entries(acts));
      counted(what);
      act(stored);
    }
    const first = dayNumberOf(stored.monday);
    for (const day of [middle, first - 1, first + below(7), first + 7 + below(7)]) worked += check(stored, wall, day);
  }
  // Every act was written often, and somebody worked: the test did not compare nothing with nothing.
  expect(Object.keys(written)).toHaveLength(Object.keys(acts).length + 2);
  for (const [what, times] of Object.entries(written)) expect(times, what).toBeGreaterThan(100);
  expect(worked / WEEKS).toBeGreaterThan(600);
}, 120_000);

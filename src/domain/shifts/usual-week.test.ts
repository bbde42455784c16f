import { describe, expect, it } from 'vitest';
import type { ShiftInterval } from '#schemas/intervals.ts';
import { hasShifts, weeklyKey } from './availability.ts';
import { chosenWeek, hoursProblem, salonWeek, USUAL_WEEK, weekRuns } from './usual-week.ts';

const late: ShiftInterval[] = [{ start: '11:00', end: '20:00' }];
const early: ShiftInterval[] = [{ start: '08:00', end: '16:00' }];
const works = (id: string, days: readonly number[], set: ShiftInterval[]) =>
  days.map((day): [string, ShiftInterval[]] => [weeklyKey(id, day), set]);

describe('whoever has no shifts', () => {
  it('has none on any weekday; an emptied one counts as none', () => {
    const weekly = new Map([...works('maria', [6], late), [weeklyKey('ivan', 1), [] as ShiftInterval[]] as const]);
    expect([hasShifts(weekly, 'maria'), hasShifts(weekly, 'ivan'), hasShifts(weekly, 'new')]).toEqual([true, false, false]);
  });
});

describe('the salon’s own hours', () => {
  it('are what most of the team works on each weekday, of those who work at all', () => {
    const weekly = new Map([
      ...works('maria', [1, 2, 3], late),
      ...works('ivan', [2, 3, 6], late),
      ...works('yana', [3], early),
      ...works('petar', [1], early),
    ]);
    const week = salonWeek(weekly, ['maria', 'ivan', 'yana', 'petar', 'new']);
    // Monday: off, late and early; nobody is more frequent than “off” (ivan, yana).
    expect(week?.map((set) => set.length)).toEqual([0, 0, 1, 1, 0, 0, 0]);
    expect(week?.[3]).toEqual(late);
  });

  it('are of whoever comes first where two are equally frequent', () => {
    const weekly = new Map([...works('maria', [1], late), ...works('ivan', [1], early)]);
    expect(salonWeek(weekly, ['ivan', 'maria'])?.[1]).toEqual(early);
  });

  it('are no offer of their own where nobody works, or where they are the usual ones', () => {
    expect(salonWeek(new Map(), ['maria'])).toBeNull();
    const usual = new Map(USUAL_WEEK.map((set, day) => [weeklyKey('maria', day), set] as const));
    expect(salonWeek(usual, ['maria', 'new'])).toBeNull();
  });
});

describe('chosen hours', () => {
  const hours = { days: [6, 2, 3, 5, 4], start: '10:00', end: '19:00' };

  it('are the same on each of the chosen days, and the others are off', () => {
    const set = [{ start: '10:00', end: '19:00' }];
    expect(chosenWeek(hours)).toEqual([[], [], set, set, set, set, set]);
    expect(weekRuns(chosenWeek(hours))).toEqual([{ from: 2, to: 6, set }]);
  });

  it('need a day, and an end that is not the start', () => {
    expect([
      hoursProblem(hours),
      hoursProblem({ ...hours, end: '02:00' }),
      hoursProblem({ ...hours, days: [] }),
      hoursProblem({ ...hours, end: '10:00' }),
    ]).toEqual([null, null, 'day_required', 'shift_times_equal']);
  });
});

it('a week is said by runs of equal weekdays, from Monday on', () => {
  expect(weekRuns(USUAL_WEEK)).toEqual([{ from: 1, to: 5, set: [{ start: '09:00', end: '17:00' }] }]);
  expect(weekRuns([late, early, late, late, [], late, late]).map(({ from, to }) => [from, to])).toEqual([
    [1, 1],
    [2, 3],
    [5, 0],
  ]);
  expect(weekRuns([[], [], [], [], [], [], []])).toEqual([]);
});

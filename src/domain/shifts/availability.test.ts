import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMinutes, clockOfMinute, zonedParts } from '#domain/time/time.ts';
import { TIME_ZONES } from '#schemas/constants.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import {
  availableSpans,
  bookableIn,
  freeSpans,
  hoursOff,
  isBookable,
  type OverrideSets,
  offShiftSpans,
  overrideKey,
  shiftLabel,
  spansBegunOn,
  tailInto,
  type WeeklySets,
  weeklyKey,
} from './availability.ts';

const WEDNESDAY = '2026-11-18';
const shifts = (...times: [string, string][]): ShiftInterval[] => times.map(([start, end]) => ({ start, end }));
const weekly = (sets: Record<number, ShiftInterval[]>): WeeklySets =>
  new Map(Object.entries(sets).map(([day, set]) => [weeklyKey('r', Number(day)), set]));
const overrides = (sets: Record<string, OverrideInterval[]>): OverrideSets =>
  new Map(Object.entries(sets).map(([date, set]) => [overrideKey('r', date), set]));
const off = (start: string | null, end: string | null): OverrideInterval => ({ start, end, type: 'time_off' });
const extra = (start: string, end: string): OverrideInterval => ({ start, end, type: 'additional_shift' });
const on = (date: string, w: WeeklySets, o: OverrideSets = new Map()) =>
  availableSpans(date, w, o, 'r').map(({ from, to }) => [from / 60, to / 60]);

describe('availability', () => {
  test('without shifts an employee is not available', () => {
    expect(on(WEDNESDAY, new Map())).toEqual([]);
    expect(on(WEDNESDAY, weekly({ 4: shifts(['09:00', '17:00']) }))).toEqual([]);
  });

  test('a shift is bookable from its start, and no longer at its end', () => {
    const day = availableSpans(WEDNESDAY, weekly({ 3: shifts(['09:30', '17:00']) }), new Map(), 'r');
    expect(isBookable(day, 9 * 60 + 29)).toBe(false);
    expect(isBookable(day, 9 * 60 + 30)).toBe(true);
    expect(isBookable(day, 17 * 60 - 1)).toBe(true);
    expect(isBookable(day, 17 * 60)).toBe(false);
  });

  test('weekday 0 is Sunday', () => {
    expect(on('2026-11-22', weekly({ 0: shifts(['10:00', '14:00']) }))).toEqual([[10, 14]]);
  });

  test('a lunch break stays open between two rows, touching rows join', () => {
    expect(on(WEDNESDAY, weekly({ 3: shifts(['14:00', '18:00'], ['09:00', '13:00']) }))).toEqual([
      [9, 13],
      [14, 18],
    ]);
    expect(on(WEDNESDAY, weekly({ 3: shifts(['09:00', '13:00'], ['13:00', '18:00']) }))).toEqual([[9, 18]]);
  });

  test('a shift past midnight runs into the next day, over the week’s end too', () => {
    const night = weekly({ 3: shifts(['18:00', '02:00']), 6: shifts(['22:00', '00:00']) });
    expect(on(WEDNESDAY, night)).toEqual([[18, 24]]);
    expect(on('2026-11-19', night)).toEqual([[0, 2]]);
    expect(on('2026-11-21', night)).toEqual([[22, 24]]);
    expect(on('2026-11-22', night)).toEqual([]);
  });

  test('a slot in which a shift begins stands for that start, and one outside of every shift for nothing', () => {
    const day = [
      { from: 570, to: 780 },
      { from: 840, to: 1020 },
    ];
    expect([540, 569, 570, 600].map((slot) => bookableIn(day, slot, 60))).toEqual([570, 570, 570, 600]);
    expect(bookableIn(day, 510, 60)).toBeUndefined(); // the shift begins with the next slot
    expect([780, 810].map((slot) => bookableIn(day, slot, 60))).toEqual([undefined, 840]);
    expect([1019, 1020, 1200].map((slot) => bookableIn(day, slot, 60))).toEqual([1019, undefined, undefined]);
  });

  test('what begins on a date is known with its end after midnight, and the next day’s share of it is the tail', () => {
    const night = weekly({ 3: shifts(['18:00', '02:00']), 4: shifts(['09:00', '17:00']) });
    const begun = (date: string, o: OverrideSets = new Map()) =>
      spansBegunOn(date, night, o, 'r').map(({ from, to }) => [from / 60, to / 60]);
    const tail = (date: string, o: OverrideSets = new Map()) =>
      tailInto(date, night, o, 'r').map(({ from, to }) => [from / 60, to / 60]);
    expect([begun(WEDNESDAY), tail(WEDNESDAY)]).toEqual([[[18, 26]], []]);
    expect([begun('2026-11-19'), tail('2026-11-19')]).toEqual([[[9, 17]], [[0, 2]]]);
    // Time off of the next day cuts what runs into it, that of the evening before what it runs into.
    const later = overrides({ '2026-11-19': [off('00:30', '01:00')] });
    expect(begun(WEDNESDAY, later)).toEqual([
      [18, 24.5],
      [25, 26],
    ]);
    expect(tail('2026-11-19', later)).toEqual([
      [0, 0.5],
      [1, 2],
    ]);
    expect(begun('2026-11-19', overrides({ [WEDNESDAY]: [off('23:00', '10:00')] }))).toEqual([[10, 17]]);
  });

  test('the hours off of a set are those with times that are off', () => {
    expect(hoursOff([off('11:00', '12:30'), extra('18:00', '20:00'), off(null, null)])).toEqual([{ from: 660, to: 750 }]);
  });

  test('what takes no time parts no free time', () => {
    expect(freeSpans([{ from: 540, to: 1020 }], [{ from: 600, to: 600 }])).toEqual([{ from: 540, to: 1020 }]);
    expect(offShiftSpans([], 600, 600)).toEqual([]);
  });

  test('time off cuts out what it covers and leaves the rest of the shift', () => {
    const w = weekly({ 3: shifts(['09:00', '17:00']) });
    expect(on(WEDNESDAY, w, overrides({ [WEDNESDAY]: [off('11:00', '12:30')] }))).toEqual([
      [9, 11],
      [12.5, 17],
    ]);
    expect(on(WEDNESDAY, w, overrides({ [WEDNESDAY]: [off('08:00', '09:30'), off('16:00', '20:00')] }))).toEqual([[9.5, 16]]);
  });

  test('a whole day off removes the shifts of that date, their end after midnight included, and no others', () => {
    const w = weekly({ 2: shifts(['20:00', '02:00']), 3: shifts(['20:00', '02:00']) });
    const o = overrides({ [WEDNESDAY]: [off(null, null)] });
    expect(on(WEDNESDAY, w, o)).toEqual([[0, 2]]);
    expect(on('2026-11-19', w, o)).toEqual([]);
  });

  test('an additional shift adds to the day, on a day off as well', () => {
    const o = overrides({ [WEDNESDAY]: [extra('18:00', '20:00')] });
    expect(on(WEDNESDAY, weekly({ 3: shifts(['09:00', '17:00']) }), o)).toEqual([
      [9, 17],
      [18, 20],
    ]);
    expect(on(WEDNESDAY, new Map(), o)).toEqual([[18, 20]]);
  });

  test('time off outranks an additional shift of the same date', () => {
    expect(on(WEDNESDAY, new Map(), overrides({ [WEDNESDAY]: [extra('09:00', '12:00'), off('10:00', '11:00')] }))).toEqual([
      [9, 10],
      [11, 12],
    ]);
    expect(on(WEDNESDAY, new Map(), overrides({ [WEDNESDAY]: [extra('09:00', '12:00'), off(null, null)] }))).toEqual([]);
  });

  test('another employee’s shifts and overrides do not matter', () => {
    const w = weekly({ 3: shifts(['09:00', '17:00']) });
    expect(availableSpans(WEDNESDAY, w, new Map(), 'other')).toEqual([]);
  });

  test('what is hatched is exactly the rest of the grid', () => {
    const day = availableSpans(WEDNESDAY, weekly({ 3: shifts(['07:00', '12:00'], ['13:00', '19:00']) }), new Map(), 'r');
    expect(offShiftSpans(day, 480, 1260)).toEqual([
      { from: 720, to: 780 },
      { from: 1140, to: 1260 },
    ]);
    expect(offShiftSpans([], 480, 1260)).toEqual([{ from: 480, to: 1260 }]);
    expect(offShiftSpans([{ from: 0, to: 1440 }], 480, 1260)).toEqual([]);
    expect(shiftLabel(day)).toBe('7:00–12:00, 13:00–19:00');
  });

  // The obvious way, minute by minute: each shift is a span of wall-clock text; a minute is free if some shift spans it and no time off does.
  const clock = fc.integer({ min: 0, max: 95 }).map((n) => clockOfMinute(n * 15));
  const interval = fc.record({ start: clock, end: clock });
  const override = fc.oneof(
    { weight: 4, arbitrary: fc.record({ start: clock, end: clock, type: fc.constantFrom('time_off', 'additional_shift') }) },
    { weight: 1, arbitrary: fc.constant({ start: null, end: null, type: 'time_off' as const }) },
  ) as fc.Arbitrary<OverrideInterval>;
  const set = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });

  const wall = (iso: string, zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));
  const spans = (date: string, start: string, end: string, at: string) =>
    `${date} ${start}` <= at && at < `${end > start ? date : addDays(date, 1)} ${end}`;

  function reference(at: string, w: WeeklySets, o: OverrideSets): boolean {
    const today = at.slice(0, 10);
    const days = [addDays(today, -1), today].map((date) => ({ date, over: o.get(overrideKey('r', date)) ?? [] }));
    const works = days.some(({ date, over }) => {
      if (over.some((i) => i.type === 'time_off' && i.start === null)) return false;
      const own = w.get(weeklyKey('r', new Date(`${date}T12:00Z`).getUTCDay())) ?? [];
      const added = over.filter((i) => i.type === 'additional_shift');
      return [...own, ...added].some((i) => i.start !== null && i.end !== null && spans(date, i.start, i.end, at));
    });
    const away = days.some(({ date, over }) =>
      over.some((i) => i.type === 'time_off' && i.start !== null && i.end !== null && spans(date, i.start, i.end, at)),
    );
    return works && !away;
  }

  const nights = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-10-04', '2027-04-04', '2026-11-18'];

  test.each(TIME_ZONES)(
    'agrees with the obvious minute-by-minute way in %s, on the nights when clocks change and past midnight',
    (zone) => {
      fc.assert(
        fc.property(
          fc.constantFrom(...nights),
          fc.tuple(set(interval), set(interval), set(interval)),
          fc.tuple(set(override), set(override), set(override)),
          fc.integer({ min: 0, max: 14 }),
          (night, shiftSets, overrideSets, offset) => {
            const dates = [addDays(night, -1), night, addDays(night, 1)];
            const w: WeeklySets = new Map(
              dates.map((d, i) => [weeklyKey('r', new Date(`${d}T12:00Z`).getUTCDay()), shiftSets[i] ?? []]),
            );
            const o: OverrideSets = new Map(dates.map((d, i) => [overrideKey('r', d), overrideSets[i] ?? []]));
            const noon = `${night}T12:00:00.000Z`;
            for (let minute = -960 + offset; minute <= 960; minute += 15) {
              const iso = addMinutes(noon, minute);
              const at = zonedParts(iso, zone);
              const ours = isBookable(availableSpans(at.date, w, o, 'r'), at.minute);
              expect(ours, `${iso} in ${zone}`).toBe(reference(wall(iso, zone), w, o));
            }
          },
        ),
        { numRuns: process.env.GREBEN_ALL ? 25 : 8 },
      );
    },
  );
});

test('free is what of the working time nothing is booked over, from a minute on', () => {
  const working = [
    { from: 540, to: 780 },
    { from: 840, to: 1080 },
  ];
  const taken = [
    { from: 600, to: 660 },
    { from: 630, to: 700 },
    { from: 760, to: 900 },
  ];
  expect(freeSpans(working, taken, 555)).toEqual([
    { from: 555, to: 600 },
    { from: 700, to: 760 },
    { from: 900, to: 1080 },
  ]);
  expect(freeSpans(working, taken, 1080)).toEqual([]);
  expect(freeSpans([], taken)).toEqual([]);
});

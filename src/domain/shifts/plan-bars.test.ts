import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, MINUTES_OF_DAY, weekdayOf } from '#domain/time/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { availableSpans, type MinuteSpan, overrideKey, spansBegunOn, weeklyKey } from './availability.ts';
import { absencesOf, hasOwnHours } from './own-hours.ts';
import { axisOf, BAR_STEP, barsOfSet, datedSet, drawBar, dutyByHour, newBar, rowsOf, shiftBar } from './plan-bars.ts';

const DATE = '2026-11-16'; // a Monday
const at = (from: number, to: number): MinuteSpan => ({ from: from * 60, to: to * 60 });
const morning = at(9, 13);

describe('a bar', () => {
  it('goes by quarters of an hour, as a whole or by one end', () => {
    expect(shiftBar(morning, 'whole', 22, [])).toEqual({ from: 555, to: 795 });
    expect(shiftBar(morning, 'end', -50, [])).toEqual({ from: 540, to: 735 });
    expect(shiftBar(morning, 'start', 100, [])).toEqual({ from: 645, to: 780 });
  });

  it('stops at its neighbours and never changes places with them', () => {
    const others = [at(7, 8), at(14, 18)];
    expect(shiftBar(morning, 'whole', 999, others)).toEqual(at(10, 14));
    expect(shiftBar(morning, 'whole', -999, others)).toEqual(at(8, 12));
    expect(shiftBar(morning, 'end', 999, others)).toEqual(at(9, 14));
    expect(shiftBar(morning, 'start', -999, others)).toEqual(at(8, 13));
  });

  it('keeps a step at least, less than a day at most, and begins on its date', () => {
    expect(shiftBar(morning, 'end', -999, [])).toEqual({ from: 540, to: 555 });
    expect(shiftBar(morning, 'start', 999, [])).toEqual({ from: 765, to: 780 });
    expect(shiftBar(morning, 'end', 9999, [])).toEqual({ from: 540, to: 540 + 1425 });
    expect(shiftBar(morning, 'whole', 9999, []).from).toBe(MINUTES_OF_DAY - BAR_STEP);
    expect(shiftBar(morning, 'whole', -9999, []).from).toBe(0);
  });

  it('is drawn in either direction, up to its neighbour, and not over one', () => {
    expect(drawBar(9 * 60 + 4, 12 * 60 + 10, [])).toEqual({ from: 540, to: 735 });
    expect(drawBar(12 * 60, 9 * 60, [])).toEqual({ from: 540, to: 735 });
    expect(drawBar(9 * 60, 9 * 60, [])).toEqual({ from: 540, to: 555 });
    expect(drawBar(8 * 60, 12 * 60, [at(10, 14)])).toEqual(at(8, 10));
    expect(drawBar(11 * 60, 12 * 60, [at(10, 14)])).toBeNull();
  });

  it('that a key draws is nine to five, or what is free of it', () => {
    expect(newBar([])).toEqual(at(9, 17));
    expect(newBar([at(9, 13)])).toEqual(at(13, 21));
    expect(newBar([at(9, 24)])).toEqual(at(0, 8));
    expect(newBar([at(0, 24)])).toBeNull();
  });
});

describe('the overrides of a date', () => {
  const monday: ShiftInterval[] = [{ start: '09:00', end: '17:00' }];
  it('are none where the weekly shifts say the same, and a whole day off where nothing is left of them', () => {
    expect(datedSet([at(9, 17)], monday)).toEqual([]);
    expect(datedSet([], monday)).toEqual([{ start: null, end: null, type: 'time_off' }]);
    expect(datedSet([], [])).toEqual([]);
  });

  it('hold its shifts whole, and cut out all that is around them', () => {
    expect(datedSet([at(10, 18)], monday)).toEqual([
      { start: '10:00', end: '18:00', type: 'additional_shift' },
      { start: '06:00', end: '10:00', type: 'time_off' },
      { start: '18:00', end: '00:00', type: 'time_off' },
    ]);
  });

  const quarter = fc.integer({ min: 0, max: 95 }).map((n) => n * BAR_STEP);
  const set = fc
    .array(fc.record({ from: quarter, length: fc.integer({ min: 1, max: 60 }).map((n) => n * BAR_STEP) }), { maxLength: 3 })
    .map((all) => all.map(({ from, length }) => ({ from, to: from + length })));

  it('make the date hold exactly the bars, whatever holds every week (any bars, any shifts, past midnight too)', () => {
    fc.assert(
      fc.property(set, set, (wanted, usual) => {
        const regular = rowsOf(usual).filter(({ start, end }) => start !== end);
        const bars = barsOfSet(rowsOf(wanted).filter(({ start, end }) => start !== end));
        const weekly = new Map([[weeklyKey('m', weekdayOf(DATE)), regular]]);
        const own = datedSet(bars, regular);
        fc.pre(own !== null);
        const overrides = new Map<string, OverrideInterval[]>([[overrideKey('m', DATE), own]]);
        expect(spansBegunOn(DATE, weekly, overrides, 'm')).toEqual(bars);
        const today = availableSpans(DATE, weekly, overrides, 'm');
        const tomorrow = availableSpans(addDays(DATE, 1), weekly, overrides, 'm');
        const worked = [...today, ...tomorrow].reduce((sum, one) => sum + one.to - one.from, 0);
        expect(worked).toBe(bars.reduce((sum, one) => sum + one.to - one.from, 0));
      }),
    );
  });

  it('make the date hold the same bars when other shifts hold every week later, from six in the morning to midnight', () => {
    fc.assert(
      fc.property(set, set, set, (wanted, usual, later) => {
        const real = (bars: typeof wanted) => rowsOf(bars).filter(({ start, end }) => start !== end);
        const bars = barsOfSet(real(wanted));
        const own = datedSet(bars, real(usual));
        fc.pre(own !== null && own.length > 0 && own[0]?.start !== null);
        fc.pre(hasOwnHours(own));
        const regular = real(later).filter(({ start, end }) => start >= '06:00' && (end > start || end === '00:00'));
        const weekly = new Map([[weeklyKey('m', weekdayOf(DATE)), regular]]);
        const overrides = new Map<string, OverrideInterval[]>([[overrideKey('m', DATE), own]]);
        expect(spansBegunOn(DATE, weekly, overrides, 'm')).toEqual(bars);
      }),
    );
  });

  it('are told apart from absences, whatever is taken off beside them', () => {
    fc.assert(
      fc.property(set, set, (wanted, usual) => {
        const regular = rowsOf(usual).filter(({ start, end }) => start !== end);
        const bars = barsOfSet(rowsOf(wanted).filter(({ start, end }) => start !== end));
        const own = datedSet(bars, regular);
        fc.pre(own?.every(({ start }) => start !== null) ?? false);
        if (!own) return;
        expect(absencesOf(own)).toEqual([]);
        const [bar] = bars;
        fc.pre(bar !== undefined && bar.to - bar.from > 2 * BAR_STEP && bar.from + BAR_STEP < 1440); // it begins on the date, too
        const away = rowsOf([{ from: bar.from + BAR_STEP, to: bar.to - BAR_STEP }]).map((row) => ({
          ...row,
          type: 'time_off' as const,
        }));
        expect(absencesOf([...own, ...away])).toEqual(away);
      }),
    );
  });

  it('cannot say that a weekly shift ends earlier after midnight', () => {
    const night: ShiftInterval[] = [{ start: '18:00', end: '02:00' }];
    expect(datedSet([at(18, 25)], night)).toBeNull();
    expect(datedSet([at(18, 24)], night)).toBeNull();
    expect(datedSet([at(18, 27)], night)).toEqual([
      { start: '18:00', end: '03:00', type: 'additional_shift' },
      { start: '06:00', end: '18:00', type: 'time_off' },
    ]);
    expect(datedSet([], night)).toEqual([{ start: null, end: null, type: 'time_off' }]);
  });

  it('keep an hour off that no bar lies over, and let one go that is drawn over', () => {
    const dentist: OverrideInterval = { start: '12:00', end: '14:00', type: 'time_off' };
    const own = [
      { start: '09:00', end: '12:00', type: 'additional_shift' },
      { start: '15:00', end: '18:00', type: 'additional_shift' },
      { start: '06:00', end: '09:00', type: 'time_off' },
      { start: '12:00', end: '15:00', type: 'time_off' },
      { start: '18:00', end: '00:00', type: 'time_off' },
      dentist,
    ] as const;
    expect(datedSet([at(9, 12), at(15, 18)], monday, [], [dentist])).toEqual(own);
    expect(absencesOf(own)).toEqual([dentist]);
    expect(datedSet([at(9, 17)], monday, [], [dentist])).toEqual([]);
  });

  it('cut nothing out of what runs in from the evening before', () => {
    expect(datedSet([at(12, 20)], [{ start: '04:00', end: '20:00' }], [at(0, 7)])).toEqual([
      { start: '12:00', end: '20:00', type: 'additional_shift' },
      { start: '07:00', end: '12:00', type: 'time_off' },
      { start: '20:00', end: '00:00', type: 'time_off' },
    ]);
  });
});

it('who is on duty is counted by the hour, also for part of one', () => {
  const days = [
    { id: 'a', stretches: [at(9, 11)] },
    { id: 'b', stretches: [{ from: 10 * 60 + 30, to: 12 * 60 }] },
  ];
  expect(dutyByHour(days, 8 * 60, 12 * 60).map(({ ids }) => ids.join(''))).toEqual(['', 'a', 'ab', 'b']);
});

it('the axis is seven to ten, and reaches as far as somebody works', () => {
  expect(axisOf([])).toEqual(at(7, 22));
  expect(axisOf([{ from: 6 * 60 + 30, to: 26 * 60 + 15 }])).toEqual(at(6, 27));
});

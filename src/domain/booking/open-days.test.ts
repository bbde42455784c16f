import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { availableSpans, overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { addDays } from '#domain/time/time.ts';
import {
  type ClosedDays,
  closedDaysText,
  HOLIDAYS,
  openingHoursText,
  readClosedDays,
  readOpeningHours,
} from '#schemas/salon-days.ts';
import { closedAt, closedDates, closedOn, openSpansOn, salonDaysOf } from './open-days.ts';

/** A Friday. */
const DAY = '2026-11-20';
const hours = (...set: [number, string, string][]) => JSON.stringify(set);
const closed = (...days: ClosedDays[]) => closedDaysText(days);
const on = (from: string, to = from, name = ''): ClosedDays => ({ kind: 'dates', from, to, name });
const weekly = (start: string, end: string) =>
  new Map([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weeklyKey('maria', weekday), [{ start, end }]]));
const works = (open: ReturnType<typeof salonDaysOf>, date: string, shift = weekly('09:00', '18:00'), overrides = new Map()) =>
  availableSpans(date, shift, overrides, 'maria', open);

describe('a salon that has set nothing', () => {
  test('is never closed and has no days', () => {
    expect(salonDaysOf(null, null)).toBeNull();
    expect(closedAt(null, DAY, 0)).toBeNull();
    expect(openSpansOn(null, DAY)).toBeNull();
    expect(works(null, DAY)).toEqual([{ from: 540, to: 1080 }]);
  });
});

describe('opening hours', () => {
  test('cut the shifts of the week, and a weekday without hours is closed', () => {
    const open = salonDaysOf(hours([5, '10:00', '13:00'], [5, '14:00', '20:00']), null);
    expect(works(open, DAY)).toEqual([
      { from: 600, to: 780 },
      { from: 840, to: 1080 },
    ]);
    expect(works(open, addDays(DAY, 1))).toEqual([]);
    expect(openSpansOn(open, addDays(DAY, 1))).toEqual([]);
    expect(closedAt(open, DAY, 600)).toBeNull();
    expect(closedAt(open, DAY, 780)).toBe('outside_hours');
    expect(closedAt(open, addDays(DAY, 1), 700)).toBe('outside_hours');
  });

  test('leave an additional shift as it was set', () => {
    const open = salonDaysOf(hours([5, '10:00', '13:00']), null);
    const late = new Map([[overrideKey('maria', DAY), [{ start: '20:00', end: '21:00', type: 'additional_shift' as const }]]]);
    expect(works(open, DAY, weekly('09:00', '12:00'), late)).toEqual([
      { from: 600, to: 720 },
      { from: 1200, to: 1260 },
    ]);
  });

  test('run past midnight, also into a closed day', () => {
    const open = salonDaysOf(hours([5, '18:00', '02:00'], [6, '10:00', '12:00']), closed(on('2026-11-21')));
    const night = weekly('20:00', '04:00');
    expect(works(open, DAY, night)).toEqual([{ from: 1200, to: 1440 }]);
    expect(works(open, '2026-11-21', night)).toEqual([{ from: 0, to: 120 }]);
    expect(closedAt(open, '2026-11-21', 60)).toBeNull();
    expect(closedAt(open, '2026-11-21', 660)).toBe('closed');
  });
});

describe('closed days', () => {
  test('take the shifts that begin on them, and leave the night of the evening before', () => {
    const open = salonDaysOf(null, closed(on(DAY, DAY, 'Ремонт')));
    expect(works(open, DAY)).toEqual([]);
    expect(works(open, addDays(DAY, 1))).toEqual([{ from: 540, to: 1080 }]);
    const night = weekly('20:00', '02:00');
    expect(works(open, DAY, night)).toEqual([{ from: 0, to: 120 }]);
    expect(works(open, addDays(DAY, 1), night)).toEqual([{ from: 1200, to: 1440 }]);
    expect(closedOn(open, DAY)).toMatchObject({ name: 'Ремонт' });
    expect(closedAt(open, DAY, 700)).toBe('closed');
  });

  test('leave an additional shift, and a whole day off takes that too', () => {
    const open = salonDaysOf(null, closed(on(DAY)));
    const extra = { start: '10:00', end: '12:00', type: 'additional_shift' as const };
    const off = { start: null, end: null, type: 'time_off' as const };
    const sets = (...set: object[]) => new Map([[overrideKey('maria', DAY), set]]) as never;
    expect(works(open, DAY, undefined, sets(extra))).toEqual([{ from: 600, to: 720 }]);
    expect(works(open, DAY, undefined, sets(extra, off))).toEqual([]);
  });

  test('of every year come each year, 29 February in leap years, and ranges cross the new year', () => {
    const eve: ClosedDays = { kind: 'yearly', day: '12-31', name: '' };
    const leap: ClosedDays = { kind: 'yearly', day: '02-29', name: '' };
    expect([2026, 2027, 2028].map((year) => [...closedDates(eve, year), ...closedDates(leap, year)])).toEqual([
      ['2026-12-31'],
      ['2027-12-31'],
      ['2028-12-31', '2028-02-29'],
    ]);
    const open = salonDaysOf(null, closed(on('2026-12-31', '2027-01-02')));
    expect(
      ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'].map((date) => closedOn(open, date) !== null),
    ).toEqual([false, true, true, true, false]);
  });

  test('of Easter move with it', () => {
    const open = salonDaysOf(null, closed({ kind: 'holiday', holiday: 'easter-monday' }));
    expect(['2026-04-13', '2027-05-03', '2027-04-13'].map((date) => closedOn(open, date) !== null)).toEqual([true, true, false]);
  });
});

test('the same texts are the same object, so that nothing is drawn anew', () => {
  const [text, days] = [hours([1, '09:00', '18:00']), closed(on(DAY))];
  expect(salonDaysOf(text, days)).toBe(salonDaysOf(`${text}`, `${days}`));
});

describe('the texts', () => {
  const clock = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const date = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1990-01-01', n));
  const name = fc.constantFrom('', 'Ремонт', 'a "b" \\ c', 'Отпуска 🌞');
  const days: fc.Arbitrary<ClosedDays> = fc.oneof(
    fc.tuple(date, fc.nat(365), name).map(([from, more, said]) => on(from, addDays(from, more), said)),
    fc.tuple(date, name).map(([at, said]): ClosedDays => ({ kind: 'yearly', day: at.slice(5), name: said })),
    fc.constantFrom(...HOLIDAYS).map((holiday): ClosedDays => ({ kind: 'holiday', holiday })),
  );

  test('of hours say the same whatever their order, and are read as they were written', () => {
    const entry = fc.record({ weekday: fc.nat(6), start: clock, end: clock }).filter(({ start, end }) => start !== end);
    fc.assert(
      fc.property(fc.uniqueArray(entry, { maxLength: 3, selector: (one) => JSON.stringify(one) }), fc.gen(), (set, gen) => {
        const text = openingHoursText(set);
        const shuffled = [...set].sort(() => gen(fc.integer, { min: -1, max: 1 }));
        expect(openingHoursText(shuffled)).toBe(text);
        if (text !== null) expect(openingHoursText(readOpeningHours(text) ?? [])).toBe(text);
      }),
    );
  });

  test('of closed days say the same whatever their order, and are read as they were written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(days, { maxLength: 12, selector: (one) => JSON.stringify({ ...one, name: '' }) }), (set) => {
        const text = closedDaysText(set);
        expect(closedDaysText([...set].reverse())).toBe(text);
        if (text !== null) expect(closedDaysText(readClosedDays(text) ?? [])).toBe(text);
      }),
    );
  });

  test.each([
    '[["dates","2026-02-30","2026-03-01",""]]',
    '[["dates","2026-03-02","2026-03-01",""]]',
    '[["dates","2026-01-01","2027-01-02",""]]',
    '[["dates","2026-01-01","2026-01-01"," Ремонт"]]',
    '[["dates","2026-01-01","2026-01-01","a\\nb"]]',
    '[["dates","2026-01-01","2026-01-01",""],["dates","2026-01-01","2026-01-01","x"]]',
    '[["yearly","02-30",""]]',
    '[["yearly","2026-02-03",""]]',
    '[["holiday","easter",""]]',
    '[["holiday","birthday"]]',
    '{}',
    'x',
  ])('of closed days are not %s', (text) => {
    expect(readClosedDays(text)).toBeNull();
  });

  test.each([
    '[[7,"09:00","18:00"]]',
    '[[1,"09:00","09:00"]]',
    '[[1,"9:00","18:00"]]',
    '[[1,"09:00","24:00"]]',
    '[[1,"09:00"]]',
    '[[1,"09:00","10:00"],[1,"10:30","11:00"],[1,"12:00","13:00"],[1,"14:00","15:00"]]',
  ])('of hours are not %s', (text) => {
    expect(readOpeningHours(text)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { addMinutes, instantOf, weekdayOf, zonedParts } from '#domain/time/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { type FreeSlot, freeSlots, nearestSlots, nextSlots, type SlotSearch, shiftProblem } from './free-slots.ts';
import type { Timed } from './overlap.ts';

const ZONE = 'Europe/Sofia';
/** A Wednesday. */
const DAY = '2026-11-18';
const at = (clock: string, date = DAY) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return instantOf(date, hour * 60 + minute, ZONE);
};
const event = (id: string, from: string, to: string, more: Partial<Timed> = {}): Timed => ({
  id,
  resource_id: 'maria',
  start_time: at(from),
  end_time: at(to),
  type: 'appointment',
  status: 'booked',
  ...more,
});
const nineToSix = (resourceId: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((day): [string, ShiftInterval[]] => [weeklyKey(resourceId, day), [{ start: '09:00', end: '18:00' }]]);
const search = (more: Partial<SlotSearch> = {}): SlotSearch => ({
  date: DAY,
  minutes: 60,
  from: at('0:00'),
  weekly: new Map(nineToSix('maria')),
  overrides: new Map(),
  events: [],
  resourceIds: ['maria'],
  zone: ZONE,
  interval: 30,
  count: 3,
  ...more,
});
const clocks = (slots: readonly FreeSlot[], zone = ZONE) =>
  slots.map(({ start, resourceId }) => {
    const { date, minute } = zonedParts(start, zone);
    const clock = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
    return [date === DAY ? null : date, clock, resourceId === 'maria' ? null : resourceId].filter(Boolean).join(' ');
  });

describe('free slots', () => {
  test('begin at the salon’s step and lie wholly within a shift', () => {
    expect(clocks(freeSlots(search({ count: 99 })))).toHaveLength(17);
    expect(clocks(freeSlots(search()))).toEqual(['9:00', '9:30', '10:00']);
    expect(clocks(freeSlots(search({ minutes: 9 * 60 })))).toEqual(['9:00']);
    expect(freeSlots(search({ minutes: 9 * 60 + 1 }))).toEqual([]);
  });

  test('end where they began plus the minutes', () => {
    expect(freeSlots(search({ count: 1 }))).toEqual([{ resourceId: 'maria', start: at('9:00'), end: at('10:00') }]);
  });

  test('lie over nothing that holds its time, may touch it, and take the place of a cancelled booking', () => {
    const events = [event('a', '9:30', '11:00'), event('b', '12:00', '13:00', { status: 'cancelled' })];
    expect(clocks(freeSlots(search({ events })))).toEqual(['11:00', '11:30', '12:00']);
  });

  test('avoid blocked time, for blocked time as well', () => {
    const events = [event('a', '9:00', '17:00', { type: 'blocking', status: null })];
    expect(clocks(freeSlots(search({ events })))).toEqual(['17:00']);
  });

  test('never begin before the asked instant', () => {
    expect(clocks(freeSlots(search({ from: at('11:42') })))).toEqual(['12:00', '12:30', '13:00']);
  });

  test('avoid time off and use an additional shift', () => {
    const overrides = new Map<string, OverrideInterval[]>([
      [
        overrideKey('maria', DAY),
        [
          { start: '09:00', end: '17:00', type: 'time_off' },
          { start: '19:00', end: '20:00', type: 'additional_shift' },
        ],
      ],
    ]);
    expect(clocks(freeSlots(search({ overrides, count: 9 })))).toEqual(['17:00', '19:00']);
  });

  test('of several employees come by their start, then in the order asked for', () => {
    const weekly = new Map([...nineToSix('maria'), ...nineToSix('ivo')]);
    expect(clocks(freeSlots(search({ weekly, resourceIds: ['ivo', 'maria'] })))).toEqual(['9:00 ivo', '9:00', '9:30 ivo']);
  });

  test('of the next days follow those of the first', () => {
    const slots = freeSlots(search({ days: 2, from: at('16:45') }));
    expect(clocks(slots)).toEqual(['17:00', '2026-11-19 9:00', '2026-11-19 9:30']);
  });

  test('may run past midnight in a shift that does', () => {
    const weekly = new Map([[weeklyKey('maria', weekdayOf(DAY)), [{ start: '22:00', end: '02:00' }]]]);
    expect(clocks(freeSlots(search({ weekly, minutes: 150 })))).toEqual(['22:00', '22:30', '23:00']);
    expect(clocks(freeSlots(search({ weekly, minutes: 150, count: 9 }))).at(-1)).toBe('23:30');
  });

  test('are none for a length or a step that is none', () => {
    expect(freeSlots(search({ minutes: 0 }))).toEqual([]);
    expect(freeSlots(search({ interval: 0 }))).toEqual([]);
  });

  test.each([
    ['the hour that a spring night skips', '2026-03-29', ['2:30', '4:00', '4:30']],
    ['the hour that an autumn night shows twice', '2026-10-25', ['2:30', '3:00', '3:30', '4:00', '4:30']],
  ])('are right around %s', (_, date, expected) => {
    const weekly = new Map([[weeklyKey('maria', weekdayOf(date)), [{ start: '02:30', end: '05:00' }]]]);
    const slots = freeSlots(search({ date, weekly, minutes: 30, from: at('0:00', date), count: 9 }));
    expect(clocks(slots)).toEqual(expected.map((clock) => `${date} ${clock}`));
  });
});

describe('the nearest slots', () => {
  const slot = (resourceId: string, clock: string): FreeSlot => ({
    resourceId,
    start: at(clock),
    end: addMinutes(at(clock), 60),
  });
  const was = { resourceId: 'maria', start: at('12:00') };

  test('are the same employee’s nearest ones, a later one before an earlier one as near, then the others’', () => {
    const slots = ['10:00', '11:00', '13:00', '17:00'].flatMap((clock) => [slot('maria', clock), slot('ivo', clock)]);
    expect(clocks(nearestSlots(slots, was, 4))).toEqual(['13:00', '11:00', '13:00 ivo', '11:00 ivo']);
  });

  test('are more of one where the other has none', () => {
    expect(clocks(nearestSlots([slot('ivo', '13:00'), slot('ivo', '14:00')], was, 4))).toEqual(['13:00 ivo', '14:00 ivo']);
    expect(
      clocks(
        nearestSlots(
          ['13:00', '14:00', '15:00'].map((c) => slot('maria', c)),
          was,
          3,
        ),
      ),
    ).toHaveLength(3);
  });

  test('stand half an hour apart for one employee', () => {
    const slots = ['13:00', '13:15', '13:30', '13:45'].map((clock) => slot('maria', clock));
    expect(clocks(nearestSlots(slots, was, 4))).toEqual(['13:00', '13:30']);
  });
});

describe('the next slots', () => {
  const rules = { count: 6, perDay: 3, apart: 60 };

  test('are a choice: apart from each other, a few from a day’s first to its last, then the next days', () => {
    const slots = nextSlots(search({ days: 2 }), rules);
    expect(clocks(slots)).toEqual([
      ...['9:00', '13:00', '17:00'],
      ...['2026-11-19 9:00', '2026-11-19 13:00', '2026-11-19 17:00'],
    ]);
    expect(clocks(nextSlots(search({ days: 2 }), { ...rules, count: 4 }))).toEqual(clocks(slots).slice(0, 4));
  });

  test('leave room for the day where somebody works after midnight', () => {
    const weekly = new Map([
      ...nineToSix('maria'),
      [weeklyKey('niko', weekdayOf('2026-11-17')), [{ start: '18:00', end: '02:00' }]] as const,
    ]);
    const slots = nextSlots(search({ weekly, resourceIds: ['maria', 'niko'] }), { ...rules, count: 4, perDay: 4 });
    expect(clocks(slots).filter((clock) => !clock.startsWith('0:'))).toHaveLength(3);
  });

  test('go round among those who are free at the same time', () => {
    const weekly = new Map([...nineToSix('maria'), ...nineToSix('ivo')]);
    const slots = nextSlots(search({ weekly, resourceIds: ['ivo', 'maria'] }), rules);
    expect(clocks(slots)).toEqual(['9:00 ivo', '13:00', '17:00 ivo']);
  });

  test('begin in the part of the day that was asked for', () => {
    expect(clocks(nextSlots(search(), { ...rules, part: { from: 15 * 60 + 15, to: 17 * 60 } }))).toEqual(['15:30', '16:30']);
  });
});

describe('a booking and the shift', () => {
  const night = new Map([[weeklyKey('maria', weekdayOf(DAY)), [{ start: '20:00', end: '02:00' }]]]);
  const problem = (from: string, to: string, weekly: SlotSearch['weekly'] = new Map(nineToSix('maria'))) =>
    shiftProblem({ resource_id: 'maria', start_time: at(from), end_time: at(to) }, { weekly, overrides: new Map(), zone: ZONE });

  test('agree when it lies wholly within', () => {
    expect(problem('9:00', '18:00')).toBeNull();
    expect(problem('23:00', '25:00', night)).toBeNull();
  });

  test('do not when it begins outside, ends later, or nobody works that day', () => {
    expect(problem('8:45', '9:45')).toBe('off_shift');
    expect(problem('18:00', '18:30')).toBe('off_shift');
    expect(problem('17:30', '18:15')).toBe('beyond_shift');
    expect(problem('25:30', '26:15', night)).toBe('beyond_shift');
    expect(problem('9:00', '10:00', new Map())).toBe('no_shift');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIME_ZONES } from '#schemas/constants.ts';
import {
  addDays,
  addMinutes,
  clockOfMinute,
  dayBounds,
  instantOf,
  isLocalDate,
  minuteOfClock,
  minutesBetween,
  mondayOf,
  todayIn,
  weekDates,
  weekdayOf,
  zonedParts,
} from './time.ts';

const zones = fc.constantFrom(...TIME_ZONES);
const instants = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

/** Asks Intl directly for each instant and keeps nothing: the slow, obvious way. */
function wallClock(iso: string, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(iso));
}

const two = (n: number) => String(n).padStart(2, '0');
const shown = (iso: string, zone: string) => {
  const { date, minute, second } = zonedParts(iso, zone);
  return `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)}`;
};

describe('time', () => {
  test('every instant stands where Intl shows it, in all zones offered', () => {
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const iso = at.toISOString();
        expect(shown(iso, zone)).toBe(wallClock(iso, zone));
      }),
      { numRuns: 500 },
    );
  });

  test('every minute around the clock changes of 2026 and 2027 stands where Intl shows it', () => {
    const nights = [
      '2026-03-29T01:00Z',
      '2026-10-25T01:00Z',
      '2026-03-08T08:30Z',
      '2026-11-01T07:30Z',
      '2026-10-03T16:00Z',
      '2027-04-03T16:00Z',
    ];
    for (const zone of TIME_ZONES) {
      for (const night of nights) {
        for (let minute = -150; minute <= 150; minute += 5) {
          const iso = addMinutes(night, minute);
          expect(shown(iso, zone)).toBe(wallClock(iso, zone));
        }
      }
    }
  });

  test('an instant comes back from its own date and minute, but for the second pass of an autumn hour', () => {
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const iso = new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString();
        const { date, minute } = zonedParts(iso, zone);
        const back = instantOf(date, minute, zone);
        expect(wallClock(back, zone)).toBe(wallClock(iso, zone));
        expect(back <= iso).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('a time that the clock skips moves forward, of one shown twice the first is meant', () => {
    expect(instantOf('2026-03-29', 3 * 60 + 30, 'Europe/Sofia')).toBe('2026-03-29T01:30:00.000Z');
    expect(zonedParts('2026-03-29T01:30:00.000Z', 'Europe/Sofia').minute).toBe(4 * 60 + 30);
    expect(instantOf('2026-10-25', 3 * 60 + 30, 'Europe/Sofia')).toBe('2026-10-25T00:30:00.000Z');
    expect(instantOf('2026-11-01', 90, 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('minutes before 0 and beyond 1440 count on along the wall clock', () => {
    expect(instantOf('2026-11-18', 1500, 'Europe/Sofia')).toBe(instantOf('2026-11-19', 60, 'Europe/Sofia'));
    expect(instantOf('2026-11-18', -60, 'Europe/Sofia')).toBe(instantOf('2026-11-17', 1380, 'Europe/Sofia'));
    expect(instantOf('2026-10-24', 1440 + 600, 'Europe/Sofia')).toBe('2026-10-25T08:00:00.000Z');
  });

  test('a local day has 24 hours, 23 in the spring night and 25 in the autumn one', () => {
    const hours = (date: string, zone: string) => {
      const { from, to } = dayBounds(date, zone);
      return minutesBetween(from, to) / 60;
    };
    expect(dayBounds('2026-11-18', 'Europe/Sofia')).toEqual({ from: '2026-11-17T22:00:00.000Z', to: '2026-11-18T22:00:00.000Z' });
    expect(hours('2026-03-29', 'Europe/Sofia')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Sofia')).toBe(25);
    expect(hours('2026-10-04', 'Australia/Sydney')).toBe(23);
    expect(hours('2026-03-29', 'Asia/Tokyo')).toBe(24);
  });

  test('the week starts on Monday and weekday 0 is Sunday', () => {
    expect(weekdayOf('2026-11-22')).toBe(0);
    expect(weekdayOf('2026-11-18')).toBe(3);
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(weekDates('2026-11-18')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ]);
    expect(weekdayOf('1969-12-28')).toBe(0);
  });

  test('days count over months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(isLocalDate('2026-02-29')).toBe(false);
    expect(isLocalDate('2028-02-29')).toBe(true);
    expect(isLocalDate('2026-2-9')).toBe(false);
    expect(() => addDays('yesterday', 1)).toThrow(RangeError);
  });

  test('today is the zone’s date: another one in Tokyo than in Los Angeles', () => {
    const now = '2026-11-18T23:30:00.000Z';
    expect(todayIn('Europe/Sofia', now)).toBe('2026-11-19');
    expect(todayIn('Europe/London', now)).toBe('2026-11-18');
    expect(todayIn('America/Los_Angeles', Date.parse(now))).toBe('2026-11-18');
    expect(todayIn('Asia/Tokyo', now)).toBe('2026-11-19');
  });

  test('an unknown zone and an unreadable instant are errors, not a wrong time', () => {
    expect(() => zonedParts('2026-11-18T08:40:07.000Z', 'Europe/Nowhere')).toThrow(RangeError);
    expect(() => zonedParts('soon', 'Europe/Sofia')).toThrow(RangeError);
    expect(shown('2026-11-18T08:40:07.000Z', 'Europe/Sofia')).toBe('2026-11-18 10:40:07');
  });

  test('clock texts and minutes answer each other', () => {
    expect(minuteOfClock('09:30')).toBe(570);
    expect(clockOfMinute(570)).toBe('09:30');
    expect(clockOfMinute(1440)).toBe('00:00');
    expect(minuteOfClock('24:00')).toBeNaN();
    expect(minuteOfClock('9:30')).toBeNaN();
  });
});

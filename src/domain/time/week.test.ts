import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIME_ZONES } from '#schemas/constants.ts';
import { addDays, addMinutes, dayBounds, instantOf, MINUTE_MS, mondayOf, todayIn, weekDates, weekdayOf } from './time.ts';
import { eventsByDay, movedToDay, weekNumberOf } from './week.ts';

const day = fc.integer({ min: 0, max: 3650 }).map((n) => addDays('2020-01-01', n));

describe('the number of a week', () => {
  it.each([
    ['2026-11-20', 47],
    ['2026-01-01', 1],
    ['2025-12-29', 1],
    ['2027-01-01', 53],
    ['2027-01-04', 1],
  ])('of %s is %i', (date, number) => {
    expect(weekNumberOf(date)).toBe(number);
  });

  it('is the same for the seven days of a week, and one more (or 1) a week later', () => {
    fc.assert(
      fc.property(day, (date) => {
        const numbers = new Set(weekDates(date).map(weekNumberOf));
        expect(numbers.size).toBe(1);
        const [own] = numbers;
        const next = weekNumberOf(addDays(date, 7));
        expect(next === (own ?? 0) + 1 || (next === 1 && (own ?? 0) >= 52)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the days of a week', () => {
  it('run from Monday to Sunday', () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(weekDates(date).map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 0]);
        expect(weekDates(date)).toContain(date);
      }),
      { numRuns: 100 },
    );
  });

  it('have every event that has a minute on them, also in the nights of a clock change, in every zone', () => {
    const week = fc.oneof(day.map(mondayOf), fc.constantFrom('2026-03-23', '2026-10-19', '2026-03-02', '2026-10-26'));
    const span = fc.record({ start: fc.integer({ min: -3000, max: 10_500 }), length: fc.integer({ min: 1, max: 4000 }) });
    fc.assert(
      fc.property(week, fc.constantFrom(...TIME_ZONES), fc.array(span, { maxLength: 4 }), (monday, zone, spans) => {
        const events = spans.map(({ start, length }, i) => {
          const start_time = instantOf(monday, start, zone);
          return { id: `e${i}`, start_time, end_time: addMinutes(start_time, length) };
        });
        const found = eventsByDay(events, zone, monday).map((shares) => shares.map(({ event }) => event.id).sort());
        // The slow and obvious answer: look at each minute of the event. Its first second is the last one before its end.
        const wanted = weekDates(monday).map((date) =>
          events
            .filter(({ start_time, end_time }) => {
              for (let at = Date.parse(start_time); at < Date.parse(end_time); at += MINUTE_MS) {
                if (todayIn(zone, at) === date) return true;
              }
              return false;
            })
            .map(({ id }) => id),
        );
        expect(found).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });

  it('have their events by start, and equal ones by id, whatever order they came in', () => {
    const zone = 'Europe/Sofia';
    const event = (id: string, minute: number) => {
      const start_time = instantOf('2026-11-18', minute, zone);
      return { id, start_time, end_time: addMinutes(start_time, 30) };
    };
    const events = [event('c', 600), event('late', 900), event('a', 600), event('early', 540), event('b', 600)];
    for (const given of [events, [...events].reverse()])
      expect(eventsByDay(given, zone, '2026-11-16')[2]?.map((share) => share.event.id)).toEqual(['early', 'a', 'b', 'c', 'late']);
  });

  it('have the minutes of an event that runs over midnight on both days', () => {
    const zone = 'Europe/Sofia';
    const event = { id: 'night', start_time: instantOf('2026-11-18', 1380, zone), end_time: instantOf('2026-11-19', 90, zone) };
    const days = eventsByDay([event], zone, '2026-11-16');
    expect(days[2]).toEqual([{ event, from: 1380, to: 1440 }]);
    expect(days[3]).toEqual([{ event, from: 0, to: 90 }]);
    const until = { ...event, end_time: dayBounds('2026-11-19', zone).from };
    expect(eventsByDay([until], zone, '2026-11-16')[3]).toEqual([]);
  });
});

describe('an event that is put on another day', () => {
  const zone = 'Europe/Sofia';
  const at = (start_time: string, end_time: string) => ({ start_time, end_time });

  it('keeps its time of the salon’s day, its length, and takes the other employee', () => {
    const event = at('2026-11-18T13:00:00.000Z', '2026-11-18T14:30:00.000Z');
    expect(movedToDay(event, '2026-11-20', 'maria', zone)).toEqual({
      ...at('2026-11-20T13:00:00.000Z', '2026-11-20T14:30:00.000Z'),
      resource_id: 'maria',
    });
  });

  it.each([
    { onto: '2026-10-26', starts: '2026-10-26T13:00:00.000Z', because: 'in winter the clock is an hour behind summer’s' },
    { onto: '2027-03-29', starts: '2027-03-29T12:00:00.000Z', because: 'and in summer ahead again' },
  ])('stands at 15:00 by the wall also over a clock change: $because', ({ onto, starts }) => {
    const summer = at('2026-10-23T12:00:00.000Z', '2026-10-23T13:00:00.000Z'); // 15:00 in Sofia
    const { start_time, end_time } = movedToDay(summer, onto, 'maria', zone);
    expect(start_time).toBe(starts);
    expect(Date.parse(end_time) - Date.parse(start_time)).toBe(3_600_000);
  });

  it('of a time that the clock skips takes the one after the gap', () => {
    const night = at('2026-11-18T01:30:00.000Z', '2026-11-18T02:00:00.000Z'); // 3:30 in Sofia
    expect(movedToDay(night, '2027-03-28', 'maria', zone).start_time).toBe('2027-03-28T01:30:00.000Z'); // 4:30
  });

  it('with another employee on its own day keeps its instants, the second of two equal hours as well', () => {
    const second = at('2026-10-25T01:30:00.000Z', '2026-10-25T02:00:00.000Z'); // 3:30 for the second time
    expect(movedToDay(second, '2026-10-25', 'maria', zone)).toEqual({ ...second, resource_id: 'maria' });
  });
});

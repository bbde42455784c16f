import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import {
  busySpans,
  busyTogether,
  busyUntil,
  fittingTimes,
  hasWaiting,
  shareTime,
  type TimedBooking,
  workSpans,
} from './busy-spans.ts';

const TEN = '2026-11-18T08:00:00.000Z';
const at = (minute: number) => addMinutes(TEN, minute);
const booking = (from: number, minutes: number, times: Partial<TimedBooking> = {}): TimedBooking => ({
  ...{ start_time: at(from), end_time: at(from + minutes) },
  ...times,
});
const waiting = (processing_after: number, processing_minutes: number) => ({ processing_after, processing_minutes });
/** Thirty minutes of work, forty-five of waiting, thirty of finishing. */
const COLOUR = booking(0, 105, waiting(30, 45));

const some = fc
  .record({
    from: fc.integer({ min: 0, max: 60 }),
    minutes: fc.integer({ min: 1, max: 60 }),
    processing_after: fc.integer({ min: 0, max: 40 }),
    processing_minutes: fc.integer({ min: 0, max: 40 }),
    buffer_after: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ from, minutes, ...times }) => booking(from, minutes, times));
const minutesIn = (event: TimedBooking) =>
  new Set(
    busySpans(event).flatMap(({ from, to }) =>
      Array.from({ length: minutesBetween(from, to) }, (_, n) => minutesBetween(TEN, from) + n),
    ),
  );

describe('a booking takes its employee’s time', () => {
  test('from its start to its end', () => {
    expect(busySpans(booking(0, 60))).toEqual([{ from: at(0), to: at(60) }]);
  });

  test('without the time in which the client waits, and with the cleaning up', () => {
    expect(busySpans({ ...COLOUR, buffer_after: 10 })).toEqual([
      { from: at(0), to: at(30) },
      { from: at(75), to: at(115) },
    ]);
    expect(workSpans({ ...COLOUR, buffer_after: 10 }).at(-1)).toEqual({ from: at(75), to: at(105) });
    expect(busyUntil({ ...COLOUR, buffer_after: 10 })).toBe(at(115));
  });

  test.each([
    ['that reaches its end', waiting(30, 30)],
    ['that reaches beyond it', waiting(30, 90)],
    ['that begins with it', waiting(0, 30)],
    ['of no minutes', waiting(30, 0)],
  ])('all of it where the waiting is one %s', (_, times) => {
    expect(hasWaiting(booking(0, 60, times))).toBe(false);
    expect(busySpans(booking(0, 60, times))).toEqual([{ from: at(0), to: at(60) }]);
    expect(fittingTimes(60, times)).toEqual({ processing_after: 0, processing_minutes: 0, buffer_after: 0 });
  });

  test('as long before as after a move over a change of the clock', () => {
    const night = { ...COLOUR, start_time: '2026-10-25T00:00:00.000Z', end_time: '2026-10-25T01:45:00.000Z' };
    expect(busySpans(night).map(({ from, to }) => minutesBetween(from, to))).toEqual([30, 30]);
  });
});

describe('two bookings', () => {
  test('share no minute where one lies in the other’s waiting, to the minute', () => {
    expect(busyTogether(COLOUR, booking(30, 45))).toBe(false);
    expect(busyTogether(COLOUR, booking(30, 60))).toBe(true);
    expect(busyTogether(COLOUR, booking(29, 45))).toBe(true);
  });

  test('share one where one begins while the other is cleaned up after', () => {
    expect(busyTogether(booking(0, 30, { buffer_after: 10 }), booking(39, 30))).toBe(true);
    expect(busyTogether(booking(0, 30, { buffer_after: 10 }), booking(40, 30))).toBe(false);
  });

  test('share one exactly where their minutes do, whichever is asked first', () => {
    fc.assert(
      fc.property(some, some, (a, b) => {
        const own = minutesIn(a);
        const shared = [...minutesIn(b)].some((minute) => own.has(minute));
        expect([busyTogether(a, b), busyTogether(b, a)]).toEqual([shared, shared]);
        expect(shareTime(busySpans(a), busySpans(b))).toBe(shared);
      }),
      { numRuns: 500 },
    );
  });

  test('share the same whenever both are moved alike', () => {
    const days = fc.integer({ min: -400, max: 400 }).map((day) => day * 1440 + 60);
    const moved = (event: TimedBooking, by: number) => ({
      ...{ ...event, start_time: addMinutes(event.start_time, by), end_time: addMinutes(event.end_time, by) },
    });
    fc.assert(
      fc.property(some, some, days, (a, b, by) => {
        expect(busyTogether(moved(a, by), moved(b, by))).toBe(busyTogether(a, b));
      }),
    );
  });
});

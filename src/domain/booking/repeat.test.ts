import { describe, expect, test } from 'vitest';
import { instantOf, minutesBetween, zonedParts } from '#domain/time/time.ts';
import { cutAfter, laterRepeats, MOST_REPEATS, type Repetition, repeatsOf, visitsAmong } from './repeat.ts';

const ZONE = 'Europe/Sofia';
/** A Wednesday at 10:10 for 50 minutes. */
const booking = { start_time: instantOf('2026-11-18', 610, ZONE), end_time: instantOf('2026-11-18', 660, ZONE) };
const dates = (repetition: Repetition, after = booking.start_time) =>
  repeatsOf(booking, repetition, ZONE, after).map(({ date }) => date);

describe('a repeated booking', () => {
  test('stands on the same weekday every so many weeks, as often as was said', () => {
    expect(dates({ everyWeeks: 1, end: { count: 3 } })).toEqual(['2026-11-25', '2026-12-02', '2026-12-09']);
    expect(dates({ everyWeeks: 6, end: { count: 2 } })).toEqual(['2026-12-30', '2027-02-10']);
  });

  test('goes up to a date, which counts', () => {
    expect(dates({ everyWeeks: 2, end: { until: '2026-12-16' } })).toEqual(['2026-12-02', '2026-12-16']);
    expect(dates({ everyWeeks: 2, end: { until: '2026-12-15' } })).toEqual(['2026-12-02']);
    expect(dates({ everyWeeks: 2, end: { until: '2026-11-18' } })).toEqual([]);
  });

  test('is at the same time by the wall clock and as long, over a change of the clock as well', () => {
    const repeats = repeatsOf(booking, { everyWeeks: 1, end: { count: 30 } }, ZONE, booking.start_time);
    expect(repeats.map(({ start_time }) => zonedParts(start_time, ZONE).minute)).toEqual(Array(30).fill(610));
    expect(repeats.map(({ start_time, end_time }) => minutesBetween(start_time, end_time))).toEqual(Array(30).fill(50));
    expect(new Set(repeats.map(({ start_time }) => start_time.slice(11, 16)))).toEqual(new Set(['08:10', '07:10']));
  });

  test('that is old is repeated from now on', () => {
    expect(dates({ everyWeeks: 1, end: { count: 2 } }, '2027-01-06T08:10:00.000Z')).toEqual(['2027-01-13', '2027-01-20']);
  });

  test('says after which day it was cut where a date asks for more', () => {
    const cut = (repetition: Repetition) => cutAfter(repeatsOf(booking, repetition, ZONE, booking.start_time), repetition);
    expect(cut({ everyWeeks: 1, end: { until: '2028-02-10' } })).toBe('2027-11-17');
    expect(cut({ everyWeeks: 1, end: { until: '2027-11-24' } })).toBe('2027-11-17');
    expect(cut({ everyWeeks: 1, end: { until: '2027-11-23' } })).toBe(null);
    expect(cut({ everyWeeks: 2, end: { until: '2028-02-10' } })).toBe(null);
    expect(cut({ everyWeeks: 1, end: { count: MOST_REPEATS } })).toBe(null);
  });

  test('has an end, whatever was asked', () => {
    expect(dates({ everyWeeks: 1, end: { count: 1000 } })).toHaveLength(MOST_REPEATS);
    expect(dates({ everyWeeks: 1, end: { until: '2199-01-01' } })).toHaveLength(MOST_REPEATS);
    expect(dates({ everyWeeks: 0, end: { count: 3 } })).toEqual([]);
    expect(dates({ everyWeeks: 1, end: { count: 0 } })).toEqual([]);
  });
});

describe('what comes after a booking in its series', () => {
  const event = (id: string, day: number, more: { visit_id?: string; client_id?: string; status?: string | null } = {}) => ({
    ...{ id, visit_id: null, client_id: 'mira', status: 'booked', start_time: instantOf(`2026-11-${day}`, 600, ZONE) },
    ...more,
  });
  const ids = (of: ReturnType<typeof event>, series: readonly ReturnType<typeof event>[]) =>
    laterRepeats(of, series).map(({ id }) => id);

  test('begins later and is still meant to happen', () => {
    const series = [event('before', 11), event('own', 18), event('next', 25), event('block', 25, { status: null })];
    const over = ['cancelled', 'no-show', 'completed'].map((status) => event(status, 26, { status }));
    expect(ids(event('own', 18), [...series, ...over])).toEqual(['next', 'block']);
  });

  test('is for the same client, also under the record that was merged into theirs', () => {
    const series = [event('twin', 25, { client_id: 'twin' }), event('given', 26, { client_id: 'ana' })];
    const later = laterRepeats(event('own', 18), series, (id) => (id === 'twin' ? 'mira' : id));
    expect(later.map(({ id }) => id)).toEqual(['twin']);
  });

  test('is no other part of the same visit, and each later visit is counted once', () => {
    const series = [event('v/1', 19, { visit_id: 'v' }), event('w', 25, { visit_id: 'w' }), event('w/1', 26, { visit_id: 'w' })];
    const later = laterRepeats(event('v', 18, { visit_id: 'v' }), series);
    expect(later.map(({ id }) => id)).toEqual(['w', 'w/1']);
    expect(visitsAmong(later)).toBe(1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import { openingHoursText } from '#schemas/salon-days.ts';
import { agreementWith, openOverlaps } from './agreed-overlaps.ts';
import { delayed, restOfDay } from './delay.ts';
import { salonDaysOf } from './open-days.ts';
import { overlapsWith } from './overlap.ts';

const ZONE = 'Europe/Sofia';
/** A Wednesday in winter, two hours east of UTC. */
const at = (clock: string) => `2026-11-18T${clock}:00.000Z`;
const nineToSix = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
  ['ana', 'bob'].map((id) => [`${id}/${weekday}`, [{ start: '09:00', end: '18:00' }]] as const),
);
const working = { weekly: new Map(nineToSix), overrides: new Map(), zone: ZONE };

const booking = (id: string, resource_id: string, from: string, to: string, more: object = {}) => ({
  ...{ id, resource_id, start_time: at(from), end_time: at(to), type: 'appointment' as const, status: 'booked' as string | null },
  ...{ client_id: id as string | null, visit_id: null as string | null, visit_pos: 0, overlap_agreed: null as string | null },
  ...more,
});
type Row = ReturnType<typeof booking>;
const startsOf = (moved: ReturnType<typeof delayed<Row>>) =>
  Object.fromEntries(moved.map(({ place }) => [place.id, place.start_time.slice(11, 16)]));
const all = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id));

describe('the rest of somebody’s day', () => {
  test('is what begins from then on, and neither over nor blocked', () => {
    const rows = [
      booking('late', 'ana', '12:00', '13:00'),
      booking('early', 'ana', '08:00', '09:00'),
      booking('next', 'ana', '09:00', '10:00', { status: null }),
      booking('done', 'ana', '10:00', '10:30', { status: 'completed' }),
      booking('gone', 'ana', '10:30', '11:00', { status: 'cancelled' }),
      booking('away', 'ana', '11:00', '11:30', { status: 'no-show' }),
      booking('lunch', 'ana', '11:30', '12:00', { type: 'blocking' }),
      booking('other', 'bob', '12:00', '13:00'),
      booking('tomorrow', 'ana', '23:00', '23:30'),
    ];
    expect(restOfDay(rows, 'ana', at('09:00'), at('22:00')).map(({ id }) => id)).toEqual(['next', 'late']);
  });
});

describe('a delay', () => {
  test('moves the chosen ones by so many minutes and keeps their lengths and employees', () => {
    const rows = [
      booking('a', 'ana', '09:00', '10:00'),
      booking('b', 'ana', '10:00', '10:45'),
      booking('c', 'bob', '09:00', '10:00'),
    ];
    const moved = delayed(rows, new Set(['b', 'a']), 30, working);
    expect(startsOf(moved)).toEqual({ a: '09:30', b: '10:30' });
    expect(moved.map(({ over, off, torn }) => [over.length, off, torn])).toEqual([
      [0, null, null],
      [0, null, null],
    ]);
    expect(moved[1]?.place).toMatchObject({ resource_id: 'ana', end_time: at('11:15') });
  });

  test('says whom it collides with then, but not what it lay over before', () => {
    const rows = [
      booking('a', 'ana', '09:00', '10:00'),
      booking('double', 'ana', '09:30', '10:30', { status: 'completed' }),
      booking('lunch', 'ana', '10:00', '10:30', { type: 'blocking', client_id: null }),
      booking('b', 'ana', '11:00', '11:30'),
    ];
    const moved = delayed(rows, new Set(['a']), 30, working);
    expect(moved[0]?.over.map(({ id }) => id)).toEqual(['lunch']);
    expect(delayed(rows, new Set(['a']), 90, working)[0]?.over.map(({ id }) => id)).toEqual(['b']);
  });

  test('says who comes to stand after the shift, but not of what stood there before', () => {
    const rows = [booking('a', 'ana', '15:30', '16:00'), booking('b', 'ana', '16:30', '17:00')];
    const moved = delayed(rows, all(rows), 30, working);
    expect(moved.map(({ off }) => off)).toEqual(['off_shift', null]);
    expect(delayed(rows, all(rows), 15, working)[0]?.off).toBe('beyond_shift');
  });

  test('says what comes to stand after the salon has closed', () => {
    const rows = [booking('a', 'ana', '13:00', '14:00'), booking('b', 'ana', '14:00', '15:00')];
    const open = salonDaysOf(openingHoursText([{ weekday: 3, start: '09:00', end: '17:15' }]), null);
    expect(delayed(rows, all(rows), 30, { ...working, open }).map(({ off }) => off)).toEqual([null, 'beyond_hours']);
    expect(delayed(rows, all(rows), 120, { ...working, open }).map(({ off }) => off)).toEqual(['beyond_hours', 'outside_hours']);
  });

  test('says where its room is full then and was not before, and who has it', () => {
    const washed = { service_id: 'wash' };
    const rows = [
      booking('a', 'ana', '09:00', '10:00', washed),
      booking('b', 'bob', '10:00', '11:00', washed),
      booking('c', 'bob', '09:00', '09:15', washed),
    ];
    const basins = (count: number) => new Map([['wash', { id: 'basin', name: 'Мивка', count }]]);
    const fullFor = (count: number, ids: readonly string[], minutes: number) =>
      delayed(rows, new Set(ids), minutes, working, basins(count)).map(({ full }) => full?.by.map(({ id }) => id) ?? null);
    expect(fullFor(1, ['a'], 30)).toEqual([['b']]);
    expect(fullFor(2, ['a'], 30)).toEqual([null]);
    // Both are late: at their new times they take both basins, and each says who comes as the third.
    expect(fullFor(2, ['a', 'c'], 50)).toEqual([['b'], ['b']]);
    expect(delayed(rows, new Set(['a']), 30, working).map(({ full }) => full)).toEqual([null]);
  });

  test('takes the later legs of a visit along, with whomever they are, and leaves those that were before', () => {
    const visit = { client_id: 'eva', visit_id: 'cut' };
    const rows = [
      booking('cut', 'bob', '08:00', '09:00', visit),
      booking('cut/2', 'ana', '09:00', '10:00', { ...visit, visit_pos: 1 }),
      booking('cut/3', 'bob', '10:00', '10:30', { ...visit, visit_pos: 2 }),
      booking('cut/4', 'bob', '10:30', '11:00', { ...visit, visit_pos: 3, status: 'cancelled' }),
      booking('x', 'bob', '10:30', '11:00'),
    ];
    const moved = delayed(rows, new Set(['cut/2']), 30, working);
    expect(startsOf(moved)).toEqual({ 'cut/2': '09:30', 'cut/3': '10:30' });
    expect(moved.map(({ over }) => over.map(({ id }) => id))).toEqual([[], ['x']]);
    expect(moved.map(({ torn }) => torn)).toEqual([null, null]);
  });

  test('says of a visit that it does not fit together any more', () => {
    const visit = { client_id: 'eva', visit_id: 'colour' };
    const waits = { processing_after: 30, processing_minutes: 45 };
    const rows = [
      booking('colour', 'ana', '09:00', '11:00', { ...visit, ...waits }),
      booking('colour/2', 'bob', '09:30', '10:15', { ...visit, visit_pos: 1 }),
    ];
    expect(delayed(rows, new Set(['colour/2']), 30, working)[0]?.torn).toBe('overlap');
    expect(delayed(rows, new Set(['colour']), 30, working).map(({ torn }) => torn)).toEqual([null, null]);
  });

  test('keeps what was agreed to, whether both move or one of them', () => {
    const [a, other] = [booking('a', 'ana', '09:00', '10:00'), booking('b', 'ana', '09:30', '10:30')];
    const b = { ...other, overlap_agreed: agreementWith(other, [a], at('06:00')) };
    const then = (ids: readonly string[], by: number) => {
      const moved = delayed([a, b], new Set(ids), by, working);
      const rows = [a, b].map((row) => {
        const one = moved.find(({ event }) => event.id === row.id);
        if (!one) return row;
        const placed = { ...row, ...one.place };
        return { ...placed, overlap_agreed: agreementWith(placed, [...one.over, ...one.agreed], at('06:00')) };
      });
      return openOverlaps(rows, at('06:00')).length;
    };
    expect([then(['a', 'b'], 30), then(['a'], 15), then(['b'], 15), then(['a'], 120)]).toEqual([0, 0, 0, 0]);
    // What nobody has agreed to stays a question.
    const asked = delayed([a, other], new Set(['a', 'b']), 30, working);
    expect(asked.map(({ agreed }) => agreed.length)).toEqual([0, 0]);
  });

  test('for whom it is because they are away says who still is', () => {
    const rows = [booking('a', 'ana', '14:00', '15:00')];
    expect(delayed(rows, all(rows), 120, working).map(({ off }) => off)).toEqual(['off_shift']);
    const away = [booking('a', 'ana', '17:00', '18:00')];
    expect(delayed(away, all(away), 60, working).map(({ off }) => off)).toEqual([null]);
    expect(delayed(away, all(away), 60, working, undefined, true).map(({ off }) => off)).toEqual(['off_shift']);
  });

  test('keeps the distances, loses and invents nobody, and names as collisions just what lies over it then and did not before', () => {
    const minute = fc.integer({ min: 0, max: 40 }).map((n) => n * 15);
    const row = fc.record({
      who: fc.constantFrom('ana', 'bob'),
      from: minute,
      length: fc.constantFrom(15, 30, 60),
      chosen: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 9 }), fc.constantFrom(-30, 15, 30, 60, 120), (made, by) => {
        const rows = made.map(({ who, from, length }, n) => ({
          ...booking(`e${n}`, who, '07:00', '08:00'),
          start_time: addMinutes(at('07:00'), from),
          end_time: addMinutes(at('07:00'), from + length),
        }));
        const chosen = new Set(made.flatMap((one, n) => (one.chosen ? [`e${n}`] : [])));
        const moved = delayed(rows, chosen, by, working);
        expect(new Set(moved.map(({ event }) => event.id))).toEqual(chosen);
        const then = rows.map((one) => ({ ...one, ...moved.find(({ event }) => event.id === one.id)?.place }));
        for (const { event, place, over } of moved) {
          expect(minutesBetween(event.start_time, place.start_time)).toBe(by);
          expect(minutesBetween(event.end_time, place.end_time)).toBe(by);
          const before = new Set(overlapsWith(event, rows).map(({ id }) => id));
          const fresh = overlapsWith({ ...event, ...place }, then).filter(({ id }) => !before.has(id));
          // Those that move alike keep their distance: none of them is met anew.
          expect(over.map(({ id }) => id)).toEqual(fresh.map(({ id }) => id));
        }
      }),
    );
  });
});

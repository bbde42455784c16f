import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf } from '#domain/time/time.ts';
import {
  GRID_END,
  GRID_START,
  type GridEvent,
  minutesOn,
  type PlacedEvent,
  placeEvents,
  slotAt,
  snap,
  yOf,
} from './day-layout.ts';

const DAY = '2026-11-18';
const ZONE = 'Europe/Sofia';
const event = (id: string, from: number, to: number, more: Partial<GridEvent> = {}): GridEvent => ({
  id,
  resource_id: 'r',
  start_time: instantOf(DAY, from, ZONE),
  end_time: instantOf(DAY, to, ZONE),
  type: 'appointment',
  status: 'booked',
  ...more,
});
const lanes = (events: GridEvent[], max?: number) =>
  Object.fromEntries(placeEvents(events, ZONE, DAY, max).placed.map((p) => [p.event.id, [p.lane, p.lanes, p.span]]));

describe('day grid', () => {
  test('the grid has 13 rows, from 8:00 to 21:00', () => {
    expect([GRID_START, GRID_END, (GRID_END - GRID_START) / 60]).toEqual([480, 1260, 13]);
  });

  test('an event stands at its wall-clock minutes in the salon’s zone', () => {
    expect(minutesOn({ start_time: '2026-11-18T08:00:00.000Z', end_time: '2026-11-18T09:00:00.000Z' }, ZONE, DAY)).toEqual({
      from: 600,
      to: 660,
    });
    expect(
      minutesOn({ start_time: '2026-11-18T08:00:00.000Z', end_time: '2026-11-18T09:00:00.000Z' }, 'Asia/Tokyo', DAY),
    ).toEqual({ from: 1020, to: 1080 });
  });

  test('what is cleaned up between two parts of one visit takes no width from the next part, between two visits it does', () => {
    const first = event('a', 600, 660, { visit_id: 'a', buffer_after: 15 });
    expect(lanes([first, event('b', 660, 720, { visit_id: 'a' })])).toEqual({ a: [0, 1, 1], b: [0, 1, 1] });
    expect(lanes([first, event('b', 660, 720, { visit_id: 'b' })])).toEqual({ a: [0, 2, 1], b: [1, 2, 1] });
    expect(lanes([first, event('b', 630, 720, { visit_id: 'a' })])).toEqual({ a: [0, 2, 1], b: [1, 2, 1] });
  });

  test('an event over midnight shows on both days, one that ends at midnight only on its own', () => {
    const over = { start_time: instantOf(DAY, 1380, ZONE), end_time: instantOf(DAY, 1500, ZONE) };
    expect(minutesOn(over, ZONE, DAY)).toEqual({ from: 1380, to: 1440 });
    expect(minutesOn(over, ZONE, '2026-11-19')).toEqual({ from: 0, to: 60 });
    expect(minutesOn(over, ZONE, '2026-11-20')).toBeNull();
    const until = { start_time: instantOf(DAY, 1380, ZONE), end_time: instantOf(DAY, 1440, ZONE) };
    expect(minutesOn(until, ZONE, DAY)).toEqual({ from: 1380, to: 1440 });
    expect(minutesOn(until, ZONE, '2026-11-19')).toBeNull();
  });

  test('an event in the hour that the clock shows twice keeps its length', () => {
    const twice = { start_time: '2026-10-25T00:30:00.000Z', end_time: '2026-10-25T01:15:00.000Z' };
    expect(minutesOn(twice, ZONE, '2026-10-25')).toEqual({ from: 210, to: 255 });
  });

  test('events that do not touch have the whole width', () => {
    expect(lanes([event('a', 600, 660), event('b', 660, 720)])).toEqual({ a: [0, 1, 1], b: [0, 1, 1] });
  });

  test('a connected group shares the width, and an event stretches over lanes that stay free', () => {
    expect(lanes([event('a', 600, 720), event('b', 610, 640), event('c', 620, 650), event('d', 660, 700)])).toEqual({
      a: [0, 3, 1],
      b: [1, 3, 1],
      c: [2, 3, 1],
      d: [1, 3, 2],
    });
  });

  test('of two that start together the longer one takes the first lane', () => {
    expect(lanes([event('short', 600, 630), event('long', 600, 690)])).toEqual({ long: [0, 2, 1], short: [1, 2, 1] });
  });

  test('a cancelled event frees the slot: it stands aside, the others keep the width', () => {
    const { placed } = placeEvents([event('gone', 600, 660, { status: 'cancelled' }), event('new', 610, 640)], ZONE, DAY);
    const by = Object.fromEntries(placed.map((p) => [p.event.id, p]));
    expect(by.new).toMatchObject({ lane: 0, lanes: 1, span: 1, aside: false, besideRail: true });
    expect(by.gone).toMatchObject({ aside: true, lane: 0, lanes: 1 });
    expect(lanes([event('gone', 600, 660, { status: 'cancelled' })])).toEqual({ gone: [0, 1, 1] });
  });

  test('what does not fit into the lanes is listed beside the group, nothing is hidden', () => {
    const crowd = ['a', 'b', 'c', 'd'].map((id, i) => event(id, 600 + i, 700));
    const { placed, overflow } = placeEvents(crowd, ZONE, DAY, 2);
    expect(placed.map((p) => [p.event.id, p.lane, p.lanes, p.besideRail])).toEqual([
      ['a', 0, 2, true],
      ['b', 1, 2, true],
    ]);
    expect(overflow.map((o) => [o.events.map((e) => e.id), o.group.length, o.top, o.bottom])).toEqual([
      [['c', 'd'], 4, 600, 700],
    ]);
  });

  test('what lies outside the grid’s hours is named above and below, what reaches in is clipped', () => {
    const column = placeEvents(
      [event('early', 450, 480), event('late', 1260, 1290), event('in', 450, 500), event('out', 1250, 1300)],
      ZONE,
      DAY,
    );
    expect(column.before.map((e) => e.id)).toEqual(['early']);
    expect(column.after.map((e) => e.id)).toEqual(['late']);
    expect(column.placed.map((p) => [p.event.id, p.top, p.bottom])).toEqual([
      ['in', 480, 500],
      ['out', 1250, 1260],
    ]);
  });

  const spans = fc.array(
    fc.record({ from: fc.integer({ min: 470, max: 900 }), length: fc.integer({ min: 5, max: 180 }), cancelled: fc.boolean() }),
    { maxLength: 25 },
  );

  test('no two events ever share a place, and every event is placed, listed or named', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 4 }), (list, max) => {
        const events = list.map((s, i) => event(`e${i}`, s.from, s.from + s.length, s.cancelled ? { status: 'cancelled' } : {}));
        const { placed, overflow, before, after } = placeEvents(events, ZONE, DAY, max);
        const all = [
          ...placed.map((p) => p.event.id),
          ...overflow.flatMap((o) => o.events.map((e) => e.id)),
          ...before.map((e) => e.id),
          ...after.map((e) => e.id),
        ];
        expect(all.sort()).toEqual(events.map((e) => e.id).sort());
        const clash = (a: PlacedEvent, b: PlacedEvent) =>
          a.aside === b.aside && a.from < b.to && b.from < a.to && a.lane < b.lane + b.span && b.lane < a.lane + a.span;
        for (const a of placed) {
          expect(a.lane + a.span).toBeLessThanOrEqual(a.lanes);
          for (const b of placed) if (a !== b) expect(clash(a, b)).toBe(false);
        }
      }),
    );
  });

  test('lanes do not depend on the order in which events come', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const events = list.map((s, i) => event(`e${i}`, s.from, s.from + s.length));
        expect(lanes([...events].reverse())).toEqual(lanes(events));
      }),
    );
  });

  test('a point falls into the slot of the interval that it lies in, within the grid', () => {
    expect(slotAt(0, 80, 15)).toBe(480);
    expect(slotAt(80 + 39, 80, 15)).toBe(555);
    expect(slotAt(-50, 80, 15)).toBe(480);
    expect(slotAt(9999, 80, 15)).toBe(1245);
    expect(yOf(540, 80)).toBe(80);
    expect([snap(614, 15), snap(614, 10)]).toEqual([600, 610]);
  });
});

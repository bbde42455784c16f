// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { booking, CUT, DAY, IVAYLO, MARIA, row, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { buildDay, type DayInput } from './build-day.ts';
import { DayColumn } from './day-column.tsx';
import { stopAt, stopsOf } from './grid-focus.ts';
import { focusGridOf } from './use-roving-focus.ts';

const COLOUR = row('services', { id: 'colour', name: 'Боядисване', duration: 105, price: 90 });
const waits = { service_id: 'colour', processing_after: 30, processing_minutes: 45 };
const colour = (more = {}) => booking('colour', '10:00', '11:45', { ...waits, ...more });

function day(events: DayInput['events'], language: 'bg' | 'en' = 'bg') {
  return buildDay({
    ...{ date: DAY, zone: ZONE, language, t: i18n.getFixedT(language, 'calendar'), events, onlyRead: new Set() },
    employees: [MARIA, IVAYLO],
    client: (id) => (id === 'yoana' ? YOANA : undefined),
    service: (id) => (id === 'cut' ? CUT : id === 'colour' ? COLOUR : undefined),
    weekly: new Map([
      [weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]],
      [weeklyKey('ivaylo', 3), [{ start: '09:00', end: '18:00' }]],
    ]),
    ...{ overrides: new Map(), troubles: new Map(), openOverlaps: new Set<string>(), hidden: new Set(), moving: new Map() },
    maxLanes: 2,
  });
}
const columnOf = (events: DayInput['events'], id = 'maria') => {
  const column = day(events).find((one) => one.id === id);
  if (!column) throw new Error('nobody');
  return column;
};
const labels = (events: DayInput['events'], language: 'bg' | 'en' = 'bg') =>
  day(events, language).flatMap((column) => column.events.map(({ label }) => label));

beforeAll(() => setLanguage('bg'));
afterEach(cleanup);

describe('the time in which a client waits', () => {
  it('is said in the name of the appointment, in both languages', () => {
    expect(labels([colour()])[0]).toBe('10:00–11:45, Йоана Христова, Боядисване, Мария Петрова, престой 10:30–11:15, записан');
    expect(labels([colour()], 'en')[0]).toContain(', processing 10:30–11:15, booked');
    expect(labels([booking('plain', '10:00', '11:00')])[0]).not.toContain('престой');
  });

  it('shares no width with what stands in it, and is no overlap', () => {
    const [outer, inner] = columnOf([colour(), booking('cut', '10:30', '11:15')]).events;
    expect([outer?.lanes, inner?.lanes, outer?.double, inner?.double]).toEqual([1, 1, false, false]);
    const [, over] = columnOf([colour(), booking('cut', '10:30', '11:30')]).events;
    expect([over?.lanes, over?.double]).toEqual([2, true]);
  });

  it('is drawn as a stretch that lets a press through to the grid', () => {
    const t = i18n.getFixedT('bg', 'calendar');
    const draw = (events: DayInput['events']) => {
      const column = columnOf(events);
      const props = { hourHeight: 60, hit: 24, text: 1, early: false, late: false, phone: false, drawn: true, t };
      return render(<DayColumn column={column} {...props} />).container;
    };
    const drawn = draw([colour()]);
    const box = drawn.querySelector<HTMLElement>('[data-event="colour"]');
    expect(box?.classList.contains('waits')).toBe(true);
    expect([box?.style.getPropertyValue('--w0'), box?.style.getPropertyValue('--w1')]).toEqual(['28.57%', '71.43%']);
    expect(drawn.querySelectorAll('.cal-wait')).toHaveLength(1);
    cleanup();
    // Beside a cancelled one the box is narrower: the stretch would stand out of it.
    const narrow = draw([colour(), booking('gone', '11:15', '12:00', { status: 'cancelled' })]);
    expect(narrow.querySelectorAll('.waits, .cal-wait')).toHaveLength(1);
    cleanup();
    expect(draw([booking('plain', '10:00', '11:00')]).querySelector('.waits, .cal-wait')).toBeNull();
  });

  it('is free for the keyboard, which books there', () => {
    const columns = [columnOf([colour()])];
    const grid = focusGridOf(columns, 15);
    const free = stopsOf(grid, 0).flatMap(({ event, minute }) => (event ? [] : [minute]));
    expect(free.filter((minute) => minute >= 600 && minute < 705)).toEqual([630, 645, 660]);
    expect(stopAt(grid, 0, 645)).toEqual({ column: 0, minute: 645, event: null });
    expect(stopAt(grid, 0, 690)?.event).toBe('colour');
  });
});

describe('a part of a visit', () => {
  const legs = [
    colour({ visit_id: 'colour', visit_pos: 0 }),
    booking('cut', '11:45', '12:30', { resource_id: 'ivaylo', visit_id: 'colour', visit_pos: 1 }),
    booking('dry', '12:30', '13:00', { visit_id: 'colour', visit_pos: 2 }),
  ];

  it('says which part it is, in both languages', () => {
    const said = (language: 'bg' | 'en') => labels(legs, language).map((label) => /част \d от \d|part \d of \d/.exec(label)?.[0]);
    expect(said('bg')).toEqual(['част 1 от 3', 'част 3 от 3', 'част 2 от 3']);
    expect(said('en')).toEqual(['part 1 of 3', 'part 3 of 3', 'part 2 of 3']);
    expect(labels(legs.slice(0, 1))[0]).not.toContain('част');
  });

  it('is none once it is cancelled alone: the others are counted without it', () => {
    const [first, cut, last] = legs;
    const now = [first, cut && { ...cut, status: 'cancelled' as const }, last].filter((leg) => leg !== undefined);
    const said = labels(now).map((label) => /част \d от \d/.exec(label)?.[0]);
    expect(said).toEqual(['част 1 от 2', 'част 2 от 2', undefined]);
  });

  it('is drawn anew where another part comes, also in another column', () => {
    const t = i18n.getFixedT('bg', 'calendar');
    const again = (events: DayInput['events'], previous: ReturnType<typeof day>) =>
      buildDay(
        {
          ...{ date: DAY, zone: ZONE, language: 'bg', t, events, onlyRead: new Set(), employees: [MARIA, IVAYLO] },
          ...{ client: () => YOANA, service: () => CUT, weekly: new Map(), overrides: new Map(), troubles: new Map() },
          ...{ openOverlaps: new Set<string>(), hidden: new Set<string>(), moving: new Map(), maxLanes: 2 },
        },
        previous,
      );
    const first = again(legs.slice(0, 2), []);
    expect(first.map((column) => column.events.length)).toEqual([1, 1]);
    const next = again(legs, first);
    expect(next[1]).not.toBe(first[1]);
    expect(next[1]?.events[0]?.label).toContain('част 2 от 3');
  });

  it('stays the same object where nothing of it changed', () => {
    const t = i18n.getFixedT('bg', 'calendar');
    const input: DayInput = {
      ...{ date: DAY, zone: ZONE, language: 'bg', t, events: legs, onlyRead: new Set(), employees: [MARIA, IVAYLO] },
      ...{ client: () => YOANA, service: () => CUT, weekly: new Map(), overrides: new Map(), troubles: new Map() },
      ...{ openOverlaps: new Set<string>(), hidden: new Set<string>(), moving: new Map(), maxLanes: 2 },
    };
    const first = buildDay(input);
    expect(first[0]?.events.map(({ visit }) => visit)).toEqual(['colour', 'colour']);
    expect(buildDay({ ...input, events: [...legs] }, first)).toBe(first);
  });
});

it('a cleaning up after an appointment makes no appointment longer to see', () => {
  const [view] = columnOf([booking('cut', '10:00', '11:00', { buffer_after: 15 })]).events;
  expect([view?.to, view?.bottom, view?.until]).toEqual([660, 660, 675]);
  expect(view?.label).toContain('10:00–11:00');
});

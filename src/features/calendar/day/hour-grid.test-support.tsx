/** The day's grid by itself, made of rows: for the tests of what hands and keys do in it. */

import { vi } from 'vitest';
import type { Placement } from '#calendar/reads/day-view.ts';
import { eventIs } from '#calendar/reads/grid-dom.ts';
import { CUT, DAY, MARIA, row, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { buildDay } from './build-day.ts';
import { HourGrid } from './hour-grid.tsx';

export const people = (count: number) =>
  Array.from({ length: count }, (_, i) => row('resources', { id: `p${i}`, name: `Служител ${i}`, color: '#7c3aed' }));

/** What the grid asked for. */
export const asked = { book: vi.fn(), open: vi.fn(), drop: vi.fn(), refuse: vi.fn(), noShift: vi.fn() };

interface Day {
  events?: readonly LocalRow<'events'>[];
  employees?: readonly LocalRow<'resources'>[];
  /** Who has no shift. */
  off?: readonly string[];
  shift?: { start: string; end: string };
  date?: string;
  interval?: number;
  moving?: ReadonlyMap<string, Placement>;
}

export function dayGrid({
  events = [],
  employees = [MARIA],
  off = [],
  shift = { start: '09:00', end: '18:00' },
  date = DAY,
  interval = 15,
  moving = new Map(),
}: Day) {
  const weekday = new Date(date).getUTCDay();
  const days = [0, 1, 2, 3, 4, 5, 6];
  const daysOf = (id: string) => (off.includes(id) ? days.filter((day) => day !== weekday) : days);
  const columns = buildDay({
    ...{ date, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees, events, moving },
    client: () => YOANA,
    service: () => CUT,
    weekly: new Map(employees.flatMap(({ id }) => daysOf(id).map((day) => [weeklyKey(id, day), [shift]]))),
    ...{
      overrides: new Map(),
      troubles: new Map(),
      openOverlaps: new Set<string>(),
      hidden: new Set<string>(),
      onlyRead: new Set<string>(),
      maxLanes: 2,
    },
  });
  return (
    <HourGrid
      {...{ columns, date, today: '2026-11-01', dayLabel: 'ден', zone: ZONE, interval, hourHeight: 60, hit: 24, text: 1 }}
      {...{ onBook: asked.book, onOpen: asked.open, onDrop: asked.drop, onRefuse: asked.refuse, onNoShift: asked.noShift }}
      {...{ hold: () => () => undefined, selected: null, place: { current: null } }}
    />
  );
}

/** What can be tabbed to. */
export const stops = () => [...document.querySelectorAll<HTMLElement>('[role=grid] [tabindex="0"]')];
export const event = (id: string) => document.querySelector(eventIs(id)) as HTMLElement;

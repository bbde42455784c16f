import { expect, it } from 'vitest';
import { checksOf } from '#calendar/reads/reservation-checks.ts';
import { at, booking, DAY, MARIA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { freeSlots } from '#domain/booking/free-slots.ts';
import { type SalonDays, salonDaysOf } from '#domain/booking/open-days.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import type { OverrideInterval } from '#schemas/intervals.ts';
import { buildDay } from './build-day.ts';

const weekly = new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '12:00' }]]]);
const asked = booking('new', '10:00', '11:00', { id: '' });

/** What the calendar's three answers say about an hour at ten: the grid's column, the search, the dialog. */
function answers(sets: readonly OverrideInterval[], open: SalonDays | null = null) {
  const overrides = new Map([[overrideKey('maria', DAY), sets]]);
  const [column] = buildDay({
    ...{ date: DAY, zone: ZONE, open, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), weekly, overrides },
    ...{ events: [], employees: [MARIA], client: () => undefined, service: () => undefined, maxLanes: 2 },
    ...{ onlyRead: new Set(), troubles: new Map(), openOverlaps: new Set<string>(), hidden: new Set(), moving: new Map() },
  });
  const found = freeSlots({
    ...{ date: DAY, minutes: 60, from: at('00:00'), weekly, overrides, events: [], resourceIds: ['maria'], zone: ZONE, open },
    ...{ interval: 60, count: 24 },
  });
  const around = { events: [], clients: new Map(), overrides, unknown: null };
  const { off, shift } = checksOf(around, asked, { config: { ...SALON_DEFAULTS, timezone: ZONE, open }, weekly });
  return { grid: column?.stretches, search: found.map(({ start }) => start), dialog: { off, shift } };
}

it('the grid, the search and the dialog give one answer about a shift, about time off in it and about a shift on top (AVAIL-09)', () => {
  expect(answers([])).toEqual({
    grid: [{ from: 540, to: 720 }],
    search: [at('09:00'), at('10:00'), at('11:00')],
    dialog: { off: null, shift: '9:00–12:00' },
  });
  const off = { type: 'time_off', start: '10:00', end: '11:00' } as const;
  const late = { type: 'additional_shift', start: '20:00', end: '21:00' } as const;
  expect(answers([off, late])).toEqual({
    grid: [
      { from: 540, to: 600 },
      { from: 660, to: 720 },
      { from: 1200, to: 1260 },
    ],
    search: [at('09:00'), at('11:00'), at('20:00')],
    dialog: { off: 'off_shift', shift: '9:00–10:00, 11:00–12:00, 20:00–21:00' },
  });
  const wholeDay = { type: 'time_off', start: null, end: null } as const;
  expect(answers([wholeDay])).toEqual({ grid: [], search: [], dialog: { off: 'no_shift', shift: '' } });
});

it('the three give one answer about a closed day, about opening hours, and about a shift that was added then', () => {
  const late = { type: 'additional_shift', start: '20:00', end: '21:00' } as const;
  const closed = salonDaysOf(null, JSON.stringify([['dates', DAY, DAY, 'Ремонт']]));
  expect(answers([], closed)).toEqual({ grid: [], search: [], dialog: { off: 'closed', shift: '' } });
  expect(answers([late], closed)).toEqual({
    grid: [{ from: 1200, to: 1260 }],
    search: [at('20:00')],
    dialog: { off: 'closed', shift: '20:00–21:00' },
  });
  const hours = (start: string, end: string) => salonDaysOf(JSON.stringify([[3, start, end]]), null);
  expect(answers([], hours('10:30', '11:30'))).toEqual({
    grid: [{ from: 630, to: 690 }],
    search: [],
    dialog: { off: 'outside_hours', shift: '10:30–11:30' },
  });
  expect(answers([], hours('10:00', '10:30')).dialog).toEqual({ off: 'beyond_hours', shift: '10:00–10:30' });
  expect(answers([], hours('08:00', '20:00'))).toEqual(answers([]));
});

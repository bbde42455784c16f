import { expect, it } from 'vitest';
import { booking, DAY, MARIA, ZONE } from '#calendar/reads/rows.test-support.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { buildDay } from './build-day.ts';
import { listBehind } from './list-behind.ts';

const columns = (employee: LocalRow<'resources'> = MARIA) =>
  buildDay({
    ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [employee] },
    events: [
      ...['a', 'b', 'c'].map((id) => booking(id, '11:00', '12:30')),
      booking('d', '11:00', '12:30', { buffer_after: 15 }),
      booking('freed', '13:00', '14:00', { status: 'cancelled' }),
      booking('block', '15:00', '16:35', { type: 'blocking' }),
    ],
    ...{
      client: () => undefined,
      service: () => undefined,
      overrides: new Map(),
      troubles: new Map(),
      openOverlaps: new Set<string>(),
    },
    ...{ hidden: new Set<string>(), moving: new Map(), maxLanes: 2, onlyRead: new Set<string>(), onShift: false },
    weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]),
  });
const behind = (from: number | null, employee = MARIA) => {
  const made = columns(employee);
  const stop = `+${made[0]?.overflow[0]?.id}`;
  return listBehind(made, stop, from, 15);
};

it('a “+N” lists the whole group and where there is room instead: cancelled time is, cleaning up, blocked time and what is over are not', () => {
  const found = behind(10 * 60 + 41);
  expect(found?.events.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(found?.employee).toBe('Мария');
  expect(found?.free).toEqual([
    { from: 645, to: 660 },
    { from: 765, to: 900 },
    { from: 995, to: 1080 },
  ]);
  expect(found?.until).toBe(1080);
});

it('of a day that is over, and of whoever is not here any more, no room is named', () => {
  expect(behind(null)?.free).toBe(null);
  expect(behind(0, { ...MARIA, active: false })?.free).toBe(null);
});

it('there is none behind a stop of something else', () => {
  expect(listBehind(columns(), '+other', 0, 15)).toBe(null);
});

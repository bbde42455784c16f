import { describe, expect, it } from 'vitest';
import { weeklyKey } from '#domain/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import { buildDay } from './build-day.ts';
import { liesOver, refusalOf } from './drag-session.ts';
import { booking, DAY, MARIA, ZONE } from './test-rows.ts';

const [column] = buildDay({
  ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA] },
  events: [
    booking('held', '10:00', '11:00'),
    booking('freed', '12:00', '13:00', { status: 'cancelled' }),
    booking('block', '15:00', '16:00', { type: 'blocking' }),
    booking('moved', '17:00', '18:00'),
  ],
  ...{ client: () => undefined, service: () => undefined, overrides: new Map(), troubles: new Map() },
  ...{ hidden: new Set<string>(), moving: new Map(), maxLanes: 2, onlyRead: new Set<string>() },
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '19:00' }]]]),
});
const moved = column?.events.find(({ id }) => id === 'moved');
const at = (hour: number) => {
  if (!moved) throw new Error('not drawn');
  return { over: liesOver(column, moved, hour * 60), refusal: refusalOf(column, moved, hour * 60) };
};

describe('a drop', () => {
  it('on taken time is taken, and says that it lies over another', () => {
    expect(at(10.5)).toEqual({ over: true, refusal: null });
  });

  it('beside an appointment, on the time of a cancelled one and on its own says nothing', () => {
    expect([at(11), at(12), at(17.5)]).toEqual(Array(3).fill({ over: false, refusal: null }));
  });

  it('on blocked time and off shift is refused', () => {
    expect([at(15.5).refusal, at(19).refusal]).toEqual(['blocked', 'off_shift']);
  });
});

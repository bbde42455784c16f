import { describe, expect, it } from 'vitest';
import { weeklyKey } from '#domain/availability.ts';
import { i18n } from '#i18n/i18n.ts';
import { buildDay } from './build-day.ts';
import { overlapsAt, refusalOf } from './drop-rules.ts';
import { booking, DAY, MARIA, ZONE } from './test-rows.ts';

const [column] = buildDay({
  ...{ date: DAY, zone: ZONE, language: 'bg', t: i18n.getFixedT('bg', 'calendar'), employees: [MARIA] },
  events: [
    booking('held', '10:00', '11:00'),
    booking('freed', '12:00', '13:00', { status: 'cancelled' }),
    booking('block', '15:00', '16:00', { type: 'blocking' }),
    booking('moved', '17:00', '18:00'),
    booking('a', '09:00', '09:30'),
    booking('b', '09:00', '09:30'),
    booking('hidden', '09:00', '09:30', { type: 'blocking' }),
  ],
  ...{ client: () => undefined, service: () => undefined, overrides: new Map(), troubles: new Map() },
  ...{ hidden: new Set<string>(), moving: new Map(), maxLanes: 2, onlyRead: new Set<string>(), onShift: false },
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '19:00' }]]]),
});
const moved = column?.events.find(({ id }) => id === 'moved');
const at = (from: number, to = from + 1) => {
  if (!moved) throw new Error('not drawn');
  const span = { from: from * 60, to: to * 60 };
  return { over: overlapsAt(column, moved, span), refusal: refusalOf(column, moved, span) };
};

describe('a drop', () => {
  it('on taken time is taken, and says over how many it lies', () => {
    expect(at(10.5)).toEqual({ over: 1, refusal: null });
  });

  it('beside an appointment, on the time of a cancelled one and on its own says nothing', () => {
    expect([at(11), at(12), at(17.5)]).toEqual(Array(3).fill({ over: 0, refusal: null }));
  });

  it('on blocked time and off shift is refused', () => {
    expect([at(15.5).refusal, at(19).refusal, at(8).refusal]).toEqual(['blocked', 'off_shift', 'off_shift']);
  });

  it('on blocked time that stands behind a "+N" is refused too', () => {
    expect(column?.events.some(({ id }) => id === 'hidden')).toBe(false);
    expect(at(9).refusal).toBe('blocked');
  });
});

describe('a new length', () => {
  it('may run over the end of the shift, and over others', () => {
    expect(at(17, 20)).toEqual({ over: 0, refusal: null });
  });

  it('that reaches into blocked time is refused, but not for what it lay over before', () => {
    const blocked = column?.events.find(({ id }) => id === 'held');
    if (!blocked) throw new Error('not drawn');
    expect(refusalOf(column, blocked, { from: 600, to: 15.25 * 60 })).toBe('blocked');
    expect(refusalOf(column, { ...blocked, to: 15.5 * 60 }, { from: 600, to: 15.25 * 60 })).toBe(null);
  });
});

import { describe, expect, it } from 'vitest';
import { PRESSABLE, pressStatus, shownStatus } from './event-status.ts';

const NOW = '2026-11-18T08:40:00.000Z';
const BOOKED = { status: 'booked', arrived_at: null };

describe('what is shown', () => {
  it.each([
    [BOOKED, 'booked'],
    [{ status: null, arrived_at: null }, 'booked'],
    [{ status: 'something else', arrived_at: null }, 'booked'],
    [{ status: 'booked', arrived_at: NOW }, 'arrived'],
    [{ status: 'completed', arrived_at: NOW }, 'completed'],
    [{ status: 'no-show', arrived_at: null }, 'no-show'],
  ])('of %o is %s', (event, shown) => {
    expect(shownStatus(event)).toBe(shown);
  });
});

describe('a press', () => {
  it.each(PRESSABLE)('on %s shows it, and pressed again it is booked', (pressed) => {
    const once = { ...BOOKED, ...pressStatus(BOOKED, pressed, NOW) };
    expect(shownStatus(once)).toBe(pressed);
    expect({ ...once, ...pressStatus(once, pressed, NOW) }).toEqual(BOOKED);
  });

  it.each(PRESSABLE)('on %s shows it whatever stood there before', (pressed) => {
    for (const before of PRESSABLE.filter((other) => other !== pressed)) {
      const event = { ...BOOKED, ...pressStatus(BOOKED, before, NOW) };
      expect(shownStatus({ ...event, ...pressStatus(event, pressed, NOW) })).toBe(pressed);
    }
  });

  it('on arrived writes the instant and leaves the status of a booked one alone', () => {
    expect(pressStatus(BOOKED, 'arrived', NOW)).toEqual({ arrived_at: NOW });
  });
});

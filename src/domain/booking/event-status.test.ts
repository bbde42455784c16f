import { describe, expect, it } from 'vitest';
import { isRequest, PRESSABLE, pressStatus, shownStatus } from './event-status.ts';

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

const UNTIL = '2026-11-18T11:00:00.000Z';
const REQUESTED = { ...BOOKED, requested_until: UNTIL };

describe('a request', () => {
  it('is a booked appointment that waits for an answer', () => {
    expect(shownStatus(REQUESTED)).toBe('requested');
    expect(isRequest(REQUESTED)).toBe(true);
    expect(isRequest({ ...REQUESTED, type: 'appointment' })).toBe(true);
    expect(isRequest({ ...REQUESTED, type: 'blocking' })).toBe(false);
    expect(isRequest({ ...REQUESTED, requested_until: null })).toBe(false);
    expect(isRequest({ ...REQUESTED, status: 'cancelled' })).toBe(false);
  });

  it.each([
    ['arrived', { arrived_at: NOW, requested_until: null }],
    ['completed', { status: 'completed', requested_until: null }],
    ['no-show', { status: 'no-show', requested_until: null }],
  ] as const)('is confirmed by a press on %s', (pressed, wrote) => {
    expect(pressStatus(REQUESTED, pressed, NOW)).toEqual(wrote);
  });

  it('is declined by a press on cancelled, and a second press makes it a request again', () => {
    const declined = { ...REQUESTED, ...pressStatus(REQUESTED, 'cancelled', NOW) };
    expect(declined).toEqual({ ...REQUESTED, status: 'cancelled' });
    expect({ ...declined, ...pressStatus(declined, 'cancelled', NOW) }).toEqual(REQUESTED);
  });

  it('that was declined is confirmed by a press on arrived', () => {
    const declined = { ...REQUESTED, status: 'cancelled' };
    expect(pressStatus(declined, 'arrived', NOW)).toEqual({ status: 'booked', arrived_at: NOW, requested_until: null });
  });
});

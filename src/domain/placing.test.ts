import { describe, expect, test } from 'vitest';
import { type Placing, refusalAt, type Span, touches } from './placing.ts';

const LUNCH: Span<string> = { from: '2026-11-18T11:00:00.000Z', to: '2026-11-18T12:00:00.000Z' };
const at = (time: string) => `2026-11-18T${time}:00.000Z`;
const place = (from: string, to: string, more: Partial<Placing<string>> = {}) =>
  refusalAt<string>({
    span: { from: at(from), to: at(to) },
    resizedFrom: null,
    onShift: true,
    blockedIn: (span) => touches(LUNCH, span),
    ...more,
  });

describe('an appointment that is put somewhere', () => {
  test('stays where it was when nobody works there, also where time is blocked besides', () => {
    expect(place('09:00', '10:00', { onShift: false })).toBe('off_shift');
    expect(place('11:00', '11:30', { onShift: false })).toBe('off_shift');
  });

  test('may touch blocked time, and not reach into it', () => {
    expect(place('10:00', '11:00')).toBe(null);
    expect(place('10:00', '11:15')).toBe('blocked');
  });

  test('that is only made longer is asked about what it takes more, not about where it begins', () => {
    expect(place('10:00', '11:15', { resizedFrom: at('10:30'), onShift: false })).toBe('blocked');
    expect(place('11:15', '12:30', { resizedFrom: at('12:00'), onShift: false })).toBe(null);
  });

  test('that is made shorter is never refused', () => {
    expect(place('11:00', '11:15', { resizedFrom: at('11:45') })).toBe(null);
  });
});

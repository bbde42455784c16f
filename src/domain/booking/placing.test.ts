import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Placing, refusalAt, type Span, subtractSpans, touches } from './placing.ts';

const LUNCH: Span<string> = { from: '2026-11-18T11:00:00.000Z', to: '2026-11-18T12:00:00.000Z' };
const at = (time: string) => `2026-11-18T${time}:00.000Z`;
const stood = (from: string, to: string) => [{ from: at(from), to: at(to) }];
const place = (from: string, to: string, more: Partial<Placing<string>> = {}) =>
  refusalAt<string>({
    spans: [{ from: at(from), to: at(to) }],
    before: null,
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
    expect(place('10:00', '11:15', { before: stood('10:00', '10:30'), onShift: false })).toBe('blocked');
    expect(place('11:15', '12:30', { before: stood('11:15', '12:00'), onShift: false })).toBe(null);
  });

  test('that is made shorter is never refused', () => {
    expect(place('11:00', '11:15', { before: stood('11:00', '11:45') })).toBe(null);
  });

  test('may have blocked time in the waiting of its client, and is refused once work would lie there', () => {
    const colour = (first: string, again: string, end: string) => [
      { from: at('10:00'), to: at(first) },
      { from: at(again), to: at(end) },
    ];
    expect(place('10:00', '12:30', { spans: colour('11:00', '12:00', '12:30') })).toBe(null);
    expect(place('10:00', '12:30', { spans: colour('11:15', '12:00', '12:30') })).toBe('blocked');
    const before = colour('11:00', '12:00', '12:30');
    expect(place('10:00', '12:45', { spans: colour('11:00', '12:00', '12:45'), before })).toBe(null);
    expect(place('10:00', '12:45', { spans: colour('11:15', '12:15', '12:45'), before })).toBe('blocked');
  });
});

test('what is left of spans without others is all the rest of them, and nothing else', () => {
  const spans = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 8 })
    .map((edges) => edges.sort((a, b) => a - b))
    .map((edges) =>
      edges.flatMap((from, i) => (i % 2 === 0 && edges[i + 1] !== undefined ? [{ from, to: edges[i + 1] ?? 0 }] : [])),
    );
  const minutes = (all: readonly Span[]) =>
    Array.from({ length: 60 }, (_, at) => all.some(({ from, to }) => from <= at && at < to));
  fc.assert(
    fc.property(spans, spans, (own, others) => {
      const taken = minutes(others);
      expect(minutes(subtractSpans(own, others))).toEqual(minutes(own).map((is, at) => is && !taken[at]));
      expect(subtractSpans(own, others).every(({ from, to }) => from < to)).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { waitsWithin } from './busy-spans.ts';
import { type BookingParts, type PulledEdge, partLengths, pulledParts } from './pulled-parts.ts';

const COLOUR: BookingParts = { minutes: 105, processing_after: 30, processing_minutes: 45, buffer_after: 5 };
const CUT: BookingParts = { minutes: 60, processing_after: 0, processing_minutes: 0, buffer_after: 0 };
const lengths = (stretch: BookingParts) => Object.values(partLengths(stretch));
const PARTS = ['work', 'waiting', 'end'] as const;

const colours = fc
  .record({
    work: fc.integer({ min: 1, max: 200 }),
    waiting: fc.integer({ min: 1, max: 200 }),
    end: fc.integer({ min: 1, max: 200 }),
  })
  .map(
    ({ work, waiting, end }): BookingParts => ({
      minutes: work + waiting + end,
      processing_after: work,
      processing_minutes: waiting,
      buffer_after: 10,
    }),
  );
const part = fc.constantFrom<PulledEdge>(...PARTS);
const by = fc.integer({ min: -300, max: 300 });
const least = fc.integer({ min: 1, max: 60 });

describe('a colour of 30, 45 and 30 minutes', () => {
  test('that is pulled at the end of its first work works longer, and waits and finishes as long as before', () => {
    expect(pulledParts(COLOUR, 'work', 15)).toEqual({
      minutes: 120,
      processing_after: 45,
      processing_minutes: 45,
      buffer_after: 5,
    });
    expect(lengths(pulledParts(COLOUR, 'work', -15))).toEqual([15, 45, 30]);
  });

  test('that is pulled at the end of its waiting, or at its end, changes that alone', () => {
    expect(lengths(pulledParts(COLOUR, 'waiting', -15))).toEqual([30, 30, 30]);
    expect(lengths(pulledParts(COLOUR, 'end', 15))).toEqual([30, 45, 45]);
  });

  test('keeps something of each part, and what is shorter than the least keeps what it has', () => {
    expect(lengths(pulledParts(COLOUR, 'work', -60, 15))).toEqual([15, 45, 30]);
    expect(lengths(pulledParts({ ...COLOUR, processing_after: 10, minutes: 85 }, 'work', -60, 15))).toEqual([10, 45, 30]);
    expect(lengths(pulledParts(COLOUR, 'waiting', -60))).toEqual([30, 1, 30]);
  });
});

describe('an appointment in which nobody waits', () => {
  test('has an end to pull and nothing else', () => {
    expect(pulledParts(CUT, 'end', -15)).toEqual({ ...CUT, minutes: 45 });
    expect([pulledParts(CUT, 'work', 15), pulledParts(CUT, 'waiting', 15)]).toEqual([CUT, CUT]);
    expect(pulledParts({ minutes: 60 }, 'end', 5)).toEqual({ ...CUT, minutes: 65 });
  });

  test('also where its waiting does not lie within it', () => {
    expect(pulledParts({ ...CUT, processing_after: 30, processing_minutes: 30 }, 'end', 30)).toEqual({ ...CUT, minutes: 90 });
  });
});

describe('whatever is pulled', () => {
  test('the other parts and the cleaning up stay as long as they were, and the waiting lies within it', () => {
    fc.assert(
      fc.property(colours, part, by, least, (colour, pulled, minutes, most) => {
        const now = pulledParts(colour, pulled, minutes, most);
        const [before, after] = [partLengths(colour), partLengths(now)];
        for (const other of PARTS) if (other !== pulled) expect(after[other]).toBe(before[other]);
        expect(after[pulled]).toBe(Math.max(before[pulled] + minutes, Math.min(most, before[pulled])));
        expect(waitsWithin(now.minutes, now)).toBe(true);
        expect(now.minutes - colour.minutes).toBe(after[pulled] - before[pulled]);
        expect(now.buffer_after).toBe(colour.buffer_after);
      }),
    );
  });

  test('it is as it was once it is pulled back, and in any order', () => {
    fc.assert(
      fc.property(colours, fc.array(fc.tuple(part, fc.nat(200)), { maxLength: 5 }), (colour, pulls) => {
        const there = pulls.reduce<BookingParts>((now, [pulled, minutes]) => pulledParts(now, pulled, minutes), colour);
        const otherWay = [...pulls]
          .reverse()
          .reduce<BookingParts>((now, [pulled, minutes]) => pulledParts(now, pulled, minutes), colour);
        expect(otherWay).toEqual(there);
        expect(pulls.reduce<BookingParts>((now, [pulled, minutes]) => pulledParts(now, pulled, -minutes), there)).toEqual(colour);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScrollTurns } from './use-folding-strip.ts';

const ROOM = 79;

describe('the strip of people', () => {
  it('folds once a finger has scrolled down a little, and comes back after a turn of more', () => {
    const turns = new ScrollTurns(200);
    expect(turns.to(204, ROOM)).toBeNull();
    expect(turns.to(209, ROOM)).toBe(true);
    expect(turns.to(400, ROOM)).toBe(true);
    expect(turns.to(380, ROOM)).toBeNull();
    expect(turns.to(377, ROOM)).toBeNull();
    expect(turns.to(376, ROOM)).toBe(false);
    expect(turns.to(380, ROOM)).toBeNull();
    expect(turns.to(384, ROOM)).toBe(true);
  });

  it('never folds where the day begins: its own room would stand there empty', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40, max: 700 })), fc.integer({ min: -40, max: ROOM }), (before, top) => {
        const turns = new ScrollTurns(0);
        for (const at of before) turns.to(at, ROOM);
        expect(turns.to(top, ROOM)).toBe(false);
      }),
    );
  });

  it('does not fold for a finger that trembles', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 296, max: 303 })), (trembles) => {
        const turns = new ScrollTurns(300);
        for (const at of trembles) expect(turns.to(at, ROOM)).toBeNull();
      }),
    );
  });
});

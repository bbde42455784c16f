import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LegSpan, shiftsAlong } from './visit-shifts.ts';

/** 30 minutes of work, 45 of waiting, 30 of finishing, at ten. */
const COLOUR: LegSpan = { from: 600, to: 705, waits: { from: 630, to: 675 } };
const span = (from: number, to: number) => ({ from, to });
const pulled = (work: number, waiting = 0): LegSpan => ({
  from: 600,
  to: 705 + work + waiting,
  waits: { from: 630 + work, to: 675 + work + waiting },
});
const shifts = (now: LegSpan, others: ReturnType<typeof span>[], was = COLOUR) =>
  shiftsAlong(was, now, others).map(({ by }) => by);

describe('the other legs of a visit', () => {
  test('go as far as the one that is moved, also with a new length as far as there is room', () => {
    const others = [span(570, 600), span(720, 750)];
    expect(shifts({ from: 660, to: 765, waits: span(690, 735) }, others)).toEqual([60, 60]);
    expect(shifts(pulled(15), others)).toEqual([0, 0]);
    expect(shifts(pulled(45), others)).toEqual([0, 30]);
    expect(shifts(pulled(-15), others)).toEqual([0, 0]);
  });

  test('in its waiting stay where they are as long as they lie in it, and go with it where they would not', () => {
    expect(shifts(pulled(15), [span(645, 675)])).toEqual([0]);
    expect(shifts(pulled(30), [span(645, 675)])).toEqual([15]);
    expect(shifts(pulled(-15), [span(645, 675)])).toEqual([-15]);
    expect(shifts(pulled(0, -15), [span(645, 675)])).toEqual([-15]);
  });

  test('in its waiting go together: none comes over the other', () => {
    expect(shifts(pulled(10), [span(630, 645), span(645, 660)])).toEqual([10, 10]);
    expect(shifts(pulled(0, -20), [span(630, 645), span(660, 675)])).toEqual([0, 0]);
  });

  test('that the waiting became too short for begin with it', () => {
    expect(shifts(pulled(0, -30), [span(635, 675)])).toEqual([-5]);
  });

  test('in the waiting of one that waits no more go as far as it does', () => {
    expect(shifts({ from: 615, to: 675, waits: null }, [span(645, 660)])).toEqual([15]);
  });

  test('lie in the waiting after each pull of the first work, if they lay in it, and keep their distances', () => {
    const inside = fc
      .tuple(fc.integer({ min: 630, max: 655 }), fc.integer({ min: 1, max: 20 }))
      .map(([from, long]) => span(from, from + long));
    fc.assert(
      fc.property(fc.array(inside, { minLength: 1, maxLength: 3 }), fc.integer({ min: -29, max: 120 }), (others, work) => {
        const now = pulled(work);
        const along = shiftsAlong(COLOUR, now, others);
        expect(new Set(along.map(({ by }) => by)).size).toBe(1);
        for (const { leg, by } of along) {
          expect(leg.from + by).toBeGreaterThanOrEqual(now.waits?.from ?? 0);
          expect(leg.to + by).toBeLessThanOrEqual(now.waits?.to ?? 0);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZOOMS } from '#calendar/state/calendar-memory.ts';
import { nearestZoom, pinchRatio, scrollAfterZoom, zoomBy } from './zoom.ts';

describe('zooming', () => {
  it('goes by one step and stops at the last', () => {
    expect([zoomBy(60, 1), zoomBy(80, -1), zoomBy(60, -1), zoomBy(120, 1)]).toEqual([80, 60, 60, 120]);
  });

  it('snaps two fingers to the nearest step', () => {
    expect([10, 69, 71, 91, 111, 500].map(nearestZoom)).toEqual([60, 60, 80, 100, 120, 120]);
  });

  it('follows two fingers between the first step and the last', () => {
    expect([1.5, 1.2, 0.5].map((spread) => pinchRatio(100, spread))).toEqual([1.2, 1.2, 0.6]);
    expect(pinchRatio(60, Number.NaN)).toBe(1); // both fingers on one spot
  });

  it('keeps the time under the pointer where it is', () => {
    const px = fc.integer({ min: 0, max: 1500 });
    fc.assert(
      fc.property(px, fc.integer({ min: 60, max: 900 }), fc.constantFrom(...ZOOMS), fc.constantFrom(...ZOOMS), (top, y, a, b) => {
        const minuteAt = (scroll: number, hour: number) => ((scroll + y - 60) * 60) / hour;
        expect(minuteAt(scrollAfterZoom(top, y, 60, a, b), b)).toBeCloseTo(minuteAt(top, a), 6);
      }),
      { numRuns: 100 },
    );
  });
});

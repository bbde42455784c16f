import { describe, expect, it } from 'vitest';
import { edgeHeight, takesEdge } from './movable.ts';

describe('the lower edge', () => {
  const box = { top: 100, bottom: 160 };
  it('is a few pixels for a mouse and more for a finger, never more than a third', () => {
    expect([edgeHeight(60, 'mouse'), edgeHeight(60, 'touch'), edgeHeight(90, 'touch'), edgeHeight(15, 'mouse')]).toEqual([
      8, 20, 22, 5,
    ]);
  });

  it('is taken at the bottom and just below it, not in the middle', () => {
    expect([130, 150, 153, 164].map((y) => takesEdge(box, y, 'mouse'))).toEqual([false, false, true, true]);
    expect(takesEdge(box, 145, 'touch')).toBe(true);
  });
});

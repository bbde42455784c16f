import { describe, expect, it } from 'vitest';
import { edgeHeight, gripAt, takesEdge } from './movable.ts';

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

describe('an appointment in which a client waits', () => {
  const box = { top: 0, bottom: 105 };
  /** 30 minutes of work, 45 of waiting, 30 of finishing; a pixel a minute. */
  const colour = { top: 600, bottom: 705, to: 705, waitFrom: 630, waitTo: 675 };
  const grips = (pointerType: string, event = colour) => [5, 28, 50, 77, 90, 103].map((y) => gripAt(box, y, pointerType, event));

  it('is pulled at the end of its first work, at the end of its waiting and at its end, and moved by all else', () => {
    expect(grips('mouse')).toEqual(['whole', 'work', 'whole', 'waiting', 'whole', 'end']);
    expect(grips('touch')).toEqual(['whole', 'work', 'whole', 'waiting', 'whole', 'end']);
    expect([gripAt(box, 21, 'mouse', colour), gripAt(box, 21, 'touch', colour)]).toEqual(['whole', 'work']);
  });

  it('that runs on beyond the hours that are shown has no end to pull there', () => {
    expect(grips('mouse', { ...colour, to: 720 })).toEqual(['whole', 'work', 'whole', 'waiting', 'whole', 'whole']);
    expect(gripAt(box, 104, 'mouse', { top: 600, bottom: 705, to: 705 } as typeof colour)).toBe('end');
    expect(gripAt(box, 104, 'mouse', undefined)).toBe('whole');
  });
});

import { describe, expect, it } from 'vitest';
import { cellAt } from './week-drop.ts';

const boxes = {
  days: [
    { date: '2026-11-16', left: 100, right: 200 },
    { date: '2026-11-17', left: 200, right: 300 },
  ],
  rows: [
    { id: 'ivaylo', top: 50, bottom: 150 },
    { id: 'maria', top: 150, bottom: 250 },
  ],
};

describe('the cell under a pointer', () => {
  it.each([
    { x: 150, y: 100, cell: { date: '2026-11-16', row: 'ivaylo' }, where: 'inside' },
    { x: 200, y: 150, cell: { date: '2026-11-17', row: 'maria' }, where: 'on the line between two: the further one' },
    { x: 20, y: 10, cell: { date: '2026-11-16', row: 'ivaylo' }, where: 'on names and days: the nearest' },
    { x: 900, y: 900, cell: { date: '2026-11-17', row: 'maria' }, where: 'beyond the last: the nearest' },
  ])('$where', ({ x, y, cell }) => {
    expect(cellAt(boxes, x, y)).toEqual(cell);
  });

  it('is none where there are no cells', () => {
    expect(cellAt({ days: [], rows: boxes.rows }, 1, 1)).toBe(null);
  });
});

import { describe, expect, it } from 'vitest';
import { afterKey, type KeyGrid } from './keyboard-geometry.ts';

const grid: KeyGrid = { columns: ['maria', 'ivaylo', 'desi'], interval: 15, from: 480, to: 1260 };
const at = { columnId: 'ivaylo', start: 600 };
const press = (key: string, target = at as Parameters<typeof afterKey>[1], shiftKey = false) =>
  afterKey(grid, target, 60, { key, shiftKey });

describe('a lifted appointment', () => {
  it('moves by a slot with the arrows and by an hour with the page keys', () => {
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'].map((key) => press(key)?.start)).toEqual([615, 585, 660, 540]);
  });

  it('goes to the next step when it stands between two', () => {
    expect(press('ArrowDown', { columnId: 'ivaylo', start: 605 })?.start).toBe(615);
    expect(press('ArrowUp', { columnId: 'ivaylo', start: 605 })?.start).toBe(600);
  });

  it('goes from employee to employee, and stays at the edge of team and day', () => {
    expect([press('ArrowLeft')?.columnId, press('ArrowRight')?.columnId]).toEqual(['maria', 'desi']);
    const edge = { columnId: 'desi', start: 1245 };
    expect([press('ArrowRight', edge), press('ArrowDown', edge), press('PageDown', edge)]).toEqual([edge, edge, edge]);
    const early = { columnId: 'maria', start: 480 };
    expect(press('ArrowUp', early)).toBe(early);
  });

  it('that begins before the hours of the grid is never made later by a key that leads up', () => {
    const early = { columnId: 'maria', start: 450 };
    expect([press('ArrowUp', early), press('PageUp', early)]).toEqual([early, early]);
    expect(press('ArrowDown', early)?.start).toBe(480);
  });

  it('changes its length with Shift, down to one interval and to the end of the grid', () => {
    expect(press('ArrowDown', at, true)).toEqual({ ...at, end: 675 });
    expect(press('ArrowUp', at, true)).toEqual({ ...at, end: 645 });
    const least = { ...at, end: 615 };
    expect(press('ArrowUp', least, true)).toBe(least);
    const most = { ...at, end: 1260 };
    expect(press('ArrowDown', most, true)).toBe(most);
  });

  it('keeps a changed length when it is moved on', () => {
    expect(press('ArrowDown', { ...at, end: 690 })).toEqual({ columnId: 'ivaylo', start: 615, end: 705 });
  });

  it('knows no other key', () => {
    expect([press('a'), press('Home'), press('ArrowLeft', at, true), press('PageUp', at, true)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

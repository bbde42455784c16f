import { describe, expect, it } from 'vitest';
import { afterKey, afterPull, type KeyGrid } from './keyboard-geometry.ts';

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

describe('a lifted appointment in which a client waits', () => {
  const shape = { from: 600, to: 705, waits: { from: 630, to: 675 } };
  const pull = (key: string, target: Parameters<typeof afterKey>[1] = at, now = shape, shiftKey = true) =>
    afterPull(grid, target, now, { work: 15, waiting: 15 }, { key, shiftKey });

  it('changes the work before it with Shift and the page keys, and the waiting with Shift, Home and End; the rest follows', () => {
    expect(pull('PageDown')).toEqual({ ...at, end: 720, work: 15 });
    expect(pull('PageUp')).toEqual({ ...at, end: 690, work: -15 });
    expect(pull('End')).toEqual({ ...at, end: 720, waiting: 15 });
    expect(pull('Home')).toEqual({ ...at, end: 690, waiting: -15 });
  });

  it('is pulled on from where it was pulled to, and keeps what was pulled when it is moved on', () => {
    const pulled = { ...at, end: 720, work: 15 };
    const now = { from: 600, to: 720, waits: { from: 645, to: 690 } };
    expect(pull('PageDown', pulled, now)).toEqual({ ...at, end: 735, work: 30 });
    expect(pull('Home', pulled, now)).toEqual({ ...at, end: 705, work: 15, waiting: -15 });
    expect(afterKey(grid, pulled, 105, { key: 'ArrowDown', shiftKey: false })).toEqual({ ...pulled, start: 615, end: 735 });
  });

  it('stands still where a part would be too short, or the end beyond the hours of the grid', () => {
    const short = { from: 600, to: 690, waits: { from: 615, to: 660 } };
    expect(pull('PageUp', at, short)).toBe(at);
    const late = { from: 1155, to: 1260, waits: { from: 1185, to: 1230 } };
    expect([pull('PageDown', at, late), pull('PageUp', at, late)]).toEqual([at, { ...at, end: 1245, work: -15 }]);
  });

  it('knows these keys with Shift alone, and only where somebody waits', () => {
    expect([
      pull('PageDown', at, shape, false),
      pull('ArrowDown'),
      pull('PageDown', at, { ...shape, waits: null as never }),
    ]).toEqual([null, null, null]);
  });
});

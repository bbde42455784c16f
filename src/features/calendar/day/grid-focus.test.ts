import { describe, expect, it } from 'vitest';
import { type FocusGrid, firstStop, isStillSlot, moveFocus, type Stop, stopsOf, stretchFocus } from './grid-focus.ts';

const grid: FocusGrid = {
  from: 480,
  to: 1260,
  interval: 30,
  columns: [
    {
      stretches: [{ from: 540, to: 720 }],
      events: [
        { id: 'cut', start: 570, end: 630 },
        { id: 'night', start: 1200, end: 1230 },
      ],
    },
    { stretches: [], events: [] },
    { stretches: [{ from: 600, to: 700 }], events: [] },
  ],
};

describe('moving through the day by keys', () => {
  it('stops at free slots on shift and at appointments, also those off shift', () => {
    expect(stopsOf(grid, 0).map((s) => s.event ?? s.minute)).toEqual([540, 'cut', 630, 660, 690, 'night']);
  });

  it('stops where a shift begins between two steps: the keyboard books what the mouse books there', () => {
    const late = { ...grid, columns: [{ stretches: [{ from: 555, to: 660 }], events: [] }] };
    expect(stopsOf(late, 0).map((s) => s.minute)).toEqual([555, 570, 600, 630]);
  });

  it('goes down from a slot into the appointment below it, and up again', () => {
    const cut = moveFocus(grid, { column: 0, minute: 540, event: null }, 'ArrowDown');
    expect(cut.event).toBe('cut');
    expect(moveFocus(grid, cut, 'ArrowDown')).toEqual({ column: 0, minute: 630, event: null });
    expect(moveFocus(grid, cut, 'ArrowUp')).toEqual({ column: 0, minute: 540, event: null });
  });

  it('passes over an employee who has neither shift nor appointments', () => {
    const right = moveFocus(grid, { column: 0, minute: 660, event: null }, 'ArrowRight');
    expect(right).toEqual({ column: 2, minute: 660, event: null });
    expect(moveFocus(grid, right, 'ArrowRight')).toEqual(right);
    expect(moveFocus(grid, right, 'ArrowLeft')).toEqual({ column: 0, minute: 660, event: null });
  });

  it('meets the appointment that covers the same time in the neighbouring column', () => {
    expect(moveFocus(grid, { column: 2, minute: 600, event: null }, 'ArrowLeft').event).toBe('cut');
  });

  it('jumps an hour, and to the first and last stop', () => {
    const slot = { column: 0, minute: 630, event: null };
    expect(moveFocus(grid, slot, 'PageDown').minute).toBe(690);
    expect(moveFocus(grid, slot, 'Home').minute).toBe(540);
    expect(moveFocus(grid, slot, 'End').event).toBe('night');
  });

  it('finds the day’s first stop, and none on a day without any', () => {
    expect(firstStop(grid, 600)?.event).toBe('cut');
    expect(firstStop({ ...grid, columns: [{ stretches: [], events: [] }] }, 600)).toBeNull();
  });
});

describe('Shift with an arrow', () => {
  const slot: Stop = { column: 0, minute: 660, event: null };

  it('makes a free slot longer and shorter, at least one step, never beyond the shift', () => {
    const longer = stretchFocus(grid, slot, 'ArrowDown');
    expect(longer).toEqual({ ...slot, minutes: 60 });
    expect(stretchFocus(grid, longer as Stop, 'ArrowDown')).toEqual({ ...slot, minutes: 60 });
    expect(stretchFocus(grid, longer as Stop, 'ArrowUp')).toEqual({ ...slot, minutes: 30 });
    expect(stretchFocus(grid, slot, 'ArrowUp')).toEqual({ ...slot, minutes: 30 });
    expect(moveFocus(grid, longer as Stop, 'ArrowDown')).toEqual({ column: 0, minute: 690, event: null });
  });

  it('leads beside an appointment, along it and out again', () => {
    const cut: Stop = { column: 0, minute: 570, event: 'cut' };
    const beside = stretchFocus(grid, cut, 'ArrowRight') as Stop;
    expect(beside).toEqual({ column: 0, minute: 570, event: null, beside: true });
    const lower = moveFocus(grid, beside, 'ArrowDown');
    expect(lower).toEqual({ ...beside, minute: 600 });
    expect(moveFocus(grid, lower, 'ArrowUp')).toEqual(beside);
    expect(moveFocus(grid, lower, 'ArrowDown')).toEqual({ column: 0, minute: 630, event: null });
    expect(moveFocus(grid, lower, 'ArrowLeft')).toEqual(cut);
    expect(moveFocus(grid, beside, 'ArrowUp')).toEqual(cut);
    expect(moveFocus(grid, beside, 'ArrowRight').column).toBe(2);
    expect(stretchFocus(grid, beside, 'ArrowDown')).toEqual({ ...beside, minutes: 60 });
  });

  it('does nothing beside what is off shift, a list, or with another arrow', () => {
    expect(stretchFocus(grid, { column: 0, minute: 1200, event: 'night' }, 'ArrowRight')).toBeNull();
    expect(stretchFocus(grid, { column: 0, minute: 570, event: '+cut' }, 'ArrowRight')).toBeNull();
    expect(stretchFocus(grid, { column: 0, minute: 570, event: 'cut' }, 'ArrowDown')).toBeNull();
    expect(stretchFocus(grid, slot, 'ArrowRight')).toBeNull();
  });

  it('a slot stays one as long as it is free, one beside an appointment as long as that stands there', () => {
    expect(isStillSlot(grid, slot)).toBe(true);
    expect(isStillSlot(grid, { ...slot, minute: 600 })).toBe(false);
    expect(isStillSlot(grid, { ...slot, minute: 600, beside: true })).toBe(true);
    expect(isStillSlot(grid, { ...slot, beside: true })).toBe(false);
    expect(isStillSlot(grid, { ...slot, minute: 800 })).toBe(false);
  });
});

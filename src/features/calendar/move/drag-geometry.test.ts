import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  badgeMiddle,
  type DragGrid,
  drawnRange,
  dropTarget,
  type Lifted,
  pulledStep,
  scrollStep,
  sidePull,
  targetColumn,
  targetEnd,
  targetStart,
} from './drag-geometry.ts';

const columns = [
  { id: 'maria', left: 0, right: 100 },
  { id: 'ivaylo', left: 100, right: 200 },
  { id: 'desi', left: 200, right: 300 },
];
const grid: DragGrid = { columns, top: 0, pixelsPerMinute: 1, from: 480, to: 1260, interval: 15 };
const lifted: Lifted = { columnId: 'maria', start: 600, left: 3, top: 120, width: 92, pointerX: 20, pointerY: 130 };

describe('the employee of a drop', () => {
  it('is the column under the middle of the lifted appointment', () => {
    expect(targetColumn(columns, 149, 110)?.id).toBe('ivaylo');
    expect(targetColumn(columns, 99, 45)?.id).toBe('maria');
  });

  it('is the pointer’s column once the pointer is in its right half', () => {
    expect(targetColumn(columns, 80, 150)?.id).toBe('ivaylo');
    expect(targetColumn(columns, 130, 99)?.id).toBe('maria');
  });

  it('stays the middle’s column while the pointer is in another column’s left half', () => {
    expect(targetColumn(columns, 90, 149)?.id).toBe('maria');
  });

  it('is the outermost column when everything is beside the grid', () => {
    expect(targetColumn(columns, -40, -60)?.id).toBe('maria');
    expect(targetColumn(columns, 350, 400)?.id).toBe('desi');
  });
});

describe('the time of a drop', () => {
  it('snaps to the salon’s interval', () => {
    expect(targetStart(grid, 600, 22)).toBe(615);
    expect(targetStart(grid, 600, 23)).toBe(630);
    expect([5, 10, 20, 30].map((interval) => targetStart({ ...grid, interval }, 600, 22))).toEqual([620, 620, 620, 630]);
  });

  it('keeps a minute outside the interval when the appointment goes nowhere', () => {
    expect(targetStart(grid, 605, 4)).toBe(605);
    expect(targetStart(grid, 605, 12)).toBe(615);
  });

  it('stays within the hours of the grid', () => {
    expect(targetStart(grid, 600, -900)).toBe(480);
    expect(targetStart(grid, 600, 2000)).toBe(1245);
  });

  it('is never later where what begins before the grid’s hours is pulled up', () => {
    expect([targetStart(grid, 450, -40), targetStart(grid, 450, 40)]).toEqual([450, 495]);
  });

  it('follows the pointer in both directions at once', () => {
    expect(dropTarget(grid, lifted, 20 + 190, 130 + 60)).toEqual({ columnId: 'desi', start: 660 });
    expect(dropTarget(grid, lifted, 20, 130)).toEqual({ columnId: 'maria', start: 600 });
  });
});

it('scrolls only near an edge, and faster the deeper', () => {
  expect(scrollStep(400, 0, 800)).toBe(0);
  expect(scrollStep(790, 0, 800)).toBeGreaterThan(scrollStep(750, 0, 800));
  expect(scrollStep(10, 0, 800)).toBeLessThan(0);
  expect(scrollStep(-500, 0, 800)).toBe(scrollStep(0, 0, 800));
  // In a phone's view, two columns wide, some two columns a second: one can stop at the one that is meant.
  expect(scrollStep(334, 0, 334) * 60).toBeLessThan(1.2 * 334);
});

it('what was taken near an edge scrolls only once it is pulled there; sideways, to another employee, not by the way', () => {
  expect([pulledStep(9, 0), pulledStep(9, -40), pulledStep(9, 1), pulledStep(-9, -1)]).toEqual([0, 0, 9, -9]);
  // A finger on the right column of a phone that pulls an appointment straight down drifts by some px.
  expect([12, 24].map((travel) => pulledStep(9, travel, sidePull(50)))).toEqual([0, 9]);
  expect([4, 6].map((travel) => pulledStep(9, travel, sidePull(10)))).toEqual([0, 9]);
});

describe('a new end', () => {
  it('snaps to the interval, keeps at least one, and stays in the grid', () => {
    expect(targetEnd(grid, 600, 660, 22)).toBe(675);
    expect(targetEnd(grid, 600, 660, -500)).toBe(615);
    expect(targetEnd(grid, 1200, 1230, 400)).toBe(1260);
    expect(targetEnd({ ...grid, interval: 30 }, 600, 660, -45)).toBe(630);
  });

  it('keeps a minute outside the interval when the edge goes nowhere', () => {
    expect(targetEnd(grid, 605, 655, 3)).toBe(655);
  });
});

it('the badge of a narrow column at the window’s edge lies inside the window; too long a one fills it', () => {
  const words = '13:30–14:30 → Десислава · застъпва се';
  expect([badgeMiddle(195, words.length, 0, 390), badgeMiddle(306, words.length, 0, 390)]).toEqual([195, 219]);
  expect(badgeMiddle(60, words.length, 0, 390)).toBe(171);
  expect(badgeMiddle(60, words.length, 0, 200)).toBe(100);
});

describe('a drawn range', () => {
  const shift = { from: 540, to: 720 };
  it('goes down from the pressed slot and up with it, by whole intervals, within the shift', () => {
    expect(drawnRange(600, 601, 15, shift)).toEqual({ from: 600, to: 615 });
    expect(drawnRange(600, 616, 15, shift)).toEqual({ from: 600, to: 630 });
    expect(drawnRange(600, 640, 15, shift)).toEqual({ from: 600, to: 645 });
    expect(drawnRange(600, 5000, 15, shift)).toEqual({ from: 600, to: 720 });
    expect(drawnRange(600, 599, 15, shift)).toEqual({ from: 585, to: 615 });
    expect(drawnRange(600, -100, 15, shift)).toEqual({ from: 540, to: 615 });
  });

  it('begins where the shift does, also between two steps', () => {
    expect(drawnRange(555, 580, 30, { from: 555, to: 720 })).toEqual({ from: 555, to: 600 });
    expect(drawnRange(570, 400, 30, { from: 555, to: 720 })).toEqual({ from: 555, to: 600 });
  });

  it('is at least one interval, holds the pressed slot, and leaves the shift for no pull', () => {
    const asked = fc.record({ slot: fc.integer({ min: 0, max: 11 }), minute: fc.double({ min: -2000, max: 4000, noNaN: true }) });
    fc.assert(
      fc.property(asked, fc.constantFrom(5, 10, 15, 20, 30, 60), ({ slot, minute }, interval) => {
        const pressed = 540 + ((slot * interval) % 180);
        const { from, to } = drawnRange(pressed, minute, interval, shift);
        expect(to - from).toBeGreaterThanOrEqual(interval);
        expect(from).toBeLessThanOrEqual(pressed);
        expect(to).toBeGreaterThanOrEqual(pressed + interval);
        expect(from).toBeGreaterThanOrEqual(shift.from);
        expect(to).toBeLessThanOrEqual(Math.max(shift.to, pressed + interval));
      }),
    );
  });
});

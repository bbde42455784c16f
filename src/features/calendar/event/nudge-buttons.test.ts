import { expect, it } from 'vitest';
import { nudged, nudgeStep } from './nudge-buttons.tsx';

it('a tap is a quarter of an hour, or what the salon’s interval makes of it', () => {
  expect([5, 10, 15, 20, 30].map(nudgeStep)).toEqual([15, 20, 15, 20, 30]);
});

it('an appointment between two steps comes to stand on one, and never goes further than asked', () => {
  expect([nudged(600, 15, 15), nudged(600, -15, 15)]).toEqual([615, 585]);
  expect([nudged(605, 15, 15), nudged(605, -15, 15)]).toEqual([615, 600]);
  expect([nudged(605, 15, 5), nudged(605, -15, 5)]).toEqual([620, 590]);
  expect([nudged(610, 30, 30), nudged(610, -30, 30)]).toEqual([630, 600]);
});

import { expect, it } from 'vitest';
import { cardPlace } from './quick-card-panel.tsx';

const view = { width: 1440, height: 900 };
const card = { width: 440, height: 300 };
const anchor = (left: number, top: number, width = 130, height = 60) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it('the card stands right of its appointment', () => {
  expect(cardPlace(anchor(300, 400), card, view)).toEqual({ left: 436, top: 368 });
});

it('stands left of it where the right has no room', () => {
  expect(cardPlace(anchor(1200, 400), card, view)).toEqual({ left: 754, top: 368 });
});

it('stands below or above it where neither side has room', () => {
  const narrow = { width: 500, height: 900 };
  expect(cardPlace(anchor(200, 100), card, narrow)).toEqual({ left: 52, top: 166 });
  expect(cardPlace(anchor(200, 700), card, narrow)).toEqual({ left: 52, top: 394 });
});

it('never leaves the window', () => {
  expect(cardPlace(anchor(300, 10), card, view).top).toBe(8);
  expect(cardPlace(anchor(300, 880), card, view).top).toBe(592);
});

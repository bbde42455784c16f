// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { WeekDrag } from './week-drag.ts';

beforeAll(() => {
  Element.prototype.animate ??= (() => ({ pause: vi.fn(), currentTime: 0 })) as never;
});
afterEach(() => document.body.replaceChildren());

it('says what a drop would do as long as Alt is held, and as long as it is not', () => {
  document.body.innerHTML =
    '<div><table><tbody></tbody></table><button data-event="cut" data-visit="cut"><b>10:00</b></button></div>';
  const [scroller, table, source] = ['div', 'table', 'button'].map((name) => document.querySelector<HTMLElement>(name));
  if (!scroller || !table || !source) throw new Error('not drawn');
  const read = vi.fn((_cell: unknown, alone: boolean) => ({ words: alone ? 'този' : 'всички', refusal: '' }));
  const from = { date: '2026-11-18', row: 'maria' };
  const drag = new WeekDrag({ source, table, scroller, from, pressed: { x: 0, y: 0 }, read });
  const badge = () => document.querySelector('.dragbadge')?.textContent;
  expect([badge(), drag.isAlone]).toEqual(['всички', false]);
  drag.alone(true);
  expect([badge(), drag.isAlone]).toEqual(['този', true]);
  drag.alone(false);
  expect(badge()).toBe('всички');
  drag.end();
  expect(document.querySelector('.dragbadge')).toBeNull();
});

// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { followVisits } from './follow-lifts.ts';

afterEach(() => document.body.replaceChildren());

function surface() {
  document.body.innerHTML = `<div id="grid">
    <button id="a" data-visit="v"></button><button id="b" data-visit="v"></button>
    <button id="alone" data-visit="w"></button><button id="plain"></button></div>`;
  const grid = document.getElementById('grid') as HTMLElement;
  const over = (id: string) => document.getElementById(id)?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  const shown = () => [...grid.querySelectorAll('[data-with]')].map(({ id }) => id);
  return { grid, over, shown };
}

it('the parts of a visit are marked while the pointer is on one of them', () => {
  const { grid, over, shown } = surface();
  const end = followVisits(grid);
  over('a');
  expect(shown()).toEqual(['a', 'b']);
  over('plain');
  expect(shown()).toEqual([]);
  over('b');
  grid.dispatchEvent(new Event('pointerleave'));
  expect(shown()).toEqual([]);
  over('b');
  end();
  expect(shown()).toEqual([]);
});

it('one that is drawn alone has nothing to belong to', () => {
  const { grid, over, shown } = surface();
  followVisits(grid);
  over('alone');
  expect(shown()).toEqual([]);
});

it('the focus marks them as well', async () => {
  const { grid, shown } = surface();
  followVisits(grid);
  document.getElementById('b')?.focus();
  expect(shown()).toEqual(['a', 'b']);
  document.getElementById('plain')?.focus();
  await Promise.resolve();
  expect(shown()).toEqual([]);
});

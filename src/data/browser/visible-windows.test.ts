// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenNoneIsVisible } from './visible-windows.ts';

/** A window that can be shown, hidden and closed. */
function openWindow() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as 'visible' | 'hidden' });
  const view = new EventTarget();
  const hidden = vi.fn();
  const end = whenNoneIsVisible(hidden, page as never, view as never);
  const show = (state: 'visible' | 'hidden') => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { hidden, end, show, close: () => view.dispatchEvent(new Event('pagehide')) };
}

let open: ReturnType<typeof openWindow>[];
const opened = () => {
  const one = openWindow();
  open.push(one);
  return one;
};
const heard = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  open = [];
});
afterEach(() => {
  for (const one of open) one.end();
});

it('the only window says at once that it is hidden, and once', () => {
  const one = opened();
  one.show('hidden');
  one.close();
  expect(one.hidden).toHaveBeenCalledTimes(1);
});

it('the only window that closes says so', () => {
  const one = opened();
  one.close();
  expect(one.hidden).toHaveBeenCalledTimes(1);
});

it('whoever turns from one window to another has hidden none', async () => {
  const one = opened();
  const other = opened();
  await heard();
  other.show('hidden');
  await heard();
  other.show('visible');
  await heard();
  one.show('hidden');
  one.close();
  expect(one.hidden).not.toHaveBeenCalled();
  await heard();
  other.close();
  expect(other.hidden).toHaveBeenCalledTimes(1);
});

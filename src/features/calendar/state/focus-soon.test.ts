// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { enterBusy } from '#ui/timing/busy.ts';
import { focusColumnSoon, focusEventSoon, keepFocusInside, settleSoon } from './focus-soon.ts';

beforeEach(() => {
  document.body.innerHTML =
    '<main data-calendar data-date="2026-11-18" data-ready="true"><div data-column="maria"><button data-event="cut"></button></div></main><input>';
});
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

it.each([
  ['an appointment that was put somewhere', () => focusEventSoon('cut')],
  ['an employee’s column', () => focusColumnSoon('maria', 4)],
])('%s gets the focus once it is drawn, but takes it from no dialog that was opened meanwhile', async (_, soon) => {
  soon();
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-event]')));
  const field = document.querySelector('input') as HTMLElement;
  const close = enterBusy('dialog');
  soon();
  field.focus();
  await frame();
  await frame();
  expect(document.activeElement).toBe(field);
  close();
});

it.each([false, true])('what was saved gets the focus and a ring, and settles unless motion is reduced (%s)', async (reduced) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: reduced } as MediaQueryList);
  const box = document.querySelector('[data-event]') as HTMLElement;
  const animate = vi.fn();
  box.animate = animate;
  settleSoon('cut');
  await vi.waitFor(() => expect(document.activeElement).toBe(box));
  const lengths = animate.mock.calls.map(([, options]) => (options as KeyframeAnimationOptions).duration);
  expect(lengths).toEqual(reduced ? [3000] : [3000, 140]);
  vi.restoreAllMocks();
});

it('what is drawn late on a busy device still gets the focus, unless somebody has pressed a key meanwhile', async () => {
  const column = document.querySelector('[data-column]') as HTMLElement;
  const [drawn] = column.children;
  const now = vi.spyOn(performance, 'now');
  for (const pressed of [false, true]) {
    column.replaceChildren();
    now.mockReturnValue(0);
    focusEventSoon('cut');
    await frame();
    now.mockReturnValue(3000);
    if (pressed) window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    column.append(drawn as Element);
    (document.activeElement as HTMLElement).blur();
    await frame();
    await frame();
    expect(document.activeElement === drawn).toBe(!pressed);
  }
  now.mockRestore();
});

it('the focus that goes with a day is given to the tab stop of the next one, also where that is drawn later', async () => {
  document.querySelector<HTMLElement>('[data-event]')?.focus();
  keepFocusInside();
  await frame();
  await frame();
  const column = document.querySelector('[data-column]') as HTMLElement;
  column.innerHTML = '<button data-event="next" tabindex="0"></button>';
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-event="next"]')));
});

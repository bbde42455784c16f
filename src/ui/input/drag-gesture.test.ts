// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followDrags } from './drag-gesture.ts';

const steps = {
  press: vi.fn(() => over),
  start: vi.fn(() => true),
  move: vi.fn(),
  drop: vi.fn(),
  cancel: vi.fn(),
};
const over = vi.fn();
let stop: () => void;
let event: HTMLElement;

interface At {
  x?: number;
  y?: number;
  by?: 'mouse' | 'touch';
  id?: number;
  on?: Element;
  buttons?: number;
  button?: number;
}

function point(type: string, { x = 100, y = 100, by = 'mouse', id = 1, on = event, buttons = 1, button = 0 }: At = {}) {
  const options = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: by, pointerId: id, button, buttons };
  const sign = new PointerEvent(type, { ...options, isPrimary: id === 1 });
  // interactjs asks for the place on the page, which happy-dom does not compute.
  on.dispatchEvent(Object.assign(sign, { pageX: x, pageY: y }));
}
const down = (at?: At) => point('pointerdown', at);
const move = (at?: At) => point('pointermove', at);
const up = (at?: At) => point('pointerup', { ...at, buttons: 0 });
const hold = (ms = 250) => vi.advanceTimersByTime(ms);

/** Tells whether the page gets a click with this many presses behind it (0: the keyboard's). */
function heardClick(detail = 1): boolean {
  const heard = vi.fn();
  event.addEventListener('click', heard, { once: true });
  event.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  event.removeEventListener('click', heard);
  return heard.mock.calls.length === 1;
}

beforeEach(async () => {
  document.body.innerHTML = '<main><div data-event="a"><b>15:00</b></div><div data-event="b" data-fixed></div><p></p></main>';
  event = document.querySelector('[data-event="a"]') as HTMLElement;
  stop = followDrags(document.querySelector('main') as HTMLElement, '[data-event]:not([data-fixed])', steps);
  await vi.waitFor(() => expect(document.querySelector('[data-drags]')).not.toBeNull());
  vi.useFakeTimers();
});
afterEach(() => {
  // interactjs outlives the test, and would take a pointer that it saw pressed for that of the next test.
  for (const id of [1, 2]) for (const by of ['mouse', 'touch'] as const) up({ by, id, on: document.body });
  stop();
  vi.clearAllMocks();
  vi.useRealTimers();
});

describe('a mouse', () => {
  it('drags after 5 px, from where it was pressed, and drops where it is let go', () => {
    down({ on: event.querySelector('b') as Element });
    move({ x: 103, y: 104 });
    expect(steps.start).not.toHaveBeenCalled();
    move({ x: 103, y: 105 });
    expect(steps.start).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ source: event, x: 100, y: 100 }));
    expect(steps.move).toHaveBeenLastCalledWith(103, 105);
    move({ x: 300, y: 50, on: document.body });
    expect(steps.move).toHaveBeenLastCalledWith(300, 50);
    up({ on: document.body });
    expect(steps.drop).toHaveBeenCalledOnce();
    expect(over).toHaveBeenCalledOnce();
    move();
    expect(steps.move).toHaveBeenCalledTimes(2);
  });

  it('needs no hold, and a hold alone drags nothing', () => {
    down();
    hold(1_000);
    expect(steps.start).not.toHaveBeenCalled();
    up();
    expect(over).toHaveBeenCalledOnce();
    expect(steps.drop).not.toHaveBeenCalled();
    expect(heardClick()).toBe(true);
  });

  it('drags only with its first button, and only what can be dragged', () => {
    down({ button: 2, buttons: 2 });
    down({ on: document.querySelector('[data-fixed]') as Element });
    down({ on: document.querySelector('p') as Element });
    move({ x: 200 });
    expect(steps.press).not.toHaveBeenCalled();
  });

  it('makes no click at the end of a drag; the keyboard’s counts, and so does the next one', () => {
    down();
    move({ x: 120 });
    up({ x: 120 });
    expect(heardClick(0)).toBe(true);
    expect(heardClick()).toBe(false);
    expect(heardClick()).toBe(true);
  });

  it('drags nothing on in a tab that is not shown any more, and holds nothing back there', () => {
    down();
    move({ x: 120 });
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(steps.cancel).toHaveBeenCalledOnce();
    expect(over).toHaveBeenCalledOnce();
    hidden.mockRestore();
    up({ x: 120 });
    expect(steps.drop).not.toHaveBeenCalled();
  });

  it('that was let go where nobody told us drops nothing', () => {
    down();
    move({ x: 120 });
    move({ x: 140, buttons: 0 });
    expect(steps.cancel).toHaveBeenCalledOnce();
    expect(steps.drop).not.toHaveBeenCalled();
  });
});

describe('a finger', () => {
  it('drags once it was held for 250 ms, also without a move, and may tremble up to 8 px', () => {
    down({ by: 'touch' });
    move({ by: 'touch', x: 108 });
    hold(249);
    expect(steps.start).not.toHaveBeenCalled();
    hold(1);
    expect(steps.start).toHaveBeenCalledOnce();
    move({ by: 'touch', y: 200 });
    up({ by: 'touch' });
    expect(steps.drop).toHaveBeenCalledOnce();
    expect(heardClick()).toBe(false);
  });

  it('that moves further before scrolls: it drags nothing any more', () => {
    down({ by: 'touch' });
    move({ by: 'touch', y: 109 });
    hold();
    expect(steps.start).not.toHaveBeenCalled();
    expect(over).toHaveBeenCalledOnce();
  });

  it('is not moved by a mouse beside it', () => {
    down({ by: 'touch' });
    hold();
    move({ id: 2, x: 300, buttons: 0 });
    expect(steps.move).not.toHaveBeenCalled();
    move({ by: 'touch', x: 120, y: 90 });
    expect(steps.move).toHaveBeenLastCalledWith(120, 90);
    up({ by: 'touch' });
    expect(steps.drop).toHaveBeenCalledOnce();
  });

  it('keeps the page from scrolling only while it drags', () => {
    const panned = () => {
      const touch = new Event('touchmove', { bubbles: true, cancelable: true });
      event.dispatchEvent(touch);
      return !touch.defaultPrevented;
    };
    down({ by: 'touch' });
    expect(panned()).toBe(true);
    hold();
    expect(panned()).toBe(false);
    up({ by: 'touch' });
    expect(panned()).toBe(true);
  });

  it.each([
    ['the system takes it away', () => point('pointercancel', { by: 'touch' })],
    ['a second one comes', () => down({ by: 'touch', id: 2 })],
    ['Escape is pressed', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
    ['the grid goes away', () => stop()],
  ])('drops nothing when %s', (_, happens) => {
    down({ by: 'touch' });
    hold();
    happens();
    up({ by: 'touch' });
    expect(steps.cancel).toHaveBeenCalledOnce();
    expect(over).toHaveBeenCalledOnce();
    expect(steps.drop).not.toHaveBeenCalled();
  });

  it('gets no menu of the browser while it drags', () => {
    const menu = () => {
      const asked = new Event('contextmenu', { bubbles: true, cancelable: true });
      event.dispatchEvent(asked);
      return asked.defaultPrevented;
    };
    down({ by: 'touch' });
    expect(menu()).toBe(false);
    hold();
    expect(menu()).toBe(true);
  });
});

it('what may not be dragged after all is let go, and its click counts', () => {
  steps.start.mockReturnValueOnce(false);
  down();
  move({ x: 120 });
  move({ x: 140 });
  expect(steps.start).toHaveBeenCalledOnce();
  expect(steps.move).not.toHaveBeenCalled();
  expect(over).toHaveBeenCalledOnce();
  expect(heardClick()).toBe(true);
});

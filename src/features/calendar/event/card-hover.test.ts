// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeLayer, eventLayer } from '#calendar/state/card-store.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { HOVER_MS, hoverEnds, LEAVE_MS, pointerCame } from './card-hover.ts';

const made = (id: string) => {
  const event = document.createElement('button');
  event.dataset.event = id;
  document.body.append(event);
  return { event };
};
const shown = () => eventLayer.getState().card?.id ?? null;
const wait = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  hoverEnds();
  closeLayer();
  document.body.replaceChildren();
  vi.useRealTimers();
});

it('a mouse that stays on an appointment gets its card, one that passes over does not', () => {
  const a = made('a');
  pointerCame(a);
  wait(HOVER_MS - 1);
  pointerCame('elsewhere');
  wait(HOVER_MS);
  expect(shown()).toBe(null);
  pointerCame(a);
  wait(HOVER_MS);
  expect(shown()).toBe('a');
});

it('the way into the card leads over another appointment and does not change it', () => {
  pointerCame(made('a'));
  wait(HOVER_MS);
  pointerCame(made('b'));
  wait(LEAVE_MS - 1);
  pointerCame('card');
  wait(HOVER_MS + LEAVE_MS);
  expect(shown()).toBe('a');
});

it('leaving closes it after a while, coming back in time keeps it', () => {
  const a = made('a');
  pointerCame(a);
  wait(HOVER_MS);
  pointerCame('elsewhere');
  wait(LEAVE_MS - 1);
  pointerCame(a);
  wait(LEAVE_MS);
  expect(shown()).toBe('a');
  pointerCame('elsewhere');
  wait(LEAVE_MS);
  expect(shown()).toBe(null);
});

it('nothing opens during a drag, over a dialog, or where the appointment is gone', () => {
  const a = made('a');
  for (const reason of ['drag', 'dialog'] as const) {
    const leave = enterBusy(reason);
    pointerCame(a);
    wait(HOVER_MS);
    expect(shown()).toBe(null);
    leave();
    pointerCame('elsewhere');
  }
  pointerCame(a);
  a.event.remove();
  wait(HOVER_MS);
  expect(shown()).toBe(null);
});

it('what was just pressed or dropped gets no card until the mouse has left it', () => {
  const a = made('a');
  hoverEnds('a');
  pointerCame(a);
  wait(HOVER_MS);
  expect(shown()).toBe(null);
  pointerCame('elsewhere');
  pointerCame(a);
  wait(HOVER_MS);
  expect(shown()).toBe('a');
});

it('a press or a scroll closes what a hover opened', () => {
  pointerCame(made('a'));
  wait(HOVER_MS);
  hoverEnds();
  expect(shown()).toBe(null);
});

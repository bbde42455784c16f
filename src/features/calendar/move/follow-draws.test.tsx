// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asked, dayGrid, event } from '#calendar/day/hour-grid.test-support.tsx';
import { booking, DAY } from '#calendar/reads/rows.test-support.ts';
import { cutEvent, letGoOfCut } from '#calendar/state/use-cut.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { isBusy } from '#ui/timing/busy.ts';

const column = () => document.querySelector('[data-col="maria"]') as Element;
const drawn = () => document.querySelector<HTMLElement>('.cal-drawn:not([hidden])')?.textContent ?? null;
/** The y of a minute of the day: a px is a minute here, and the grid's top is 0. */
const yOf = (hour: number, minute = 0) => (hour - 8) * 60 + minute;

function point(type: string, clientY: number, { on = column(), by = 'mouse', buttons = 1 } = {}) {
  const options = {
    bubbles: true,
    cancelable: true,
    pointerType: by,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    buttons,
    clientY,
  };
  // interactjs asks for the place on the page, which happy-dom does not compute.
  act(() => void on.dispatchEvent(Object.assign(new PointerEvent(type, options), { pageX: 0, pageY: clientY })));
}
const up = (y: number, more = {}) => point('pointerup', y, { buttons: 0, ...more });

async function day(more: Parameters<typeof dayGrid>[0] = {}) {
  const shown = render(<div data-date={DAY}>{dayGrid(more)}</div>);
  await vi.waitFor(() => expect(shown.container.querySelector('[data-drags]')).not.toBeNull());
  return shown;
}

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  up(0, { on: document.body });
  act(letGoOfCut);
  cleanup();
  document.body.replaceChildren();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('takes the pulled range as start and length, downwards and upwards, and says it meanwhile', async () => {
  await day();
  point('pointerdown', yOf(10, 5));
  point('pointermove', yOf(11, 10));
  expect(drawn()).toBe('10:00–11:15 · 75 мин');
  expect(isBusy()).toBe(true);
  up(yOf(11, 10));
  expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60, 75);
  expect([drawn(), isBusy()]).toEqual([null, false]);
  point('pointerdown', yOf(15, 20));
  point('pointermove', yOf(14, 50));
  up(yOf(14, 50));
  expect(asked.book).toHaveBeenLastCalledWith('maria', 14 * 60 + 45, 45);
});

it('leaves a press as it was: pulled by a few px it books a new one of the usual length', async () => {
  await day();
  point('pointerdown', yOf(10, 2));
  point('pointermove', yOf(10, 9));
  expect(drawn()).toBeNull();
  up(yOf(10, 9));
  expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60);
});

it('stays within the shift, and draws nothing where nobody works', async () => {
  await day();
  point('pointerdown', yOf(17, 20));
  point('pointermove', yOf(20));
  expect(drawn()).toContain('17:15–18:00');
  up(yOf(20));
  point('pointerdown', yOf(8, 30));
  point('pointermove', yOf(10));
  up(yOf(10));
  expect(asked.book).toHaveBeenCalledOnce();
});

it('says what it would lie over, but not over a cancelled one', async () => {
  const events = [booking('cut', '11:00', '12:00'), booking('off', '14:00', '15:00', { status: 'cancelled' })];
  await day({ events });
  point('pointerdown', yOf(10));
  point('pointermove', yOf(11));
  expect(drawn()).toBe('10:00–11:00 · 60 мин');
  point('pointermove', yOf(11, 5));
  expect(drawn()).toBe('10:00–11:15 · 75 мин · застъпва се');
  up(yOf(11, 5));
  point('pointerdown', yOf(13));
  point('pointermove', yOf(14, 30));
  expect(drawn()).toBe('13:00–14:30 · 90 мин');
  up(yOf(14, 30));
});

it('is given up by Escape, and books nothing then', async () => {
  await day();
  point('pointerdown', yOf(10));
  point('pointermove', yOf(11));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(drawn()).toBeNull();
  up(yOf(11));
  expect(asked.book).not.toHaveBeenCalled();
});

it('leaves appointments to their own drags', async () => {
  await day({ events: [booking('cut', '10:00', '11:00')] });
  point('pointerdown', yOf(10, 10), { on: event('cut') });
  point('pointermove', yOf(12), { on: event('cut') });
  expect(drawn()).toBeNull();
  up(yOf(12));
  expect(asked.book).not.toHaveBeenCalled();
});

it('draws nothing while an appointment is cut: the press puts that one there', async () => {
  await day();
  act(() => cutEvent({ id: 'cut' }));
  point('pointerdown', yOf(10));
  point('pointermove', yOf(11));
  expect(drawn()).toBeNull();
});

it('begins after the hold of a finger; a finger that moves before scrolls', async () => {
  await day();
  vi.useFakeTimers();
  const by = 'touch';
  point('pointerdown', yOf(10), { by });
  point('pointermove', yOf(10, 20), { by });
  act(() => vi.advanceTimersByTime(300));
  point('pointermove', yOf(11), { by });
  expect(drawn()).toBeNull();
  up(yOf(11), { by });
  point('pointerdown', yOf(10), { by });
  act(() => vi.advanceTimersByTime(250));
  point('pointermove', yOf(10, 50), { by });
  expect(drawn()).toBe('10:00–11:00 · 60 мин');
  up(yOf(10, 50), { by });
  expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60, 60);
});

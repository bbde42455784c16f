// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, booking, DAY } from '#calendar/reads/rows.test-support.ts';
import { cutEvent, cutStore, letGoOfCut } from '#calendar/state/use-cut.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { isBusy } from '#ui/timing/busy.ts';
import { asked, dayGrid, event, stops } from './hour-grid.test-support.tsx';

const column = () => document.querySelector('[data-col="maria"]') as Element;
/** A press on the column at that hour: a px is a minute here, and the grid's top is 0. */
const press = (hour: number) => fireEvent.click(column(), { clientY: (hour - 8) * 60 });

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  act(letGoOfCut);
  cleanup();
  document.body.replaceChildren();
  vi.clearAllMocks();
});

describe('a press in the day', () => {
  it('on a free slot books that slot with that employee, on one off shift nothing', () => {
    render(dayGrid({}));
    press(10 + 50 / 60);
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60 + 45);
    press(8.5);
    press(18.1);
    expect(asked.book).toHaveBeenCalledOnce();
  });

  it('that is pulled from where nobody works books nothing where it is let go', () => {
    render(dayGrid({}));
    fireEvent.pointerDown(column(), { clientY: 30 });
    fireEvent.click(column(), { clientY: 150, detail: 1 });
    expect(asked.book).not.toHaveBeenCalled();
    fireEvent.pointerDown(column(), { clientY: 148 });
    fireEvent.click(column(), { clientY: 150, detail: 1 });
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60 + 30);
  });

  it('snaps to the salon’s interval; a shift that begins between two steps is booked at its start', () => {
    render(dayGrid({ interval: 60, shift: { start: '09:30', end: '18:00' } }));
    press(12.9);
    press(9.1);
    expect(asked.book.mock.calls).toEqual([
      ['maria', 12 * 60],
      ['maria', 9 * 60 + 30],
    ]);
  });

  it.each([5, 10, 20, 30])('at steps of %i minutes goes by them, as do the mark under a mouse and the arrows', (interval) => {
    const { container } = render(dayGrid({ interval }));
    expect(container.querySelector<HTMLElement>('.cal.day')?.dataset.step).toBe(String(interval));
    press(10 + (interval * 1.5) / 60);
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60 + interval);
    fireEvent.pointerMove(column(), { pointerType: 'mouse', buttons: 0, clientY: 2 * 60 + interval * 2.5 });
    expect(container.querySelector('.cal-hover')?.textContent).toBe(formatTime(10 * 60 + 2 * interval));
    const [slot] = stops();
    act(() => slot?.focus());
    fireEvent.keyDown(slot as Element, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`${formatTime(9 * 60 + interval)}, Мария Петрова, свободно`);
  });

  it('beside an appointment is marked as a double booking, and books one', () => {
    const { container } = render(dayGrid({ events: [booking('cut', '10:00', '11:00')] }));
    // Every px of a column without a layout is within its strip.
    fireEvent.pointerMove(column(), { pointerType: 'mouse', buttons: 0, clientY: 2 * 60 + 20 });
    const mark = container.querySelector<HTMLElement>('.cal-hover');
    expect([mark?.textContent, mark?.hasAttribute('data-beside')]).toEqual(['+ 10:15', true]);
    fireEvent.pointerMove(column(), { pointerType: 'mouse', buttons: 0, clientY: 4 * 60 });
    expect([mark?.textContent, mark?.hasAttribute('data-beside')]).toEqual(['12:00', false]);
    press(10.3);
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60 + 15);
  });

  it('puts there what is held, also off shift: whoever saves says why not', () => {
    render(<div data-date={DAY}>{dayGrid({})}</div>);
    cutEvent({ id: 'cut' });
    press(8.5);
    expect(cutStore.getState().slot).toEqual({ resourceId: 'maria', date: DAY, start: 8 * 60 + 30 });
    expect(asked.book).not.toHaveBeenCalled();
  });
});

describe('an appointment', () => {
  it('opens when it is pressed, but not while its move is being saved: it is dimmed then', () => {
    const cut = booking('cut', '10:00', '11:00');
    const { rerender } = render(dayGrid({ events: [cut] }));
    fireEvent.click(event('cut'));
    expect(asked.open).toHaveBeenCalledExactlyOnceWith('cut');
    const moving = new Map([['cut', { start_time: at('12:00'), end_time: at('13:00'), resource_id: 'maria' }]]);
    rerender(dayGrid({ events: [cut], moving }));
    expect(event('cut').getAttribute('aria-label')).toMatch(/^12:00–13:00/);
    expect(event('cut').dataset.updating).toBe('true');
    fireEvent.click(event('cut'));
    expect(asked.open).toHaveBeenCalledOnce();
    rerender(dayGrid({ events: [cut] }));
    fireEvent.click(event('cut'));
    expect(asked.open).toHaveBeenCalledTimes(2);
  });

  it('leaves the keys to the calendar again as soon as it is dropped, or its drag given up', async () => {
    const { container } = render(dayGrid({ events: [booking('cut', '10:00', '11:00')] }));
    await vi.waitFor(() => expect(container.querySelector('[data-drags]')).not.toBeNull());
    const mouse = (type: string, x: number) =>
      event('cut').dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: 'mouse',
          pointerId: 1,
          isPrimary: true,
          button: 0,
          buttons: 1,
          clientX: x,
        }),
      );
    const lift = () => {
      mouse('pointerdown', 0);
      mouse('pointermove', 6);
      expect(isBusy()).toBe(true);
    };
    lift();
    mouse('pointerup', 6);
    expect(isBusy()).toBe(false);
    lift();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(isBusy()).toBe(false);
    mouse('pointerup', 6);
  });
});

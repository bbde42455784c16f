// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { booking } from '#calendar/reads/rows.test-support.ts';
import { liftStore } from '#calendar/state/lift-store.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { asked, dayGrid, event, people, stops } from './hour-grid.test-support.tsx';

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName;
const key = (name: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, shiftKey });

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

describe('a free slot that has the focus', () => {
  it('gives it to the appointment that comes to stand there: nothing taken is called free', () => {
    const { rerender } = render(dayGrid({}));
    const [slot] = stops();
    act(() => slot?.focus());
    expect(focused()).toBe('9:00, Мария Петрова, свободно');
    rerender(dayGrid({ events: [booking('cut', '09:00', '10:00')] }));
    expect(stops()).toEqual([event('cut')]);
    expect(document.activeElement).toBe(event('cut'));
  });

  it('is none any more on a day on which nobody works then: Enter books nothing off shift', () => {
    const { rerender } = render(dayGrid({ employees: people(2) }));
    act(() => stops()[0]?.focus());
    expect(focused()).toBe('9:00, Служител 0, свободно');
    rerender(dayGrid({ employees: people(2), off: ['p0'], date: '2026-11-19' }));
    expect(focused()).toBe('9:00, Служител 1, свободно');
    act(() => (document.activeElement as HTMLElement).click());
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('p1', 9 * 60);
  });
});

describe('what is drawn anew by a change from elsewhere', () => {
  const employees = people(2);
  const before = [booking('cut', '10:00', '11:00', { resource_id: 'p0' })];
  const after = [booking('cut', '10:00', '11:00', { resource_id: 'p1' })];

  it('keeps the focus, and does not scroll to it', () => {
    const { rerender } = render(dayGrid({ employees, events: before }));
    act(() => event('cut').focus());
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    rerender(dayGrid({ employees, events: after }));
    expect(document.activeElement).toBe(event('cut'));
    expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  });

  it('does not call the focus back to the grid once somebody has pressed elsewhere', () => {
    const { rerender } = render(
      <>
        {dayGrid({ employees, events: before })}
        <p>Другаде</p>
      </>,
    );
    act(() => event('cut').focus());
    // A press on what takes no focus leaves it with nobody.
    fireEvent.pointerDown(screen.getByText('Другаде'));
    act(() => event('cut').blur());
    rerender(
      <>
        {dayGrid({ employees, events: after })}
        <p>Другаде</p>
      </>,
    );
    expect(document.activeElement).toBe(document.body);
  });
});

describe('of many columns, of which only those in view are drawn', () => {
  const employees = people(40);
  const scrollTo = (left: number) => {
    const box = document.querySelector('.cal-scroll') as HTMLElement;
    box.scrollLeft = left;
    act(() => void fireEvent.scroll(box));
  };
  const drawn = (id: string) => document.querySelector(`[data-col="${id}"] > [data-cursor]`) !== null;

  it('one is always a tab stop, also after the one that was is scrolled away', () => {
    render(dayGrid({ employees }));
    expect(stops()[0]?.closest('[data-column]')?.getAttribute('data-column')).toBe('p0');
    scrollTo(20);
    expect([drawn('p0'), drawn('p20')]).toEqual([false, true]);
    expect(stops()).toHaveLength(1);
    expect(drawn(stops()[0]?.closest<HTMLElement>('[data-column]')?.dataset.column ?? '')).toBe(true);
  });

  it('the arrows lead over a row of people off shift to one who is not drawn yet', () => {
    const off = Array.from({ length: 30 }, (_, i) => `p${i + 1}`);
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrollTo(Number(this.closest<HTMLElement>('[data-column]')?.dataset.column?.slice(1)));
    });
    render(dayGrid({ employees, off }));
    act(() => stops()[0]?.focus());
    expect(drawn('p31')).toBe(false);
    key('ArrowRight');
    expect(focused()).toBe('9:00, Служител 31, свободно');
    key('ArrowLeft');
    expect(focused()).toBe('9:00, Служител 0, свободно');
  });
});

it('Space lifts what can be lifted and presses what cannot', async () => {
  const [night, cut] = [booking('night', '22:00', '23:00'), booking('cut', '10:00', '11:00')];
  render(dayGrid({ events: [night, cut] }));
  await vi.waitFor(() => expect(document.querySelector('[data-drags]')).not.toBeNull());
  const pressed = (id: string) => {
    fireEvent.keyDown(event(id), { key: ' ', code: 'Space' });
    return fireEvent.keyUp(event(id), { key: ' ', code: 'Space' });
  };
  expect(pressed('night')).toBe(true);
  expect(document.querySelector('[data-lifted]')).toBeNull();
  expect(pressed('cut')).toBe(false);
  await vi.waitFor(() => expect(event('cut').hasAttribute('data-lifted')).toBe(true));
});

describe('Shift with an arrow', () => {
  it('stretches a free slot, says how far, and Enter books so much', async () => {
    render(dayGrid({}));
    act(() => stops()[0]?.focus());
    key('ArrowDown', true);
    key('ArrowDown', true);
    expect(focused()).toBe('9:00–9:45, Мария Петрова, свободно');
    await vi.waitFor(() => expect(liftStore.getState().text).toBe('9:00–9:45, 45 мин'));
    act(() => (document.activeElement as HTMLElement).click());
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 9 * 60, 45);
    key('ArrowDown');
    expect(focused()).toBe('9:15, Мария Петрова, свободно');
    act(() => (document.activeElement as HTMLElement).click());
    expect(asked.book).toHaveBeenLastCalledWith('maria', 9 * 60 + 15);
  });

  it('leads beside an appointment, where Enter books over it; it is kept when the day is drawn anew', () => {
    const { rerender } = render(dayGrid({ events: [booking('cut', '10:00', '11:00')] }));
    act(() => event('cut').focus());
    key('ArrowRight', true);
    expect(focused()).toBe('10:00, Мария Петрова, заето, двоен час');
    key('ArrowDown');
    rerender(dayGrid({ events: [booking('cut', '10:00', '11:00', { notes: 'x' })] }));
    expect(focused()).toBe('10:15, Мария Петрова, заето, двоен час');
    act(() => (document.activeElement as HTMLElement).click());
    expect(asked.book).toHaveBeenCalledExactlyOnceWith('maria', 10 * 60 + 15);
    key('ArrowLeft');
    expect(document.activeElement).toBe(event('cut'));
  });
});

// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterBusy } from '#ui/timing/busy.ts';
import { useCalendarState } from './use-calendar-state.ts';

const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
const open = (today = FRIDAY) => renderHook((day: string) => useCalendarState(1, day, 'day'), { initialProps: today });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('a calendar that was left open over night', () => {
  it('shows the new day in the morning, and remembers that one', () => {
    const { result, rerender } = open();
    rerender(SATURDAY);
    expect(result.current.date).toBe(SATURDAY);
    cleanup();
    expect(open(SATURDAY).result.current.date).toBe(SATURDAY);
  });

  it('leaves another day, too, as a new day opens on today', () => {
    const { result, rerender } = open();
    act(() => result.current.onDate('2026-12-24'));
    rerender(SATURDAY);
    expect(result.current.date).toBe(SATURDAY);
  });

  it('waits for whoever is in the middle of something at midnight', () => {
    const { result, rerender } = open();
    const leave = enterBusy('dialog');
    rerender(SATURDAY);
    expect(result.current.date).toBe(FRIDAY);
    act(leave);
    expect(result.current.date).toBe(SATURDAY);
    act(() => result.current.onDate(FRIDAY));
    act(enterBusy('dialog'));
    expect(result.current.date).toBe(FRIDAY);
  });
});

describe('„Днес“', () => {
  it('leads to today, and on today back to the present hour', () => {
    document.body.innerHTML =
      '<div data-calendar><div class="cal-scroll"><div class="cal day" data-now><span class="cal-now-tag"></span></div></div></div>';
    const scrolled = vi.spyOn(Element.prototype, 'scrollBy').mockReturnValue();
    const { result } = open();
    act(() => result.current.onDate(SATURDAY));
    act(() => result.current.onToday());
    expect(result.current.date).toBe(FRIDAY);
    expect(scrolled).not.toHaveBeenCalled();
    act(() => result.current.onToday());
    expect(scrolled).toHaveBeenCalledOnce();
  });
});

describe('the focus', () => {
  const button = (html: string) => {
    document.body.innerHTML = html;
    return document.querySelector('button') as HTMLButtonElement;
  };
  const GONE = '<div data-calendar data-ready="true"><button tabindex="0"></button></div>';

  it('that was in the view which goes away is given to the next one’s tab stop', async () => {
    const { result } = open();
    button(GONE).focus();
    act(() => result.current.onView('week'));
    const next = button(GONE); // the old one is gone, and with it the focus
    expect(document.activeElement).toBe(document.body);
    await vi.waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('that stands in the bar stays there', async () => {
    const { result } = open();
    const inBar = button(`<button></button>${GONE}`);
    inBar.focus();
    const frames = vi.spyOn(window, 'requestAnimationFrame');
    act(() => result.current.onDate(SATURDAY));
    expect(frames).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(inBar);
  });
});

// @vitest-environment happy-dom
import { act, fireEvent, renderHook } from '@testing-library/react';
import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { useOpenPanel } from '#ui/overlay/open-panels.ts';
import type { DayRows } from './calendar-reads.ts';
import { at, booking } from './rows.test-support.ts';
import { IDLE_MS, type Pause, usePausedUpdates, whileFree, withOwnChanges } from './use-paused-updates.ts';

describe('live changes', () => {
  it('wait during a drag; the newest one passes after it', () => {
    const rows = new Subject<number>();
    const held = new BehaviorSubject<Pause>('free');
    const seen: number[] = [];
    rows.pipe(whileFree(held)).subscribe((value) => seen.push(value));
    rows.next(1);
    held.next('all');
    rows.next(2);
    rows.next(3);
    expect(seen).toEqual([1]);
    held.next('free');
    expect(seen).toEqual([1, 3]);
  });

  it('under an open card are only those done here; a day that is gone to meanwhile is shown', () => {
    const rows = new Subject<string>();
    const held = new BehaviorSubject<Pause>('others');
    const seen: string[] = [];
    rows.pipe(whileFree(held, (shown, next) => `${shown}+own of ${next}`)).subscribe((value) => seen.push(value));
    rows.next('a');
    rows.next('b');
    held.next('free');
    expect(seen).toEqual(['a', 'a+own of b', 'b']);
  });

  it('are held by a drag and by an open panel, until the last of them goes', () => {
    const { result } = renderHook(usePausedUpdates);
    const seen: Pause[] = [];
    result.current.pause$.subscribe((held) => seen.push(held));
    const panel = renderHook(useOpenPanel);
    const letGo = result.current.hold();
    act(() => panel.unmount());
    letGo();
    letGo();
    const again = result.current.hold();
    again();
    expect(seen).toEqual(['free', 'others', 'all', 'free', 'all', 'free']);
  });
});

it('a card left open under a resting mouse does not keep the day from being shown as it is', () => {
  vi.useFakeTimers();
  const { result, unmount } = renderHook(usePausedUpdates);
  const seen: Pause[] = [];
  result.current.pause$.subscribe((held) => seen.push(held));
  const panel = renderHook(useOpenPanel);
  vi.advanceTimersByTime(IDLE_MS - 1);
  fireEvent.pointerMove(document.body);
  vi.advanceTimersByTime(IDLE_MS - 1);
  expect(seen).toEqual(['free', 'others']);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(['free', 'others', 'free']);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(seen.at(-1)).toBe('others');
  act(() => panel.unmount());
  expect(seen.at(-1)).toBe('free');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('what was done here', () => {
  const part = (...events: DayRows['events'][number][]) => ({ events, overrides: new Map() }) as unknown as DayRows;
  const mine = booking('mine', '10:00', '11:00');
  const theirs = booking('theirs', '12:00', '13:00');
  const shown = part(mine, theirs);

  it('passes, and so does that it was sent; what somebody else did waits', () => {
    const arrived = { ...mine, arrived_at: at('10:02'), pending: 1 as const };
    const moved = { ...theirs, start_time: at('15:00'), rev: 7 };
    const pressed = withOwnChanges(shown, part(arrived, moved));
    expect(pressed.events).toEqual([arrived, theirs]);
    const sent = { ...arrived, pending: 0 as const, rev: 8 };
    expect(withOwnChanges(pressed, part(sent, moved)).events).toEqual([sent, theirs]);
    expect(withOwnChanges(pressed, part({ ...sent, status: 'completed', rev: 9 }, moved))).toBe(pressed);
  });

  it('does not bring or take away what others booked or deleted', () => {
    expect(withOwnChanges(shown, part(mine, booking('new', '16:00', '17:00')))).toBe(shown);
  });
});

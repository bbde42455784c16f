// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSeenRows } from './use-seen-rows.ts';

const ROW = 50;
const BOX = 600;
const BEYOND = 12;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function List() {
  const box = useRef<HTMLDivElement>(null);
  const { indexes, before, after } = useSeenRows({ count: 20_000, box, height: ROW, beyond: BEYOND });
  return (
    <div ref={box} data-before={before} data-after={after}>
      {indexes.map((index) => (
        <p key={index} data-index={index} />
      ))}
    </div>
  );
}

function list() {
  const { container } = render(<List />);
  const box = container.firstElementChild as HTMLElement;
  return {
    drawn: () => [...box.querySelectorAll<HTMLElement>('p')].map((row) => Number(row.dataset.index)),
    scrollTo: (top: number) =>
      act(() => {
        box.scrollTop = top;
        box.dispatchEvent(new Event('scroll'));
      }),
    /** What lies above and below the rows, with them, is as high as all 20,000. */
    height: () => Number(box.dataset.before) + Number(box.dataset.after) + box.querySelectorAll('p').length * ROW,
  };
}

const inSight = (top: number) => Array.from({ length: BOX / ROW }, (_, n) => top / ROW + n);

test('somebody who leaps through a long list sees the rows in sight at once, and hardly any others are drawn', () => {
  const { drawn, scrollTo, height } = list();
  for (const top of [500_000, 700_000, 3_000]) {
    scrollTo(top);
    expect(drawn()).toEqual(expect.arrayContaining(inSight(top)));
    expect(drawn().length).toBeLessThan(inSight(top).length + BEYOND);
    expect(height()).toBe(20_000 * ROW);
  }
});

test('the rows beyond the edges are drawn once the list lies still, not between two leaps', () => {
  const { drawn, scrollTo } = list();
  scrollTo(500_000);
  act(() => vi.advanceTimersByTime(100));
  scrollTo(560_000);
  act(() => vi.advanceTimersByTime(100));
  expect(drawn().length).toBeLessThan(2 * BEYOND);
  act(() => vi.advanceTimersByTime(100));
  expect(drawn()).toEqual(expect.arrayContaining([560_000 / ROW - BEYOND, (560_000 + BOX) / ROW + BEYOND - 1]));
});

test('a wheel, which goes row by row, has the rows beyond the edges all the time', () => {
  const { drawn, scrollTo } = list();
  for (let top = 5_000; top <= 6_000; top += 100) {
    act(() => vi.advanceTimersByTime(1_000));
    scrollTo(top);
  }
  expect(drawn()).toEqual(expect.arrayContaining([6_000 / ROW - BEYOND, (6_000 + BOX) / ROW + BEYOND - 1]));
});

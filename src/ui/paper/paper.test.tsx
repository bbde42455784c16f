// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Paper } from './paper.tsx';

afterEach(cleanup);

it('a sheet opens the printer once, however often the screen behind it is drawn, and tells the newest that the person is back', () => {
  const printed = vi.fn();
  window.print = printed;
  const [before, now] = [vi.fn(), vi.fn()];
  const sheet = (onBack: () => void) => (
    <Paper className="order-sheet" prints onBack={onBack}>
      Поръчка
    </Paper>
  );
  const { rerender } = render(sheet(before));
  rerender(sheet(now));
  expect(printed).toHaveBeenCalledOnce();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  act(() => void window.dispatchEvent(new Event('pointerdown')));
  expect(before).not.toHaveBeenCalled();
  expect(now).toHaveBeenCalledOnce();
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSheetDrag } from './use-sheet-drag.ts';

const close = vi.fn();

function Sheet() {
  return (
    <div data-testid="sheet">
      <header {...useSheetDrag(close, true)}>Час</header>
    </div>
  );
}

function pull(by: number): HTMLElement {
  render(<Sheet />);
  const head = screen.getByText('Час');
  head.setPointerCapture = vi.fn();
  fireEvent.pointerDown(head, { pointerType: 'touch', clientY: 100 });
  fireEvent.pointerMove(head, { pointerType: 'touch', clientY: 100 + by });
  fireEvent.pointerUp(head, { pointerType: 'touch', clientY: 100 + by });
  return screen.getByTestId('sheet');
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('slides away from where the finger left it, without jumping up first', async () => {
  const sheet = pull(150);
  expect(close).toHaveBeenCalledOnce();
  expect([sheet.style.translate, sheet.style.transition]).toEqual(['0 150px', '']);
  sheet.setAttribute('data-closed', ''); // its leave transition begins
  await vi.advanceTimersByTimeAsync(0);
  expect(sheet.style.translate).toBe('');
});

it('goes back up where closing only asks, and at once where it was not pulled far enough', async () => {
  const asked = pull(150);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked.style.translate).toBe('');
  cleanup();
  vi.clearAllMocks();
  expect(pull(40).style.translate).toBe('');
  expect(close).not.toHaveBeenCalled();
});

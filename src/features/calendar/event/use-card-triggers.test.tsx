// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeLayer, eventLayer } from '#calendar/state/card-store.ts';
import { followDrags } from '#ui/input/drag-gesture.ts';
import { useCardTriggers } from './use-card-triggers.ts';

const open = vi.fn();
/** Whether it is free where the column is pressed. */
const book = vi.fn((press: { clientY: number }) => press.clientY < 100);
const steps = { press: () => vi.fn(), start: () => true, move: vi.fn(), drop: vi.fn(), cancel: vi.fn() };
function Day() {
  useCardTriggers();
  return (
    <main data-calendar>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: stands for the grid, which hears clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div data-event="a" onClick={open} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div data-col="maria" onClick={(press) => book(press) && press.preventDefault()}>
        <div data-event="b" />
      </div>
    </main>
  );
}

const finger = (type: string, event: Element, clientY = 0) =>
  event.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerType: 'touch',
      pointerId: 1,
      isPrimary: true,
      button: 0,
      buttons: 1,
      clientY,
    }),
  );
const click = (event: Element) => event.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));

afterEach(() => {
  cleanup();
  closeLayer();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('opens the card by a tap, and neither card nor dialog by the click at the end of a hold', async () => {
  const { container } = render(<Day />);
  const event = container.querySelector('[data-event]') as Element;
  const stop = followDrags(container, '[data-event]', steps);
  await vi.waitFor(() => expect(container.dataset.drags).toBeDefined());
  vi.useFakeTimers();
  finger('pointerdown', event);
  finger('pointerup', event);
  click(event);
  expect(eventLayer.getState().card?.id).toBe('a');
  closeLayer();

  finger('pointerdown', event);
  vi.advanceTimersByTime(300);
  finger('pointerup', event);
  click(event);
  expect(steps.drop).toHaveBeenCalledTimes(1);
  expect(eventLayer.getState().card).toBeNull();
  expect(open).not.toHaveBeenCalled();
  stop();
});

it('books where the finger came down free, though the browser gives the tap to the appointment beside it', () => {
  const { container } = render(<Day />);
  const event = container.querySelector('[data-event="b"]') as Element;
  const column = container.querySelector('[data-col]') as Element;
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(column);
  finger('pointerdown', event, 40);
  click(event);
  expect(book).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ clientY: 40 }));
  expect(eventLayer.getState().card).toBeNull();
  expect(open).not.toHaveBeenCalled();

  // Nothing to book there: the appointment is what was meant.
  finger('pointerdown', event, 140);
  click(event);
  expect(eventLayer.getState().card?.id).toBe('b');
});

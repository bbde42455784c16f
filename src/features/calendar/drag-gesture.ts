/**
 * From a press to a drop: a mouse drags after 5 px, a finger or a pen once it was held for 250 ms within 8 px (document 3 §4).
 * The browser's own pointer events; what is dragged and how it looks is the caller's affair.
 */
import { MOUSE_TRAVEL, TOUCH_HOLD_MS, TOUCH_TRAVEL } from './drag-geometry.ts';

export interface Press {
  readonly source: HTMLElement;
  readonly pointerType: string;
  /** Where it was pressed, px of the window. */
  readonly x: number;
  readonly y: number;
}

export interface DragSteps {
  /** Something that can be dragged is pressed; the answer is called when that is over, dragged or not. */
  press(): () => void;
  /** False: it is not dragged after all. */
  start(press: Press): boolean;
  move(x: number, y: number): void;
  /** Let go where the last move was. */
  drop(): void;
  /** Escape, a second finger, or the system took the pointer away: nothing moves. */
  cancel(): void;
}

interface Held extends Press {
  readonly id: number;
  readonly hold: ReturnType<typeof setTimeout> | undefined;
  dragging: boolean;
  over(): void;
}

/** The click that a finger or a mouse makes at the end of a hold or a drag is none; the keyboard's (detail 0) is one. */
function swallowNextClick(): void {
  const swallow = (event: MouseEvent) => {
    if (event.detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
    done();
  };
  const done = () => {
    window.removeEventListener('click', swallow, true);
    window.removeEventListener('pointerdown', done, true);
  };
  window.addEventListener('click', swallow, true);
  window.addEventListener('pointerdown', done, true);
}

/** Follows the presses on what matches the selector inside the surface; the answer ends that, and a drag that goes on. */
export function followDrags(surface: HTMLElement, selector: string, steps: DragSteps): () => void {
  let held: Held | null = null;
  let listening: AbortController | null = null;

  const end = (how: 'drop' | 'cancel') => {
    if (!held) return;
    const { dragging, hold, over } = held;
    held = null;
    listening?.abort();
    clearTimeout(hold);
    if (dragging) {
      swallowNextClick();
      steps[how]();
    }
    over();
  };

  const start = () => {
    if (!held) return;
    held.dragging = steps.start(held);
    if (!held.dragging) end('cancel');
    else if (held.pointerType !== 'mouse') navigator.vibrate?.(10);
  };

  const onMove = ({ pointerId, clientX, clientY, buttons }: PointerEvent) => {
    if (pointerId !== held?.id) return;
    // The button was let go where nobody told us.
    if ((buttons & 1) === 0) return end('cancel');
    if (!held.dragging) {
      const travel = Math.hypot(clientX - held.x, clientY - held.y);
      if (held.pointerType === 'mouse') {
        if (travel > MOUSE_TRAVEL) start();
      } else if (travel > TOUCH_TRAVEL) end('cancel');
    }
    if (held?.dragging) steps.move(clientX, clientY);
  };
  const onUp = ({ pointerId }: PointerEvent) => {
    if (pointerId === held?.id) end('drop');
  };
  const onCancel = ({ pointerId }: PointerEvent) => {
    if (pointerId === held?.id) end('cancel');
  };
  // In another tab it is let go where nobody tells us.
  const onHidden = () => {
    if (document.visibilityState === 'hidden') end('cancel');
  };
  const onKey = (key: KeyboardEvent) => {
    if (!held?.dragging || key.key !== 'Escape') return;
    key.stopPropagation();
    key.preventDefault();
    end('cancel');
  };
  // The menu of a long press would take the finger away.
  const onMenu = (menu: Event) => {
    if (held?.dragging) menu.preventDefault();
  };

  const onPress = ({ target, pointerId, pointerType, isPrimary, button, clientX, clientY }: PointerEvent) => {
    // A second finger makes it a pinch; and whatever is pressed anew was let go before.
    if (held) end('cancel');
    const source = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    if (!source || !surface.contains(source) || !isPrimary || button !== 0) return;
    held = {
      ...{ source, pointerType, id: pointerId, x: clientX, y: clientY, dragging: false },
      hold: pointerType === 'mouse' ? undefined : setTimeout(start, TOUCH_HOLD_MS),
      over: steps.press(),
    };
    listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('pointermove', onMove, options);
    window.addEventListener('pointerup', onUp, options);
    window.addEventListener('pointercancel', onCancel, options);
    window.addEventListener('keydown', onKey, options);
    window.addEventListener('contextmenu', onMenu, options);
    document.addEventListener('visibilitychange', onHidden, options);
  };
  // Passive listeners may not stop the browser's own panning, which would take the finger away from a held drag.
  const onTouchMove = (touch: TouchEvent) => {
    if (held?.dragging && touch.cancelable) touch.preventDefault();
  };
  window.addEventListener('pointerdown', onPress, true);
  surface.addEventListener('touchmove', onTouchMove, { passive: false });
  return () => {
    end('cancel');
    window.removeEventListener('pointerdown', onPress, true);
    surface.removeEventListener('touchmove', onTouchMove);
  };
}

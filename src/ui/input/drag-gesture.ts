/**
 * Follows a gesture from the press to the drop: a mouse drags after 5 px, a finger or a pen after it was held for 250 ms within 8
 * px (document 3 §4). interactjs recognises the hold, the drag and the resize; the caller decides what is dragged and how it
 * looks. Its code is fetched after the first paint, so that the grid does not wait for it; nothing can be dragged until then.
 */
import type interactjs from 'interactjs';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';

export const MOUSE_TRAVEL = 5;
export const TOUCH_TRAVEL = 8;
export const TOUCH_HOLD_MS = 250;

export interface PointerPress {
  readonly source: HTMLElement;
  readonly pointerType: string;
  /** The place of the press, px of the window. */
  readonly x: number;
  readonly y: number;
}

export interface Dragged extends PointerPress {
  readonly action: 'drag' | 'resize';
}

export interface DragSteps {
  /** Called when presses are followed from now on. */
  ready?(): void;
  /** Returns false if this press takes nothing, though it is on something that matches the selector. */
  takes?(sign: PointerEvent): boolean;
  /**
   * Called when something that can be dragged is pressed. The returned function is called when the press is over, dragged or not.
   */
  press(): () => void;
  /** Returns true if a drag from the pressed place resizes instead of moving. Without this function nothing is resized. */
  resizes?(press: PointerPress): boolean;
  /** Returns false if the drag must not begin. */
  start(dragged: Dragged): boolean;
  move(x: number, y: number): void;
  /** Called when it is released at the place of the last move. */
  drop(): void;
  /** Called when Escape, a second finger or the system ends the drag; nothing moves then. */
  cancel(): void;
}

/** The part of interactjs's events that is read here; its own types leave the events of listeners open. */
interface PointerSign {
  readonly pointerType: string;
  readonly currentTarget: HTMLElement;
  readonly originalEvent: PointerEvent;
  readonly interactable: Interactable;
  readonly interaction: Interaction;
}
interface DragSign {
  readonly clientX: number;
  readonly clientY: number;
  readonly buttons: number;
  readonly interaction: Interaction;
}
type Interactable = ReturnType<typeof interactjs>;
interface Interaction {
  start(action: { name: 'drag' | 'resize' }, on: Interactable, element: HTMLElement): void;
  stop(): void;
}

interface Held extends Dragged {
  readonly pointerId: number;
  readonly interaction: Interaction;
  dragging: boolean;
  over(): void;
}

/** Swallows the click that a finger or a mouse makes at the end of a hold or a drag; a click by the keyboard (detail 0) still counts. */
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

/**
 * Follows the presses on elements that match the selector inside the surface, which is marked `data-drags` from then on. Returns
 * a function that ends it.
 */
export function followDrags(surface: HTMLElement, selector: string, steps: DragSteps): () => void {
  let held: Held | null = null;
  const following = new AbortController();
  const { signal } = following;

  const end = (how: 'drop' | 'cancel') => {
    if (!held) return;
    const { dragging, interaction, over } = held;
    held = null;
    interaction.stop();
    if (dragging) {
      swallowNextClick();
      steps[how]();
    }
    over();
  };

  const onPress = ({ pointerType, currentTarget: source, originalEvent, interaction }: PointerSign) => {
    const { isPrimary, pointerId, button, clientX: x, clientY: y } = originalEvent;
    if (!isPrimary || button !== 0 || steps.takes?.(originalEvent) === false) return;
    const press: PointerPress = { source, pointerType, x, y };
    const action = steps.resizes?.(press) ? 'resize' : 'drag';
    interact?.pointerMoveTolerance(pointerType === 'mouse' ? MOUSE_TRAVEL : TOUCH_TRAVEL);
    held = { ...press, action, pointerId, interaction, dragging: false, over: steps.press() };
  };
  const onHold = ({ pointerType, interactable, currentTarget }: PointerSign) => {
    if (held && pointerType !== 'mouse') held.interaction.start({ name: held.action }, interactable, currentTarget);
  };
  // The finger moved further than it trembles, so it scrolls.
  const onTravel = ({ pointerType }: PointerSign) => {
    if (pointerType !== 'mouse' && held?.dragging === false) end('cancel');
  };
  const onStart = ({ interaction }: DragSign) => {
    if (held) held.dragging = steps.start(held);
    if (!held?.dragging) {
      interaction.stop();
      end('cancel');
    } else if (held.pointerType !== 'mouse') navigator.vibrate?.(10);
  };
  const onMove = ({ clientX, clientY, buttons }: Omit<DragSign, 'interaction'>) => {
    // The button was released where no event is sent, for example outside the window.
    if ((buttons & 1) === 0) end('cancel');
    else if (held?.dragging) steps.move(clientX, clientY);
  };
  /** Hides every move after the first of a drag from interactjs, which would do four times as much work for each as we do. */
  const onLaterMove = (move: PointerEvent) => {
    if (!held?.dragging || move.pointerId !== held.pointerId) return;
    move.stopPropagation();
    onMove(move);
  };

  let interact: typeof interactjs | null = null;
  const follow = (loaded: typeof interactjs) => {
    interact = loaded;
    const listeners = { start: onStart, move: onMove, end: () => end('drop') };
    const target = loaded(selector, { context: surface })
      .draggable({ listeners })
      .resizable({ listeners })
      .pointerEvents({ holdDuration: TOUCH_HOLD_MS })
      .actionChecker(() => (held?.pointerType === 'mouse' ? { name: held.action } : null))
      .styleCursor(false)
      .on('down', onPress)
      .on('hold', onHold)
      .on('move', onTravel);
    target.preventDefault('never');
    signal.addEventListener('abort', () => target.unset());
    surface.dataset.drags = '';
    steps.ready?.();
  };
  deferUntilPaint(() => {
    if (signal.aborted) return;
    const failed = (error: unknown) => console.warn('Nothing can be dragged until the app is loaded anew', error);
    import('interactjs').then((module) => signal.aborted || follow(module.default)).catch(failed);
  });

  const options = { capture: true, signal };
  // A second finger makes the gesture a pinch. A new press of the same pointer means that it was released before.
  window.addEventListener('pointerdown', () => end('cancel'), options);
  window.addEventListener('pointercancel', () => end('cancel'), options);
  window.addEventListener('pointermove', onLaterMove, options);
  // interactjs gets the event first; if it has not dropped anything by then, nothing was dragged.
  window.addEventListener('pointerup', () => end('cancel'), { signal });
  // A release in another tab sends no event to us.
  const onHidden = () => document.visibilityState === 'hidden' && end('cancel');
  document.addEventListener('visibilitychange', onHidden, options);
  const onKey = (key: KeyboardEvent) => {
    if (!held?.dragging || key.key !== 'Escape') return;
    key.stopPropagation();
    key.preventDefault();
    end('cancel');
  };
  window.addEventListener('keydown', onKey, options);
  // The browser's menu of a long press would end the touch.
  window.addEventListener('contextmenu', (menu) => held?.dragging && menu.preventDefault(), options);
  // A passive listener may not stop the browser's own panning, which would end a held drag.
  const onTouchMove = (touch: TouchEvent) => {
    if (held?.dragging && touch.cancelable) touch.preventDefault();
  };
  surface.addEventListener('touchmove', onTouchMove, { passive: false, signal });
  return () => {
    end('cancel');
    following.abort();
    delete surface.dataset.drags;
  };
}

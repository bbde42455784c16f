/** Pressing, lifting, dragging and dropping by mouse or finger, alike for the day and the week. */
import { hoverEnds } from '#calendar/event/card-hover.ts';
import { closeCard } from '#calendar/state/card-store.ts';
import { type DragSteps, followDrags, type PointerPress } from '#ui/input/drag-gesture.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';

/** One drag, from lift to drop. */
export interface LiftedDrag {
  /** Px of the window. */
  move(x: number, y: number): void;
  /** Of a visit: this part only, as long as Alt is held. */
  alone(alone: boolean): void;
  /** Takes away all that was drawn for it. */
  end(): void;
}

interface LiftSteps<D extends LiftedDrag> extends Pick<DragSteps, 'ready' | 'resizes'> {
  /** Live changes wait until the returned function is called. */
  hold(): () => void;
  /** Null: it is not dragged after all. */
  lift(press: PointerPress): D | null;
  drop(drag: D): void;
}

/** Says of each change whether Alt is held. Returns the function that ends that. */
function followAlt(heard: (alt: boolean) => void): () => void {
  const onSign = (event: KeyboardEvent | PointerEvent) => {
    if (event instanceof KeyboardEvent && event.key !== 'Alt') return;
    if (event instanceof KeyboardEvent) event.preventDefault(); // the browser's menu
    heard(event.altKey);
  };
  const signs = ['pointermove', 'keydown', 'keyup'] as const;
  for (const sign of signs) window.addEventListener(sign, onSign, true);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, onSign, true);
  };
}

/** Follows the drags of what matches the selector on a surface. Returns the function that ends that. */
export function followLifts<D extends LiftedDrag>(surface: HTMLElement, selector: string, steps: LiftSteps<D>): () => void {
  let drag: D | null = null;
  let leave: readonly (() => void)[] = [];
  const finish = () => {
    const finished = drag;
    drag = null;
    finished?.end();
    for (const undo of leave) undo();
    leave = [];
    return finished;
  };
  const endVisits = followVisits(surface);
  const endDrags = followDrags(surface, selector, {
    ...steps,
    // What is pressed stands still. What came meanwhile is drawn after the frame of the drop, or of a click's answer.
    press() {
      const release = steps.hold();
      return () => deferUntilPaint(release);
    },
    start(press) {
      drag = steps.lift(press);
      if (!drag) return false;
      // A card or a list never stands over a drag.
      hoverEnds();
      closeCard();
      leave = [enterBusy('drag'), press.source.dataset.visit ? followAlt((alt) => drag?.alone(alt)) : () => undefined];
      return true;
    },
    move: (x, y) => drag?.move(x, y),
    drop() {
      const dropped = finish();
      if (dropped) steps.drop(dropped);
    },
    cancel: () => void finish(),
  });
  return () => {
    endVisits();
    endDrags();
  };
}

/**
 * The parts of a visit are seen to belong together: those that are drawn have a ring as long as the pointer, or the focus, is on one
 * of them. Returns the function that ends that.
 */
export function followVisits(surface: HTMLElement): () => void {
  let shown = '';
  let hovered = '';
  const visitOf = (target: EventTarget | null) =>
    (target instanceof Element && target.closest<HTMLElement>('[data-visit]')?.dataset.visit) || '';
  const show = () => {
    const visit = hovered || (surface.contains(document.activeElement) ? visitOf(document.activeElement) : '');
    if (visit === shown) return;
    for (const part of surface.querySelectorAll('[data-with]')) part.removeAttribute('data-with');
    shown = visit;
    const parts = visit ? [...surface.querySelectorAll(`[data-visit="${CSS.escape(visit)}"]`)] : [];
    if (parts.length > 1) for (const part of parts) part.setAttribute('data-with', '');
  };
  const onOver = ({ target }: Event) => {
    hovered = visitOf(target);
    show();
  };
  const onLeave = () => {
    hovered = '';
    show();
  };
  const signal = new AbortController();
  const options = { signal: signal.signal, passive: true };
  surface.addEventListener('pointerover', onOver, options);
  surface.addEventListener('pointerleave', onLeave, options);
  surface.addEventListener('focusin', show, options);
  surface.addEventListener('focusout', () => queueMicrotask(show), options);
  return () => {
    onLeave();
    signal.abort();
  };
}

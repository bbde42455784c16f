import interact from 'interactjs';
import { type RefObject, useEffect } from 'react';
import { enterBusy } from '#ui/busy.ts';
import { hoverEnds } from './card-hover.ts';
import { closeCard } from './card-store.ts';
import type { ColumnView, EventView } from './day-view.ts';
import { type DropTarget, MOUSE_TRAVEL, TOUCH_HOLD_MS, TOUCH_TRAVEL, takesEdge } from './drag-geometry.ts';
import { DragSession } from './drag-session.ts';
import type { Refusal } from './drop-rules.ts';
import { useKeyboardMove } from './use-keyboard-move.ts';

export interface DragHost {
  columns: readonly ColumnView[];
  interval: number;
  hourHeight: number;
  /** Live changes wait until the answer is called. */
  hold(): () => void;
  drop(event: EventView, target: DropTarget): void;
  refuse(event: EventView, target: DropTarget, refusal: Refusal): void;
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

/** The rules differ by pointer, and only the press tells which it is: a static hold would stop quick mouse drags for ever. */
function rulesFor(pointerType: string): { hold: number; travel: number } {
  return pointerType === 'mouse' ? { hold: 0, travel: MOUSE_TRAVEL } : { hold: TOUCH_HOLD_MS, travel: TOUCH_TRAVEL };
}

/**
 * Dragging appointments with interactjs: made once for a grid; the handlers read the ref, so nothing is re-created (that would
 * kill a drag without an end) and nothing is drawn while one goes on.
 */
export function useDrag(grid: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>, host: RefObject<DragHost>) {
  useKeyboardMove(grid, scroller, host);
  useEffect(() => {
    const context = grid.current;
    const box = scroller.current;
    if (!context || !box) return;
    let session: DragSession | null = null;
    let leave: (() => void)[] = [];

    const finish = () => {
      session?.end();
      session = null;
      for (const undo of leave) undo();
      leave = [];
      swallowNextClick();
    };

    const interactable = interact('[data-event]:not([data-fixed])', { context }).draggable({
      autoScroll: false,
      inertia: false,
      cursorChecker: () => '',
      listeners: {
        start({ target, interaction, clientX0, clientY0 }) {
          const source = target as HTMLElement;
          const { columns, hourHeight, interval } = host.current;
          const event = columns.flatMap((c) => c.events).find((e) => e.id === source.dataset.event);
          if (!event || event.updating) {
            interaction.stop();
            return;
          }
          // A card or a list never stands over a drag.
          hoverEnds();
          closeCard();
          const edge = event.to === event.bottom && takesEdge(source.getBoundingClientRect(), clientY0, interaction.pointerType);
          session = new DragSession({
            ...{ source, event, columns, hourHeight, interval, grid: context, scroller: box },
            part: edge ? 'edge' : 'whole',
            pointer: { x: clientX0, y: clientY0 },
          });
          const cancel = () => {
            finish();
            interaction.stop();
          };
          const onKey = (key: KeyboardEvent) => {
            if (key.key !== 'Escape') return;
            key.stopPropagation();
            key.preventDefault();
            cancel();
          };
          window.addEventListener('keydown', onKey, true);
          // The system took the finger away (a call, a gesture): that is no drop.
          window.addEventListener('pointercancel', cancel, true);
          leave = [
            host.current.hold(),
            enterBusy('drag'),
            () => window.removeEventListener('keydown', onKey, true),
            () => window.removeEventListener('pointercancel', cancel, true),
          ];
          if (interaction.pointerType !== 'mouse') navigator.vibrate?.(10);
        },
        move({ clientX, clientY }) {
          session?.move(clientX, clientY);
        },
        end() {
          if (!session) return;
          const { event, target } = session;
          const { refusal, moved } = session.reading;
          // The move is shown before live changes pass again: nothing jumps back in between.
          if (moved && !refusal) host.current.drop(event, target);
          finish();
          if (moved && refusal) host.current.refuse(event, target, refusal);
        },
      },
    });

    const onPress = ({ pointerType }: PointerEvent) => {
      const { hold, travel } = rulesFor(pointerType);
      interact.pointerMoveTolerance(travel);
      interactable.draggable({ hold });
    };
    // Passive listeners may not stop the browser's own panning, which would take the finger away from a held drag.
    const onTouchMove = (touch: TouchEvent) => {
      if (session && touch.cancelable) touch.preventDefault();
    };
    const onMenu = (menu: Event) => {
      if (session) menu.preventDefault();
    };
    window.addEventListener('pointerdown', onPress, true);
    box.addEventListener('touchmove', onTouchMove, { passive: false });
    box.addEventListener('contextmenu', onMenu);
    return () => {
      if (session) finish();
      interactable.unset();
      window.removeEventListener('pointerdown', onPress, true);
      box.removeEventListener('touchmove', onTouchMove);
      box.removeEventListener('contextmenu', onMenu);
    };
  }, [grid, scroller, host]);
}

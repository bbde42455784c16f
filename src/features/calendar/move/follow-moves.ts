import type { RefObject } from 'react';
import { hoverEnds } from '#calendar/event/card-hover.ts';
import { columnIdOf } from '#calendar/reads/grid-dom.ts';
import { closeCard } from '#calendar/state/card-store.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { enterBusy } from '#ui/busy.ts';
import { followDrags, type Press } from '#ui/drag-gesture.ts';
import type { DragHost } from './drag-host.ts';
import { DragSession } from './drag-session.ts';
import { followKeys } from './follow-keys.ts';
import { followVisits } from './follow-visits.ts';
import { gripAt, MOVABLE } from './movable.ts';

/**
 * Moving appointments by mouse, finger and keys. The handlers read the ref, so nothing is made again and nothing is drawn by React
 * from the press to the drop. Returns what ends that.
 */
export function followMoves(context: HTMLElement, box: HTMLElement, host: RefObject<DragHost>): () => void {
  let dragged: { session: DragSession; free(): void } | null = null;
  let endKeys: (() => void) | null = null;

  const onAlt = (event: KeyboardEvent | PointerEvent) => {
    if (event instanceof KeyboardEvent && event.key !== 'Alt') return;
    if (dragged && event instanceof KeyboardEvent) event.preventDefault(); // the browser's menu
    dragged?.session.alone(event.altKey);
  };
  const heard = ['pointermove', 'keydown', 'keyup'] as const;
  const finish = () => {
    for (const sign of heard) window.removeEventListener(sign, onAlt, true);
    if (!dragged) return null;
    const { session, free } = dragged;
    dragged = null;
    session.end();
    free();
    return session;
  };

  const eventOf = (source: HTMLElement) => {
    const columnId = columnIdOf(source);
    const column = host.current.columns.find(({ id }) => id === columnId);
    return column?.events.find(({ id }) => id === source.dataset.event);
  };

  const gripOf = ({ source, pointerType, y }: Press) => gripAt(source.getBoundingClientRect(), y, pointerType, eventOf(source));

  const endDrags = followDrags(context, MOVABLE, {
    ready() {
      endKeys = followKeys(context, box, host);
    },
    // What is pressed stands still. What came meanwhile is drawn after the frame of the drop, or of a click's answer.
    press() {
      const release = host.current.hold();
      return () => afterPaint(release);
    },
    resizes: (press) => gripOf(press) !== 'whole',
    start(press) {
      const { source, x, y } = press;
      const { columns, hourHeight, interval } = host.current;
      const event = eventOf(source);
      if (!event || event.updating) return false;
      // A card or a list never stands over a drag.
      hoverEnds();
      closeCard();
      const session = new DragSession({
        ...{ source, event, columns, hourHeight, interval, grid: context, scroller: box },
        ...{ part: gripOf(press), pointer: { x, y } },
      });
      dragged = { session, free: enterBusy('drag') };
      if (event.visit) for (const sign of heard) window.addEventListener(sign, onAlt, true);
      return true;
    },
    move: (x, y) => dragged?.session.move(x, y),
    drop() {
      const session = finish();
      if (!session) return;
      const { event, target } = session;
      const { refusal, refused, moved } = session.reading;
      if (moved && !refusal) host.current.drop(event, target);
      if (moved && refusal) host.current.refuse(refused?.event ?? event, refused?.target ?? target, refusal);
    },
    cancel: () => void finish(),
  });
  const endVisits = followVisits(context);
  return () => {
    endVisits();
    endKeys?.();
    endDrags();
  };
}

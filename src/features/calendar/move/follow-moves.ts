import type { RefObject } from 'react';
import { columnIdOf } from '#calendar/reads/grid-dom.ts';
import type { PointerPress } from '#ui/input/drag-gesture.ts';
import type { DragHost } from './drag-host.ts';
import { DragSession } from './drag-session.ts';
import { followKeys } from './follow-keys.ts';
import { followLifts } from './follow-lifts.ts';
import { gripAt, MOVABLE } from './movable.ts';

/**
 * Moving appointments of the day by mouse, finger and keys. The handlers read the ref, so nothing is made again and nothing is drawn
 * by React from the press to the drop. Returns the function that ends that.
 */
export function followMoves(context: HTMLElement, box: HTMLElement, host: RefObject<DragHost>): () => void {
  let endKeys: (() => void) | null = null;
  const eventOf = (source: HTMLElement) => {
    const columnId = columnIdOf(source);
    const column = host.current.columns.find(({ id }) => id === columnId);
    return column?.events.find(({ id }) => id === source.dataset.event);
  };
  const gripOf = ({ source, pointerType, y }: PointerPress) =>
    gripAt(source.getBoundingClientRect(), y, pointerType, eventOf(source));

  const endLifts = followLifts(context, MOVABLE, {
    ready() {
      endKeys = followKeys(context, box, host);
    },
    hold: () => host.current.hold(),
    resizes: (press) => gripOf(press) !== 'whole',
    lift(press) {
      const { source, x, y } = press;
      const { columns, hourHeight, interval } = host.current;
      const event = eventOf(source);
      if (!event || event.updating) return null;
      return new DragSession({
        ...{ source, event, columns, hourHeight, interval, grid: context, scroller: box },
        ...{ part: gripOf(press), pressed: { x, y } },
      });
    },
    drop({ event, target, reading }) {
      const { refusal, refused, moved } = reading;
      if (moved && !refusal) host.current.drop(event, target);
      if (moved && refusal) host.current.refuse(refused?.event ?? event, refused?.target ?? target, refusal);
    },
  });
  return () => {
    endKeys?.();
    endLifts();
  };
}

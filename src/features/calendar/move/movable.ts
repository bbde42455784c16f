/** The parts of the calendar that can be moved, and the presses that take hold of them. */
import type { EventView } from '#calendar/reads/day-view.ts';
import { EVENT, FIXED } from '#calendar/reads/grid-dom.ts';

export const MOVABLE = `${EVENT}:not(${FIXED})`;

/** Space or M, and nothing with it. */
export const liftsBy = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && !shiftKey && (key === ' ' || code === 'KeyM');

/** The part that a press takes: the whole appointment, its lower edge, or an edge of the time in which its client waits. */
export type Grip = 'whole' | 'end' | 'work' | 'waiting';

const EDGE = { mouse: 8, touch: 22 };

/** How high the lower edge is that is taken to change the length, px: never more than a third of the appointment. */
export function edgeHeight(height: number, pointerType: string): number {
  return Math.min(pointerType === 'mouse' ? EDGE.mouse : EDGE.touch, height / 3);
}

/** How an appointment stands in its box; minutes of the day. */
type Boxed = Pick<EventView, 'top' | 'bottom' | 'to' | 'waitFrom' | 'waitTo'>;

/**
 * Returns the part that a press at that y takes. An appointment in which the client waits has two more edges: the lower one of the
 * work before the waiting, and the upper one of the work after it. One that runs on beyond the grid's hours has no lower edge here.
 */
export function gripAt(box: { top: number; bottom: number }, y: number, pointerType: string, event: Boxed | undefined): Grip {
  if (!event) return 'whole';
  const { top, bottom, to, waitFrom, waitTo } = event;
  const yAt = (minute: number) => box.top + ((minute - top) * (box.bottom - box.top)) / (bottom - top);
  if (waitFrom !== undefined && waitFrom > top && waitFrom < bottom && y < yAt(waitFrom))
    return takesEdge({ top: box.top, bottom: yAt(waitFrom) }, y, pointerType) ? 'work' : 'whole';
  const again = waitTo !== undefined && waitTo > top && waitTo < bottom ? yAt(waitTo) : null;
  const last = { top: again ?? box.top, bottom: box.bottom };
  if (again !== null && y < again) return 'whole';
  if (again !== null && y < again + edgeHeight(last.bottom - last.top, pointerType)) return 'waiting';
  return to === bottom && takesEdge(last, y, pointerType) ? 'end' : 'whole';
}

/** Says if a press at that y takes the lower edge. The hit area below a small appointment is its edge as well. */
export function takesEdge(box: { top: number; bottom: number }, y: number, pointerType: string): boolean {
  return y >= box.bottom - edgeHeight(box.bottom - box.top, pointerType);
}

/** What of the calendar can be moved, and what takes hold of it. */
import { EVENT, FIXED } from '#calendar/reads/grid-dom.ts';

export const MOVABLE = `${EVENT}:not(${FIXED})`;

/** Space or M, and nothing with it. */
export const liftsBy = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && !shiftKey && (key === ' ' || code === 'KeyM');

const EDGE = { mouse: 8, touch: 22 };

/** How high the lower edge is that is taken to change the length, px: never more than a third of the appointment. */
export function edgeHeight(height: number, pointerType: string): number {
  return Math.min(pointerType === 'mouse' ? EDGE.mouse : EDGE.touch, height / 3);
}

/** Whether a press at that y takes the lower edge. What sticks out below an appointment (a small one's hit area) is its edge as well. */
export function takesEdge(box: { top: number; bottom: number }, y: number, pointerType: string): boolean {
  return y >= box.bottom - edgeHeight(box.bottom - box.top, pointerType);
}

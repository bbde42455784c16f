import { useLayoutEffect, useRef } from 'react';
import type { EventView } from '#calendar/reads/day-view.ts';
import { type BoxSize, drawBox } from './event-box.ts';

interface Drawn extends BoxSize {
  readonly box: HTMLButtonElement;
  readonly event: EventView;
}

function makeBox(id: string): HTMLButtonElement {
  const box = document.createElement('button');
  box.type = 'button';
  box.tabIndex = -1;
  box.dataset.event = id;
  return box;
}

/** Makes the layer show `events` in their order; a box stays with its appointment, and the focused one is never moved. */
function drawAll(
  layer: HTMLElement,
  before: ReadonlyMap<string, Drawn>,
  events: readonly EventView[],
  size: BoxSize,
): Map<string, Drawn> {
  const now = new Map<string, Drawn>();
  // Another day has none of them: they go in one piece.
  if (!events.some(({ id }) => before.has(id))) layer.replaceChildren();
  let next = layer.firstElementChild;
  const focused = layer.contains(document.activeElement) ? document.activeElement : null;
  for (const event of events) {
    const known = before.get(event.id);
    const box = known?.box ?? makeBox(event.id);
    if (known?.event !== event || known.hourHeight !== size.hourHeight || known.hit !== size.hit || known.text !== size.text)
      drawBox(box, event, size);
    now.set(event.id, { ...size, box, event });
    // Moving an element takes its focus: those that stand before the focused one make room instead.
    if (box === focused) while (next && next !== box) next = takeOut(next);
    if (next === box) next = box.nextElementSibling;
    else layer.insertBefore(box, next);
  }
  while (next) next = takeOut(next);
  return now;
}

function takeOut(element: Element): Element | null {
  const next = element.nextElementSibling;
  element.remove();
  return next;
}

interface EventBoxesProps extends BoxSize {
  events: readonly EventView[];
}

/**
 * The appointments of one column. A day has hundreds of boxes in which nothing listens (the grid does), so they are made
 * without React: a day of forty columns takes a quarter less of the script's time so (`npm run bench -- calendar`).
 */
export function EventBoxes({ events, hourHeight, hit, text }: EventBoxesProps) {
  const layer = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReadonlyMap<string, Drawn>>(new Map());
  useLayoutEffect(() => {
    if (layer.current) drawn.current = drawAll(layer.current, drawn.current, events, { hourHeight, hit, text });
  }, [events, hourHeight, hit, text]);
  return <div ref={layer} className="cal-events" />;
}

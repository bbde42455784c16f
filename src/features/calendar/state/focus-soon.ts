/** The focus in the calendar, read and given by the page's elements: what has it now, and what gets it as soon as it is drawn. */
import { CALENDAR, CURSOR, columnIs, DATED, EVENT, eventIdOf, eventIs, HEAD, READY } from '#calendar/reads/grid-dom.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { isBusy } from '#ui/timing/busy.ts';

/** The id of the event whose button has the focus, in any view. */
export function focusedEvent(): string | null {
  return eventIdOf(document.activeElement);
}

/** The free slot that has the focus; `start` is a minute of the day. */
export function focusedSlot(): { resourceId: string; date: LocalDate; start: number } | null {
  const cursor = document.activeElement?.closest<HTMLElement>(CURSOR);
  const date = cursor?.closest<HTMLElement>(DATED)?.dataset.date;
  return cursor && date ? { resourceId: cursor.dataset.column ?? '', date, start: Number(cursor.dataset.minute) } : null;
}

/** A device that is busy with something else may take seconds to draw a day, ms. */
const SOON_MS = 5000;

/** An appointment that was just put somewhere gets the focus as soon as it is drawn there. */
export function focusEventSoon(id: string): void {
  whenDrawn(id, (found) => found.focus());
}

/** An appointment that was just saved settles into its place and gets the focus and a ring: one sees where it went. */
export function settleSoon(id: string): void {
  whenDrawn(id, (found) => {
    focusWithRing(found);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    found.animate([{ opacity: 0.4, transform: 'scale(1.04)' }, {}], { duration: SETTLES_MS, easing: 'ease-out' });
  });
}

/** `--dur-fast` of tokens.css. */
const SETTLES_MS = 140;
/** How long an appointment that somebody came to see stays marked, ms. */
const MARKED_MS = 3000;

/** An appointment that another screen leads to gets the focus and a ring; the calendar may have to be read first. */
export function pointAtSoon(id: string): void {
  whenDrawn(id, focusWithRing);
}

function focusWithRing(found: HTMLElement): void {
  found.focus();
  // The focus alone shows no ring after a press of a mouse or a finger.
  const ring = { outline: '3px solid var(--color-primary)', outlineOffset: '1px' };
  found.animate([ring, ring], { duration: MARKED_MS });
}

function whenDrawn(id: string, then: (found: HTMLElement) => void): void {
  soon(() => {
    const found = document.querySelector<HTMLElement>(`${CALENDAR} ${eventIs(id)}`);
    if (!found || 'updating' in found.dataset) return false;
    then(found);
    return true;
  });
}

/** Looks at each frame until it is there, unless the person does something else or opens a dialog meanwhile: the focus is theirs then. */
function soon(look: () => boolean): void {
  const until = performance.now() + SOON_MS;
  const acted = new AbortController();
  const options = { capture: true, signal: acted.signal };
  for (const kind of ['keydown', 'pointerdown']) window.addEventListener(kind, () => acted.abort(), options);
  const step = () => {
    if (acted.signal.aborted) return;
    if (isBusy() || look() || performance.now() > until) acted.abort();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/**
 * Before a day or a view gives way to another, which is drawn a little later: the focus that goes with it is given to the new
 * one's tab stop.
 */
export function keepFocusInside(): void {
  const before = document.activeElement;
  if (!before?.closest(CALENDAR)) return;
  const until = performance.now() + SOON_MS;
  const look = () => {
    const stop = document.querySelector<HTMLElement>(`${CALENDAR}${READY} [tabindex="0"]`);
    const now = document.activeElement;
    if (now !== document.body && now !== before) return; // it went elsewhere
    if (now === document.body && stop) stop.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A day that was just asked for is shown at an employee's column: the focus goes to their appointment in that place, counted from 0. */
export function focusColumnSoon(id: string, place: number): void {
  soon(() => {
    const column = document.querySelector(`${DATED}${READY} ${columnIs(id)}`);
    // Of many columns only those in view are drawn.
    column?.querySelector(HEAD)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const events = column?.querySelectorAll<HTMLElement>(EVENT);
    const found = events?.[Math.min(place, events.length - 1)];
    found?.focus();
    return found !== undefined;
  });
}

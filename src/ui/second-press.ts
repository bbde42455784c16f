/**
 * Many people press everything twice. The second press falls on whatever the first one opened or moved under the pointer: beside a
 * dialog, which would close it, or on a button that nobody has seen yet. It does nothing.
 */
const SECOND_MS = 500;
/** How far from the first the second press of a finger falls, px. */
const NEAR = 30;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** Only a person's presses stand somewhere. */
let last: Press | null = null;
let first: Press | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;

function placeOf(event: Event): { readonly clientX: number; readonly clientY: number } | null {
  if (event instanceof MouseEvent) return event;
  return 'changedTouches' in event ? ((event as TouchEvent).changedTouches[0] ?? null) : null;
}

function notePress(press: PointerEvent): void {
  if (press.isTrusted) last = { x: press.clientX, y: press.clientY, at: press.timeStamp };
}
window.addEventListener('pointerdown', notePress, true);

function withoutSecond(event: Event): void {
  const place = placeOf(event);
  if (!first || !place || !event.isTrusted || event.timeStamp - first.at > SECOND_MS) return;
  if (Math.hypot(place.clientX - first.x, place.clientY - first.y) > NEAR) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const PARTS = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
const HOW = { capture: true, passive: false };

function listen(): void {
  for (const part of PARTS) window.addEventListener(part, withoutSecond, HOW);
}

function stop(): void {
  first = null;
  for (const part of PARTS) window.removeEventListener(part, withoutSecond, HOW);
}

/** What stands under the last press is another thing now: whoever presses there once more at once means what stood there. */
export function ignoreSecondPress(): void {
  if (!last) return;
  first = last;
  listen();
  clearTimeout(ending);
  ending = setTimeout(stop, SECOND_MS);
}

/**
 * Many people open things with a double click or a double tap. The second press falls on whatever the first one opened: beside it, which
 * would close it, or on one of its buttons, which nobody has seen yet. It does nothing.
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
let opener: Press | null = null;

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
  if (!opener || !place || !event.isTrusted || event.timeStamp - opener.at > SECOND_MS) return;
  if (Math.hypot(place.clientX - opener.x, place.clientY - opener.y) > NEAR) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const PARTS = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
const HOW = { capture: true, passive: false };

/** Something opens over the page: the second press of what opened it does nothing. Returns what ends that. */
export function ignoreSecondPress(): () => void {
  opener = last;
  for (const part of PARTS) window.addEventListener(part, withoutSecond, HOW);
  return () => {
    for (const part of PARTS) window.removeEventListener(part, withoutSecond, HOW);
  };
}

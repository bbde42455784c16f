/**
 * Many people press everything twice. The second press falls on whatever the first one opened, uncovered or moved under the pointer:
 * beside a dialog, which would close it, or on a button that nobody has seen yet. It does nothing.
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

function stop(): void {
  first = null;
  for (const part of PARTS) window.removeEventListener(part, withoutSecond, HOW);
}

function ignoreAfter(press: Press | null): void {
  if (!press) return;
  first = press;
  for (const part of PARTS) window.addEventListener(part, withoutSecond, HOW);
  clearTimeout(ending);
  ending = setTimeout(stop, SECOND_MS);
}

/** What stands under the last press is another thing now: whoever presses there once more at once means what stood there. */
export const ignoreSecondPress = (): void => ignoreAfter(last);

/**
 * Something opens over the page. Returns what tells that it has closed: what opened it can be pressed again then, and a press that
 * closed it means nothing of what it uncovers.
 */
export function opensOverPage(): () => void {
  const opener = last;
  ignoreAfter(opener);
  return () => {
    if (first === opener) stop();
    if (last !== opener) ignoreAfter(last);
  };
}

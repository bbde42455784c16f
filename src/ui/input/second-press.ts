/**
 * A second press within this time is ignored, ms. Many people press everything twice, and the second press falls on something
 * that the first one has opened, uncovered or moved under the pointer: beside a dialog, which would close it, or on a button that
 * nobody has seen yet.
 */
const SECOND_MS = 500;
/** The second press of a finger lies at most this far from the first, px. */
const NEAR = 30;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** The last press by a person. A press made by a script has no place. */
let last: Press | null = null;
let first: Press | null = null;
let isSecond = false;
let ending: ReturnType<typeof setTimeout> | undefined;

function notePress(press: PointerEvent): void {
  if (press.isTrusted) last = { x: press.clientX, y: press.clientY, at: press.timeStamp };
}
window.addEventListener('pointerdown', notePress, true);

/** Tells if a finger pressed again at the same place; the presses of a mouse are counted by the browser. */
function isNear(press: PointerEvent): boolean {
  if (!first || !press.isTrusted || press.pointerType === 'mouse') return false;
  return press.timeStamp - first.at <= SECOND_MS && Math.hypot(press.clientX - first.x, press.clientY - first.y) <= NEAR;
}

function withoutSecond(event: Event): void {
  if (event instanceof PointerEvent && event.type === 'pointerdown') isSecond = isNear(event);
  else if (event instanceof MouseEvent && event.type === 'mousedown') isSecond ||= first !== null && event.detail > 1;
  if (!isSecond) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const PARTS = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
const HOW = { capture: true, passive: false };

function stop(): void {
  first = null;
  isSecond = false;
  for (const part of PARTS) window.removeEventListener(part, withoutSecond, HOW);
}

function ignoreAfter(press: Press | null): void {
  if (!press) return;
  first = press;
  for (const part of PARTS) window.addEventListener(part, withoutSecond, HOW);
  clearTimeout(ending);
  ending = setTimeout(stop, SECOND_MS);
}

/** Ignores a second press right after the last one at the same place, because something else is there now. */
export const ignoreSecondPress = (): void => ignoreAfter(last);

/**
 * Called when something opens over the page. The returned function is called when that has closed: its opener can be pressed
 * again then, and a second press on the button that closed it is ignored.
 */
export function opensOverPage(): () => void {
  const opener = last;
  ignoreAfter(opener);
  return () => {
    if (first === opener) stop();
    if (last !== opener) ignoreAfter(last);
  };
}

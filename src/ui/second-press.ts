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
let isSecond = false;
let ending: ReturnType<typeof setTimeout> | undefined;

function notePress(press: PointerEvent): void {
  if (press.isTrusted) last = { x: press.clientX, y: press.clientY, at: press.timeStamp };
}
window.addEventListener('pointerdown', notePress, true);

/** Browsers count the presses of a mouse; those of a finger are one after the other at one place. */
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

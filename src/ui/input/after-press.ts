/**
 * A message that a field shows when it is left moves everything below it. A person who leaves the field by pressing a button there would
 * release the pointer beside the button, and the press would do nothing. So such messages wait until the press has had its click.
 */

/** The click of a finger comes within this time after the finger was lifted, ms. */
const CLICK_COMES = 300;

/** Acts that wait for the end of the press; null while nothing is pressed. */
let waiting: (() => void)[] | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;

function end(): void {
  clearTimeout(ending);
  const acts = waiting ?? [];
  waiting = null;
  for (const act of acts) act();
}

function endIn(ms: number): void {
  clearTimeout(ending);
  if (waiting) ending = setTimeout(end, ms);
}

function begin(): void {
  clearTimeout(ending);
  waiting ??= [];
}

window.addEventListener('pointerdown', begin, true);
window.addEventListener('pointerup', () => endIn(CLICK_COMES), true);
window.addEventListener('pointercancel', () => endIn(0), true);
// The handlers of the click run first.
window.addEventListener('click', () => endIn(0), true);
// A press that opens the browser's own menu has no end event; the next key ends it.
window.addEventListener('keydown', end, true);

/** Calls `act` at once, or after the click of the present press. */
export function afterPress(act: () => void): void {
  if (waiting) waiting.push(act);
  else act();
}

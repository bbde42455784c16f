/**
 * What a field says when it is left moves all that stands below it. Who leaves it by pressing a button there would let go beside the
 * button, and the press would do nothing: such words wait until it has done what it does.
 */

/** A finger's click comes in a turn of its own, ms after it was lifted. */
const CLICK_COMES = 300;

/** What waits for the end of the press; null: nothing is pressed. */
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
// The click itself is heard first.
window.addEventListener('click', () => endIn(0), true);
// Of a press that opens the browser's own menu no end is heard: who goes on by a key presses no more.
window.addEventListener('keydown', end, true);

/** Acts at once, or once what is being pressed has had its click. */
export function afterPress(act: () => void): void {
  if (waiting) waiting.push(act);
  else act();
}

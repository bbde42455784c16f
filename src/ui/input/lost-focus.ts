/** Moves the focus on if its element has left the page; otherwise a keyboard user would begin again at the page's start. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

const ROW = 'tr, li, article';
/** Elements that take the focus. A switch is none of them: one key too many would turn it. */
const TAKES_FOCUS = 'a[href], button:not(:disabled, [role="switch"]), input:not(:disabled), [tabindex="0"]';

/** Returns the focusable element in the row at that place of a list, else in the last row before it; null if the list is gone. */
function nextIn(list: Element, at: number): HTMLElement | null {
  if (!list.isConnected) return null;
  const rows = [...list.children];
  for (const row of [...rows.slice(at), ...rows.slice(0, at).reverse()]) {
    const found = row.querySelector<HTMLElement>(TAKES_FOCUS);
    if (found) return found;
  }
  return null;
}

let stop = (): void => undefined;

/** Waits until the row is gone, or until the person moves the focus elsewhere. */
function follow(row: Element, list: Element, at: number, opener: Element): void {
  const goOn = () => {
    stop();
    (nextIn(list, at) ?? document.querySelector('main'))?.focus({ preventScroll: true });
  };
  const look = () => {
    if (!row.isConnected && document.activeElement === document.body) goOn();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target === opener) return;
    // Headless UI (2.2.10) gives the focus to what had it before the opener, if the opener is gone.
    if (row.isConnected) stop();
    else goOn();
  };
  const seen = new MutationObserver(look);
  stop();
  stop = () => {
    seen.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
  seen.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  look();
}

/**
 * Moves the focus to the row at the same place after a question, asked by a button in a row of a list, has removed that row.
 * @param open true while the question is asked
 */
export function useFocusAfterRow(open: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const row = open ? opener?.closest(ROW) : null;
    const list = row?.parentElement;
    if (!opener || !row || !list) return;
    const at = [...list.children].indexOf(row);
    return () => follow(row, list, at, opener);
  }, [open]);
}

/**
 * Moves the focus to a place if an action has removed the focused element.
 * @param place the element that gets the focus
 * @param changed a value that changes whenever something may have gone
 * @param appears true if the place itself appears in the place of the focused element
 */
export function useFocusAgain(place: RefObject<HTMLElement | null>, changed: unknown, appears = false): void {
  const mayTake = useRef(appears);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` says when to look
  useLayoutEffect(() => {
    if (mayTake.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    mayTake.current = true;
  }, [changed]);
}

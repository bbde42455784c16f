/** The focus goes on where what had it has left the page: a person who works by keys would otherwise begin at the page's start. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

const ROW = 'tr, li, article';
/** A switch takes no focus: one key too many would turn it. */
const TAKES_FOCUS = 'a[href], button:not(:disabled, [role="switch"]), input:not(:disabled), [tabindex="0"]';

/** Returns what takes the focus in the row at that place of a list, else in the last one before it; null if the list is gone. */
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

/** Waits until the row is gone, or the person goes on elsewhere. */
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
 * Moves the focus to the row at the same place after a question, asked by a button in a row of a list, has taken that row away.
 * @param open the question is asked
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
 * Moves the focus to a place if an action has removed what had it.
 * @param place takes the focus
 * @param changed another value each time something may have gone
 * @param appears the place itself appears where something had the focus
 */
export function useFocusAgain(place: RefObject<HTMLElement | null>, changed: unknown, appears = false): void {
  const mayTake = useRef(appears);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` says when to look
  useLayoutEffect(() => {
    if (mayTake.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    mayTake.current = true;
  }, [changed]);
}

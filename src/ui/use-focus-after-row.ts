import { useLayoutEffect } from 'react';

const ROW = 'tr, li, article';
/** Not a switch: a key too many would turn it. */
const TAKES_FOCUS = 'a[href], button:not(:disabled, [role="switch"]), input:not(:disabled), [tabindex="0"]';

/** What is now at that place of a list, else what is before it; null where the list went with its last row. */
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

/** Until the row is gone, or the person goes on elsewhere. */
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
    // Headless UI (2.2.10) gives the focus to whatever had it before the opener, where that is gone.
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
 * A button in a row of a list asks, and what is answered takes the row away: the focus, which would go with it, goes to the row at its
 * place, so that whoever works by keys goes on there. @param open the question is asked
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

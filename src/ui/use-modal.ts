import { useLayoutEffect } from 'react';
import { useBusy } from './busy.ts';
import { opensOverPage } from './second-press.ts';

/** Modal dialogs that are open. */
let open = 0;

/**
 * For what lies over the whole page: prompts wait meanwhile, and the page behind does not exist for a screen reader. Headless UI
 * (2.2.10) sees to the latter only for a dialog that was there, closed, before it opened; most of ours are made when they open. It
 * would also set `inert`, for which the style of every element of the page is worked out anew before the dialog is painted; keys and
 * presses it keeps in the dialog without that.
 *
 * Headless UI writes to the children of `body` and gives back what it found there, in an order of its own. `#root` lies one deeper
 * (index.html), so that the two never write to the same element.
 */
export function useModal(isOpen: boolean): void {
  useBusy('dialog', isOpen);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const page = document.getElementById('root');
    open += 1;
    const closes = opensOverPage();
    page?.setAttribute('aria-hidden', 'true');
    return () => {
      open -= 1;
      closes();
      if (open === 0) page?.removeAttribute('aria-hidden');
    };
  }, [isOpen]);
}

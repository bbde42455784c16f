import { useLayoutEffect } from 'react';
import { useBusy } from './busy.ts';

/** Modal dialogs that are open. */
let open = 0;

/**
 * Many people open things with a double click. Its second press falls beside the dialog that the first one opened, and would
 * close it: Headless UI closes at the end of a press, unless that has been prevented.
 */
let isSecondPress = false;
const onPress = (press: MouseEvent) => {
  isSecondPress = press.detail > 1;
};
const onRelease = (release: PointerEvent) => {
  if (isSecondPress) release.preventDefault();
  isSecondPress = false;
};

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
    window.addEventListener('mousedown', onPress, true);
    window.addEventListener('pointerup', onRelease, true);
    page?.setAttribute('aria-hidden', 'true');
    return () => {
      open -= 1;
      if (open > 0) return;
      page?.removeAttribute('aria-hidden');
      window.removeEventListener('mousedown', onPress, true);
      window.removeEventListener('pointerup', onRelease, true);
      isSecondPress = false;
    };
  }, [isOpen]);
}

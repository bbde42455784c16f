import { type RefObject, useEffect } from 'react';

/**
 * Headless UI's menus and dialogs give the focus back to the button that opened them when they have left, wherever it is by then: out of
 * the dialog that was opened from within them, into the page behind it. The dialog takes it back. Can go when Headless UI asks first
 * (2.2.10). @param frame of the dialog; what has the focus in it keeps it
 */
export function useKeptFocus(open: boolean, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return;
    const take = ({ target, relatedTarget: had }: FocusEvent) => {
      if (!(had instanceof HTMLElement && frame.current?.contains(had))) return;
      if (target instanceof Element && target.matches('[aria-haspopup]') && !frame.current.contains(target))
        had.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', take);
    return () => document.removeEventListener('focusin', take);
  }, [open, frame]);
}

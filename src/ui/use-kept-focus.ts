import { type RefObject, useEffect } from 'react';

/**
 * Headless UI's menu gives the focus back to its button two frames after an entry was chosen, wherever it is by then: out of the
 * dialog that the entry has opened, into the page behind it. The dialog takes it back. Can go when Headless UI asks first (2.2.10).
 */
export function useKeptFocus(open: boolean, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return;
    const take = ({ target, relatedTarget }: FocusEvent) => {
      const from = relatedTarget instanceof Node && frame.current?.contains(relatedTarget);
      if (from && target instanceof Element && target.matches('[aria-haspopup="menu"]') && !frame.current?.contains(target))
        frame.current?.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', take);
    return () => document.removeEventListener('focusin', take);
  }, [open, frame]);
}

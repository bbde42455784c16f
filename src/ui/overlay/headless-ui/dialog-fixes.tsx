/** Workarounds for Headless UI's dialogs. README.md of this folder lists each fault and when its workaround can go. */
import { Dialog } from '@headlessui/react';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { opensOverPage } from '#ui/input/second-press.ts';
import { useBusy } from '#ui/timing/busy.ts';

/**
 * Headless UI draws the first dialog of a page twice, as if a server had rendered that page. This dialog is mounted closed after
 * the start and takes that turn, so that the first dialog that a person opens is drawn once.
 */
export const FirstDialog = () => (
  <Dialog open={false} onClose={() => undefined}>
    {null}
  </Dialog>
);

/** The number of open modal dialogs. */
let openDialogs = 0;

/**
 * Marks a layer over the whole page as modal: prompts wait, and screen readers skip the page behind. Headless UI hides the page only from
 * a dialog that was mounted closed, and it also sets `inert`, which makes the browser compute the style of every element again before the
 * dialog is painted. Keys and presses stay in the dialog without `inert`.
 *
 * Headless UI writes to the children of `body` and later restores what it found there. `#root` lies one level deeper (index.html), so that
 * the two never write to the same element.
 */
export function useModal(isOpen: boolean): void {
  useBusy('dialog', isOpen);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const page = document.getElementById('root');
    openDialogs += 1;
    const closes = opensOverPage();
    page?.setAttribute('aria-hidden', 'true');
    return () => {
      openDialogs -= 1;
      closes();
      if (openDialogs === 0) page?.removeAttribute('aria-hidden');
    };
  }, [isOpen]);
}

/**
 * Keeps the focus in a dialog that was opened from another one. Headless UI gives the focus back to the opener of a dialog when
 * that dialog has left, even if the focus has moved on into the next dialog by then; this moves it back to the next dialog.
 * @param frame the frame of the dialog
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

/**
 * Paints the frame of a dialog at once and its content a moment later, so that a press shows its result before many fields are
 * made. A key that is pressed in between calls `hurry`, and reaches the field that it was meant for.
 */
export function useFrameFirst(open: boolean) {
  const followed = useDeferredValue(open, false);
  const [hurried, setHurried] = useState(false);
  if (hurried && !open) setHurried(false);
  const whole = !open || followed || hurried;
  return { whole, hurry: whole ? undefined : () => setHurried(true) };
}

function firstFocus(frame: HTMLElement | null, wanted: HTMLElement | null | undefined): HTMLElement | null {
  const now = document.activeElement;
  // Headless UI asks again after a question over the dialog has closed; the field that has the focus keeps it.
  if (now instanceof HTMLElement && now !== frame && frame?.contains(now)) return now;
  return wanted ?? frame?.querySelector<HTMLElement>('[data-autofocus]') ?? frame;
}

/**
 * Holds the focus on the frame until the first field is there. On touch screens the frame keeps it, as Headless UI does, so that
 * no keyboard comes up unasked.
 * @returns Headless UI's `initialFocus`
 */
export function useFrameFocus(
  frame: RefObject<HTMLElement | null>,
  whole: boolean,
  wanted: RefObject<HTMLElement | null> | undefined,
): RefObject<HTMLElement | null> {
  useLayoutEffect(() => {
    if (!whole || document.activeElement !== frame.current || window.matchMedia('(pointer: coarse)').matches) return;
    firstFocus(frame.current, wanted?.current)?.focus({ preventScroll: true });
  }, [whole, frame, wanted]);
  return {
    get current() {
      return firstFocus(frame.current, wanted?.current);
    },
  };
}

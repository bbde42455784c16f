import { type RefObject, useDeferredValue, useLayoutEffect, useState } from 'react';

/**
 * The frame of a dialog is painted at once, and what stands in it a moment later: a press is answered before many fields are
 * made. A key that comes meanwhile calls `hurry`, and is typed where it was meant.
 */
export function useFrameFirst(open: boolean) {
  const followed = useDeferredValue(open, false);
  const [hurried, setHurried] = useState(false);
  if (hurried && !open) setHurried(false);
  const whole = !open || followed || hurried;
  return { whole, hurry: whole ? undefined : () => setHurried(true) };
}

function beginning(frame: HTMLElement | null, wanted: HTMLElement | null | undefined): HTMLElement | null {
  const now = document.activeElement;
  // Asked again where a question over the dialog has gone: whoever was in a field goes on there.
  if (now instanceof HTMLElement && now !== frame && frame?.contains(now)) return now;
  return wanted ?? frame?.querySelector<HTMLElement>('[data-autofocus]') ?? frame;
}

/**
 * The frame has the focus until the field is there with which the dialog begins. On touch screens it keeps it, as Headless UI has
 * it: no keyboard comes up by itself. Returns what is Headless UI's `initialFocus`.
 */
export function useFrameFocus(
  frame: RefObject<HTMLElement | null>,
  whole: boolean,
  wanted: RefObject<HTMLElement | null> | undefined,
): RefObject<HTMLElement | null> {
  useLayoutEffect(() => {
    if (!whole || document.activeElement !== frame.current || window.matchMedia('(pointer: coarse)').matches) return;
    beginning(frame.current, wanted?.current)?.focus({ preventScroll: true });
  }, [whole, frame, wanted]);
  return {
    get current() {
      return beginning(frame.current, wanted?.current);
    },
  };
}

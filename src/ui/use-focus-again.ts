import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What had the focus may go with what was done to it, and leaves it nowhere: whoever works by keys would begin at the page's start.
 * @param place takes the focus then @param changed another value each time something may have gone
 * @param appears the place itself comes in the place of what had the focus
 */
export function useFocusAgain(place: RefObject<HTMLElement | null>, changed: unknown, appears = false): void {
  const mayTake = useRef(appears);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` says when to look
  useLayoutEffect(() => {
    if (mayTake.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    mayTake.current = true;
  }, [changed]);
}

import { type RefObject, useLayoutEffect } from 'react';

/**
 * What had the focus may go with what was done to it, and leaves it nowhere: whoever works by keys would begin at the page's start.
 * @param place takes the focus then @param changed another value each time something may have gone
 */
export function useFocusAgain(place: RefObject<HTMLElement | null>, changed: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is only heard of
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, [changed]);
}

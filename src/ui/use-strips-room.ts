import { type RefObject, useLayoutEffect } from 'react';

/**
 * Toasts and cards in the lower corner stand above the strips at the foot of the frame instead of over their buttons: `--foot-strips`
 * is how high the strips are together.
 */
export function useStripsRoom(strips: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = strips.current;
    if (!box) return;
    const { style } = document.documentElement;
    const measured = new ResizeObserver(() => style.setProperty('--foot-strips', `${box.offsetHeight}px`));
    measured.observe(box);
    return () => {
      measured.disconnect();
      style.removeProperty('--foot-strips');
    };
  }, [strips]);
}

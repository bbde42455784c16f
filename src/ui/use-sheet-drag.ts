import { type PointerEvent, useRef } from 'react';

/** How far, in pixels, a finger pulls a sheet down before letting go closes it. */
const FAR_ENOUGH = 96;

/** Its way out begins some frames after it was closed; by then, ms, one that only asks has not gone and comes back up. */
const STAYS = 120;

/** Where the finger left it the sheet waits for its way out: let go of before, it would jump up first. */
function slidesFromHere(panel: HTMLElement): void {
  const letGo = () => {
    leaves.disconnect();
    clearTimeout(timer);
    panel.style.translate = '';
  };
  const leaves = new MutationObserver(letGo);
  leaves.observe(panel, { attributeFilter: ['data-closed'] });
  const timer = setTimeout(letGo, STAYS);
}

/**
 * Handlers for a sheet's head: it follows the finger down and closes when pulled far enough. Only for touch.
 * @param always it is a sheet on wide screens, too; dialogs are so on phones only.
 */
export function useSheetDrag(close: () => void, always = false) {
  const from = useRef<number | null>(null);
  const panelOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.parentElement;

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch' || !(always || window.matchMedia('(max-width: 47.99rem)').matches)) return;
      if ((event.target as Element).closest('button')) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const panel = panelOf(event);
      if (from.current === null || !panel) return;
      panel.style.transition = 'none';
      panel.style.translate = `0 ${Math.max(0, event.clientY - from.current)}px`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const panel = panelOf(event);
      if (from.current === null || !panel) return;
      const pulled = event.clientY - from.current;
      from.current = null;
      panel.style.transition = '';
      if (pulled > FAR_ENOUGH) {
        slidesFromHere(panel);
        close();
      } else panel.style.translate = '';
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      from.current = null;
      const panel = panelOf(event);
      if (!panel) return;
      panel.style.transition = '';
      panel.style.translate = '';
    },
  };
}

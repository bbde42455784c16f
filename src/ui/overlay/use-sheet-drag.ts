import { type PointerEvent, useRef } from 'react';

/** A sheet that a finger has pulled down this far closes when it is released, px. */
const FAR_ENOUGH = 96;

/**
 * The leave transition of a closed sheet begins within this time, ms. A sheet that has not left by then only asked a question, and slides
 * back.
 */
const STAYS = 120;

/** Keeps the sheet where the finger left it until its leave transition begins; otherwise it would jump up first. */
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
 * Returns the touch handlers of a sheet's head: the sheet follows the finger down and closes when it was pulled far enough.
 * @param always true if it is a sheet on wide screens, too; other dialogs are sheets only on phones
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

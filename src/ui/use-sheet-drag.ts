import { type PointerEvent, useRef } from 'react';

/** How far, in pixels, a finger pulls a sheet down before letting go closes it. */
const FAR_ENOUGH = 96;

/** Handlers for a sheet's head: it follows the finger down and closes when pulled far enough. Only for touch, only on phones. */
export function useSheetDrag(close: () => void) {
  const from = useRef<number | null>(null);
  const panelOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.parentElement;

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch' || !window.matchMedia('(max-width: 47.99rem)').matches) return;
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
      panel.style.translate = '';
      if (pulled > FAR_ENOUGH) close();
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

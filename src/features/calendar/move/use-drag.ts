import { type RefObject, useEffect, useState } from 'react';
import { laterTexts } from '#i18n/i18n.ts';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import type { DragHost } from './drag-host.ts';
import { liftsBy, MOVABLE } from './movable.ts';
import { fetchEventActions } from './use-move.ts';

/** Interact.js is asked for beside it, so that it does not wait for a file that names it. */
async function fetchMoves() {
  const [{ followMoves }, { followDraws }] = await Promise.all([
    import('./follow-moves.ts'),
    import('./follow-draws.ts'),
    import('interactjs'),
    fetchEventActions(),
    laterTexts(),
  ]);
  return { followMoves, followDraws };
}

/** Says if this press drags or lifts an appointment. */
function isDrag(press: PointerEvent | KeyboardEvent): boolean {
  if (!(press.target instanceof Element) || !press.target.closest(MOVABLE)) return false;
  return press instanceof KeyboardEvent ? liftsBy(press) : press.pointerType === 'mouse' && press.buttons === 1;
}

/**
 * Moving appointments by mouse, finger or keys, and drawing new ones. The code comes after the first paint, so that the grid does not wait for it. Where
 * it does not come, the next drag asks for it again; if that fails too, so does drawing: the boundary around the calendar says so
 * and offers another try.
 */
export function useDrag(grid: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>, host: RefObject<DragHost>) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  if (failure) throw failure.error;
  useEffect(() => {
    const context = grid.current;
    const box = scroller.current;
    if (!context || !box) return;
    const shown = new AbortController();
    const { signal } = shown;
    const follow = async () => {
      const { followMoves, followDraws } = await fetchMoves();
      if (signal.aborted) return;
      for (const end of [followMoves(context, box, host), followDraws(context, box, host)]) signal.addEventListener('abort', end);
    };
    const askAgain = (press: PointerEvent | KeyboardEvent) => {
      if (!isDrag(press)) return;
      for (const sign of ['pointermove', 'keydown'] as const) context.removeEventListener(sign, askAgain);
      follow().catch((error: unknown) => signal.aborted || setFailure({ error }));
    };
    deferUntilPaint(() => {
      if (signal.aborted) return;
      follow().catch((error: unknown) => {
        console.info('What moves appointments is asked for again by the next drag', error);
        for (const sign of ['pointermove', 'keydown'] as const) context.addEventListener(sign, askAgain, { signal });
      });
    });
    return () => shown.abort();
  }, [grid, scroller, host]);
}

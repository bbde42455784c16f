import { type RefObject, useEffect, useState } from 'react';
import { laterTexts } from '#i18n/i18n.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { keepPresses } from '#ui/kept-presses.ts';
import type { DragHost } from './drag-host.ts';
import { liftsBy, MOVABLE } from './movable.ts';
import { fetchEventActions } from './use-move.ts';

/** Interact.js is asked for beside it, so that it does not wait for a file that names it. */
async function fetchMoves() {
  const [{ followMoves }] = await Promise.all([
    import('./follow-moves.ts'),
    import('interactjs'),
    fetchEventActions(),
    laterTexts(),
  ]);
  return followMoves;
}

/**
 * Moving appointments by mouse, finger or keys. What does it comes after the first paint, so that the grid does not wait for it;
 * what is dragged or lifted before that is so once it is there. Where it does not come, drawing fails for whoever asks for it:
 * the boundary around the calendar says so and offers another try.
 */
export function useDrag(grid: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>, host: RefObject<DragHost>) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  if (failure) throw failure.error;
  useEffect(() => {
    const context = grid.current;
    const box = scroller.current;
    if (!context || !box) return;
    let gone = false;
    let end: (() => void) | null = null;
    let coming: Promise<void> | null = null;
    const follow = () => {
      coming ??= fetchMoves().then((followMoves) => {
        if (!gone) end = followMoves(context, box, host, early.pressAgain);
      });
      return coming;
    };
    const early = keepPresses(context, MOVABLE, liftsBy, () => follow().catch((error: unknown) => gone || setFailure({ error })));
    afterPaint(() => {
      if (gone) return;
      follow().catch((error: unknown) => {
        coming = null;
        console.info('What moves appointments is asked for again by the first drag', error);
      });
    });
    return () => {
      gone = true;
      early.forget();
      end?.();
    };
  }, [grid, scroller, host]);
}

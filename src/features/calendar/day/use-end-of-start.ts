import { useEffect } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import { endStart } from '#ui/start-over.ts';

/** The start is over when the first day or week that stands here has been painted. */
export function useEndOfStart(stands: boolean): void {
  useEffect(() => {
    if (stands) afterPaint(endStart);
  }, [stands]);
}

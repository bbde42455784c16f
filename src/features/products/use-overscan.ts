import { useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';

/** Rows that a long list draws beyond each edge, so that a flick shows no gaps: none before the first picture has been painted. */
export function useOverscan(rows: number): number {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let gone = false;
    afterPaint(() => {
      if (!gone) setPainted(true);
    });
    return () => {
      gone = true;
    };
  }, []);
  return painted ? rows : 0;
}

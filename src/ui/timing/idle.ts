import { useEffect, useState } from 'react';
import { useIsBusy } from './busy.ts';

/**
 * A strip or card that appears by itself moves what stands beside it, and a press that was aimed before lands on something else. So it
 * waits until nobody has touched anything for `quietMs`. Tests shorten that time.
 */
export const idle = { quietMs: 3_000 };

const TOUCHES = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'wheel'] as const;

/**
 * Tells if a waiting strip or card may appear now: nobody is busy, and nothing was touched for a while. It listens only while
 * something waits.
 */
export function useIsIdle(waiting: boolean): boolean {
  const busy = useIsBusy();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => setQuiet(true), idle.quietMs);
    };
    wait();
    for (const kind of TOUCHES) window.addEventListener(kind, wait, { capture: true, passive: true });
    return () => {
      setQuiet(false);
      clearTimeout(timer);
      for (const kind of TOUCHES) window.removeEventListener(kind, wait, { capture: true });
    };
  }, [waiting]);
  return waiting && quiet && !busy;
}

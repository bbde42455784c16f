import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router-dom';

/**
 * Writes what is typed when the typing pauses, and at once when anything is pressed. A press may lead to another page, and a write that came
 * after it would take the press back or reach the page that comes next. While the router is on its way to another page nothing is written.
 * @param written what `write` was last called with, or what the address said since
 * @param pause in ms
 */
export function useAfterTyping(typed: string, written: string, write: (typed: string) => void, pause: number): void {
  const leaving = useNavigation().state !== 'idle';
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    if (typed === written || leaving) return;
    const now = () => latest.current(typed);
    const timer = setTimeout(now, pause);
    document.addEventListener('click', now, { capture: true, once: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', now, { capture: true });
    };
  }, [typed, written, leaving, pause]);
}

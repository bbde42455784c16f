import { useEffect, useState } from 'react';

/** In ms: what is counted in minutes need not be drawn oftener. */
const EVERY = 20_000;

/** Device clock, epoch milliseconds, drawn anew now and then. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { useEffect, useRef, useState } from 'react';

/** In ms: whoever types a name asks the server once, not at every letter. */
const PAUSE = 300;

/** What stands in a search box now; `take` hears it once the person pauses. */
export function useTypedFilter(value: string, take: (value: string) => void): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  const taken = useRef(take);
  taken.current = take;
  // The address changed by another way: back, a link, "clear the filters".
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => taken.current(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped];
}

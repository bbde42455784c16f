import { type RefObject, useEffect, useRef } from 'react';

/** Whether this still stands there: whoever has left while something was saved is not thrown out of what they opened since. */
export function useHere(): RefObject<boolean> {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}

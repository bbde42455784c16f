import { type RefObject, useEffect, useRef } from 'react';

/** Says whether the component is still mounted: whoever has left while something was saved is not thrown out of what they opened since. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Tells if a media query holds; the component draws again when that changes. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}

/** True under 768 px: lists replace tables, and sheets replace dialogs. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 47.99rem)');
}

/** True under 1024 px: a table needs denser cells there, and the actions of a row stand behind one button. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 63.99rem)');
}

import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds; follows the window. */
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

/** Under 768 px: lists instead of tables, sheets instead of dialogs. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 47.99rem)');
}

/** Under 1024 px a table with all its columns needs the room: denser cells, a row's actions behind one button. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 63.99rem)');
}

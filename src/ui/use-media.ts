import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds; follows the window. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Under 768 px: lists instead of tables, sheets instead of dialogs. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 47.99rem)');
}

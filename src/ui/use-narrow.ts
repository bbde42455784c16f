import { useMedia } from './use-media.ts';

/** Under 1024 px a table with all its columns needs the room: denser cells, a row's actions behind one button. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 63.99rem)');
}

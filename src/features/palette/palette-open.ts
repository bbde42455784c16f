/** The state of the search over everything, open or not, and the keys that open it. */
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { isTypedIn } from '#ui/input/typed-in.ts';
import { busy } from '#ui/timing/busy.ts';

export const palette = createStore<{ open: boolean }>(() => ({ open: false }));

export const openPalette = (): void => palette.setState({ open: true });
export const closePalette = (): void => palette.setState({ open: false });

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>;

/** Ctrl+K (⌘K) also while something is typed; „/“ only where it is no letter of a text. On a Cyrillic layout the place of K counts. */
export function asksForPalette({ key, code, ctrlKey, metaKey, altKey, shiftKey, target }: Press): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && (/^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK');
  return key === '/' && !isTypedIn(target);
}

/** Listens on the whole page while `enabled`, and closes when that ends. A dialog, a drag keep their keys. */
export function usePaletteKeys(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !asksForPalette(event)) return;
      // Before the browser's own search opens, also where nothing of ours may.
      event.preventDefault();
      const { dialog, drag } = busy.getState();
      if (dialog + drag === 0) openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      closePalette();
    };
  }, [enabled]);
}

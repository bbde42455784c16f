import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Theme = 'light' | 'dark' | 'system';

/** The key of the chosen theme. src/app/boot reads it and follows the same two rules before the first paint. */
const KEPT = 'greben.theme';
const DARK = '(prefers-color-scheme: dark)';
const TOUCH = '(pointer: coarse), (max-width: 47.99rem)';
const BAR = { light: '#f6f4f0', dark: '#11181a' } as const;

function kept(): Theme {
  try {
    const value = localStorage.getItem(KEPT);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system'; // the browser gives no storage
  }
}

const store = createStore<{ theme: Theme }>(() => ({ theme: kept() }));

export function getTheme(): Theme {
  return store.getState().theme;
}

export function useTheme(): Theme {
  return useStore(store, (state) => state.theme);
}

function apply(): void {
  const theme = getTheme();
  const shown = theme === 'system' ? (window.matchMedia(DARK).matches ? 'dark' : 'light') : theme;
  const root = document.documentElement;
  root.dataset.theme = shown;
  root.dataset.density = window.matchMedia(TOUCH).matches ? 'touch' : 'desk';
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', BAR[shown]);
}

/** Keeps the choice in this browser and shows it at once. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    console.info('The theme cannot be kept in this browser.');
  }
  store.setState({ theme });
  apply();
}

/**
 * Follows the system's theme, the pointer, the width and other tabs. Call it once at the start. Returns a function that ends it.
 */
export function watchTheme(): () => void {
  apply();
  const lists = [window.matchMedia(DARK), window.matchMedia(TOUCH)];
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== KEPT) return;
    store.setState({ theme: kept() });
    apply();
  };
  for (const list of lists) list.addEventListener('change', apply);
  window.addEventListener('storage', elsewhere);
  return () => {
    for (const list of lists) list.removeEventListener('change', apply);
    window.removeEventListener('storage', elsewhere);
  };
}

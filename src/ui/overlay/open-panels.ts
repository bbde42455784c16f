import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** The number of open menus, popovers and cards. While one is open the page below it does not move. */
export const openPanels = createStore<{ count: number }>(() => ({ count: 0 }));

function panelOpens(): () => void {
  openPanels.setState(({ count }) => ({ count: count + 1 }));
  return () => openPanels.setState(({ count }) => ({ count: count - 1 }));
}

/** Counts the panel that calls it while that panel is mounted. */
export function useOpenPanel(): void {
  useEffect(panelOpens, []);
}

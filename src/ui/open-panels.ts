import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** How many menus, popovers and cards stand open beside what they are about: what lies under them keeps still meanwhile. */
export const openPanels = createStore<{ count: number }>(() => ({ count: 0 }));

function panelOpens(): () => void {
  openPanels.setState(({ count }) => ({ count: count + 1 }));
  return () => openPanels.setState(({ count }) => ({ count: count - 1 }));
}

/** Counts the panel that draws it for as long as it stands. */
export function useOpenPanel(): void {
  useEffect(panelOpens, []);
}

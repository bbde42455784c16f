import { useCallback, useEffect, useState } from 'react';
import { useMedia } from '#ui/use-media.ts';
import { readSidebarState, sidebarCookie } from './sidebar-state.ts';

/** Open or collapsed: the person's choice, else open where there is room for it. Ctrl+B toggles. */
export function useSidebar(): { open: boolean; toggle: () => void } {
  const roomy = useMedia('(min-width: 80rem)');
  const [choice, setChoice] = useState(() => readSidebarState());
  const open = choice ?? roomy;

  const toggle = useCallback(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR and older Safari
    document.cookie = sidebarCookie(!open);
    setChoice(!open);
  }, [open]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.code !== 'KeyB' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [toggle]);

  return { open, toggle };
}

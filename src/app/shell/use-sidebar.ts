import { useCallback, useEffect, useState } from 'react';
import { useMedia } from '#ui/style/use-media.ts';

/** The sidebar's open state, kept in a cookie for seven days (document 1 §2, §9). */
const NAME = 'sidebar_state';
const LIFETIME = 60 * 60 * 24 * 7;

/** Null where nothing is kept: then the width decides. */
export function readSidebarState(cookies: string = document.cookie): boolean | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=(true|false)(?:;|$)`).exec(cookies)?.[1];
  return value === undefined ? null : value === 'true';
}

export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open}; path=/; max-age=${LIFETIME}; samesite=lax`;
}

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

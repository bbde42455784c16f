import { useEffect, useState } from 'react';
import type { ToastStore } from './toast-store.ts';

/**
 * The element toasts live in, a child of body of its own: an open dialog makes the app's root inert, and toasts must stay reachable.
 * While the pointer or the focus is inside, the toasts' time stands still. When the last one goes, the focus returns to where it came from.
 */
export function useToastRegion(toasts: ToastStore): HTMLElement {
  const [home] = useState(() => {
    const element = document.createElement('div');
    element.dataset.toasts = '';
    return element;
  });

  useEffect(() => {
    let pointerInside = false;
    let cameFrom: HTMLElement | null = null;
    const focusInside = () => home.contains(document.activeElement);
    const leaveFocus = () => {
      if (cameFrom?.isConnected) cameFrom.focus();
      if (focusInside()) (document.activeElement as HTMLElement).blur();
    };
    const settle = () => (pointerInside || focusInside() ? toasts.pause() : toasts.resume());

    const listeners: Record<string, (event: Event) => void> = {
      pointermove: () => {
        pointerInside = true;
        settle();
      },
      pointerleave: () => {
        pointerInside = false;
        settle();
      },
      keydown: (event) => {
        // The focused toast has taken Escape for itself; it is not meant for a dialog below.
        if ((event as KeyboardEvent).key === 'Escape') event.stopPropagation();
      },
      focusin: (event) => {
        const from = (event as FocusEvent).relatedTarget;
        if (from instanceof HTMLElement && !home.contains(from)) cameFrom = from;
        toasts.pause();
      },
      focusout: (event) => {
        const to = (event as FocusEvent).relatedTarget;
        if (to instanceof Node && home.contains(to)) return;
        if (!pointerInside) toasts.resume();
      },
    };
    document.body.append(home);
    for (const [name, listener] of Object.entries(listeners)) home.addEventListener(name, listener);
    const unsubscribe = toasts.store.subscribe((state) => {
      if (state.toasts.some((toast) => toast.open)) return;
      // Nothing is left under the pointer, and no event says so.
      pointerInside = false;
      if (focusInside()) leaveFocus();
      toasts.resume();
    });
    return () => {
      unsubscribe();
      for (const [name, listener] of Object.entries(listeners)) home.removeEventListener(name, listener);
      home.remove();
    };
  }, [home, toasts]);

  return home;
}

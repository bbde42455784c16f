import { useEffect } from 'react';

/** A smaller loss of height comes from the browser's own bars and not from a keyboard, px. */
const LEAST = 80;

/**
 * Keeps the foot of a dialog above the keyboard on the screen. iOS and Chrome on Android draw the keyboard over the page and
 * report it by the visual viewport alone: `--keyboard` and `--view-top` are the heights that it leaves out at the foot and at the
 * head. The focused field stays in view, also when the device is turned.
 */
export function useKeyboardRoom(open: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!open || !view) return;
    const page = document.documentElement;
    const { style } = page;
    const forget = () => {
      style.removeProperty('--keyboard');
      style.removeProperty('--view-top');
    };
    const measure = () => {
      const hidden = page.clientHeight - view.height;
      // A person who has zoomed in moves the page with two fingers.
      const isZoomed = view.scale > 1;
      if (hidden < LEAST || isZoomed) forget();
      else {
        style.setProperty('--keyboard', `${Math.max(0, hidden - view.offsetTop)}px`);
        style.setProperty('--view-top', `${view.offsetTop}px`);
      }
      const field = document.activeElement;
      if (!isZoomed && field?.closest('.dialog-panel')) field.scrollIntoView({ block: 'nearest' });
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
      forget();
    };
  }, [open]);
}

import { useEffect } from 'react';

/** Less is no keyboard: bars of the browser that come and go, px. */
const LEAST = 80;

/**
 * Keeps what stands at the foot of the window above a keyboard on screen. Where that is drawn over the page (iOS, Chrome on
 * Android) only the visual viewport says so: `--keyboard` and `--view-top` are what it leaves out at the foot and at the head. The
 * field that is typed in stays in view, also when the device is turned.
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
      // Whoever has zoomed in sees a part of the page, and moves it with two fingers.
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

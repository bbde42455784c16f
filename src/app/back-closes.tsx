import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { busy } from '#ui/busy.ts';
import { openPanels } from '#ui/open-panels.ts';
import { isTyped } from '#ui/unsaved.ts';
import { useBackPressesEscape } from '#ui/use-back-presses-escape.ts';

/**
 * The browser's Back closes the dialog, menu or popover that stands over a page. The calendar does so itself (use-back-closes.ts), and where a page's
 * form holds something typed its own guard asks first.
 */
export function BackCloses() {
  const { pathname } = useLocation();
  const dialog = useStore(busy, (counts) => counts.dialog > 0);
  const panel = useStore(openPanels, ({ count }) => count > 0);
  return (dialog || panel) && !isTyped() && !pathname.startsWith('/calendar') ? <Closing /> : null;
}

function Closing() {
  useBackPressesEscape(() => busy.getState().dialog > 0 || openPanels.getState().count > 0);
  return null;
}

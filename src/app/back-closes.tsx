import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { busy } from '#ui/busy.ts';
import { isTyped } from '#ui/unsaved.ts';
import { useBackPressesEscape } from '#ui/use-back-presses-escape.ts';

/**
 * The browser's Back closes the dialog that stands over a page. The calendar does so itself (use-back-closes.ts), and where a page's
 * form holds something typed its own guard asks first.
 */
export function BackCloses() {
  const { pathname } = useLocation();
  const open = useStore(busy, ({ dialog }) => dialog > 0);
  return open && !isTyped() && !pathname.startsWith('/calendar') ? <Closing /> : null;
}

function Closing() {
  useBackPressesEscape(() => busy.getState().dialog > 0);
  return null;
}

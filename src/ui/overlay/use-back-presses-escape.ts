import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';

/**
 * Turns the browser's Back into Escape while `instead` returns true: it closes the topmost layer, which asks first if something was typed.
 * The router takes one blocker at a time.
 */
export function useBackPressesEscape(instead: BlockerFunction): void {
  const blocker = useBlocker((way) => way.historyAction === 'POP' && instead(way));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(press);
  }, [blocker]);
}

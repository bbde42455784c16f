import { useEffect } from 'react';
import { isBusy } from '#ui/busy.ts';
import { isTypedIn } from '#ui/typed-in.ts';
import { keepUndoFor, undoLast } from './undo.ts';
import { useReplica } from './use-replica.ts';

/** Ctrl+Z takes back what was done last, on a screen without a table of keys of its own. A field keeps its own undo. */
export function useUndoKey(): void {
  const replica = useReplica();
  useEffect(() => keepUndoFor(replica), [replica]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      const isZ = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'z' : code === 'KeyZ'; // a Cyrillic layout says another letter
      if (!isZ || !(ctrlKey || metaKey) || shiftKey || altKey || event.repeat || event.defaultPrevented || isBusy()) return;
      if (isTypedIn(target)) return;
      event.preventDefault();
      void undoLast();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Reasons why a person must not be disturbed: while one holds, no prompt, update card or help popup may come up. */
export type BusyReason = 'dialog' | 'drag' | 'form';

export const busy = createStore<Record<BusyReason, number>>(() => ({ dialog: 0, drag: 0, form: 0 }));

/** Counts one more reason. Returns a function that removes it; further calls of it do nothing. */
export function enterBusy(reason: BusyReason): () => void {
  let inside = true;
  busy.setState((counts) => ({ ...counts, [reason]: counts[reason] + 1 }));
  return () => {
    if (!inside) return;
    inside = false;
    busy.setState((counts) => ({ ...counts, [reason]: counts[reason] - 1 }));
  };
}

export function isBusy(counts = busy.getState()): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** Tells if a prompt must wait; the component draws again when that changes. */
export function useIsBusy(): boolean {
  return useStore(busy, isBusy);
}

/** Holds a reason while `active`. */
export function useBusy(reason: BusyReason, active: boolean): void {
  useEffect(() => (active ? enterBusy(reason) : undefined), [reason, active]);
}

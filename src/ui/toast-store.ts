import type { ReactNode } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The mechanics of specification document 1 §4 and §9. Times in milliseconds. */
export const TOAST_LIMIT = 3;
export const TOAST_DURATION = 2500;
export const TOAST_REMOVE_DELAY = 3000;

export interface ToastAction {
  label: string;
  icon?: ReactNode;
  onAction: () => void;
}

export interface ToastContent {
  title: string;
  description?: ReactNode;
  variant?: 'default' | 'destructive' | undefined;
  action?: ToastAction | undefined;
}

export interface Toast extends ToastContent {
  id: string;
  open: boolean;
}

/** Calls `run` after `ms`; the answer calls it off. */
export type Schedule = (run: () => void, ms: number) => () => void;

const bySystemClock: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export interface ToastStore {
  store: StoreApi<{ toasts: readonly Toast[] }>;
  add(content: ToastContent): string;
  update(id: string, change: Partial<ToastContent>): void;
  dismiss(id?: string): void;
}

/**
 * Newest first. At most three are open: a fourth takes the oldest one's place at once. A dismissed toast is closed, stays in the list for
 * its way out and is removed 3000 ms later. The 2500 ms until it dismisses itself are counted by the view, which knows when to pause.
 */
export function createToastStore(schedule: Schedule = bySystemClock): ToastStore {
  const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
  const set = (change: (toasts: readonly Toast[]) => readonly Toast[]) =>
    store.setState(({ toasts }) => ({ toasts: change(toasts) }));
  let count = 0;

  return {
    store,
    add(content) {
      count += 1;
      const id = `toast-${count}`;
      set((toasts) => {
        let open = 0;
        return [{ ...content, id, open: true }, ...toasts].filter((toast) => {
          if (toast.open) open += 1;
          return !toast.open || open <= TOAST_LIMIT;
        });
      });
      return id;
    },
    update(id, change) {
      set((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)));
    },
    dismiss(id) {
      for (const toast of store.getState().toasts) {
        if (!toast.open || (id !== undefined && toast.id !== id)) continue;
        schedule(() => set((toasts) => toasts.filter((other) => other.id !== toast.id)), TOAST_REMOVE_DELAY);
      }
      set((toasts) => toasts.map((toast) => (id === undefined || toast.id === id ? { ...toast, open: false } : toast)));
    },
  };
}

/** The one list of this app. */
export const toasts = createToastStore();

/** Shows a toast; the answer is its id, for updateToast and dismissToast. */
export function toast(content: ToastContent): string {
  return toasts.add(content);
}

export function updateToast(id: string, change: Partial<ToastContent>): void {
  toasts.update(id, change);
}

/** Closes one toast, or all of them. */
export function dismissToast(id?: string): void {
  toasts.dismiss(id);
}

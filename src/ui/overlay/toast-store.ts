import type { ReactNode } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The limit of open toasts (specification document 1 §4 and §9). All times here are in milliseconds. */
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
  /** The server's own words, smaller and below the title. */
  detail?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** True if it reports no action; it then has no mark of success. */
  note?: boolean | undefined;
  action?: ToastAction | undefined;
}

export interface Toast extends ToastContent {
  id: string;
  open: boolean;
  /** The number of times that its time has started. */
  turn: number;
}

export interface Toasts {
  /** Newest first. */
  toasts: readonly Toast[];
  /** True while the time of all toasts stands still. */
  paused: boolean;
}

/** The time, passed in so that tests need not wait. Milliseconds. */
export interface ToastClock {
  now(): number;
  /** Calls `run` after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

const systemClock: ToastClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export interface ToastStore {
  store: StoreApi<Toasts>;
  add(content: ToastContent): string;
  /** Changes the content of an open toast; its full time then starts again. */
  update(id: string, change: Partial<ToastContent>): void;
  dismiss(id?: string): void;
  /** Stops the time of all open toasts while somebody reads or handles them. */
  pause(): void;
  resume(): void;
}

interface Countdown {
  remaining: number;
  since: number;
  stop: () => void;
}

/**
 * Makes a store of toasts, newest first. At most three are open: a fourth closes the oldest at once. Each closes itself after
 * 2500 ms that were not paused. A closed toast stays in the list for its leave transition and is removed 3000 ms later.
 */
export function createToastStore(clock: ToastClock = systemClock): ToastStore {
  const store = createStore<Toasts>(() => ({ toasts: [], paused: false }));
  const countdowns = new Map<string, Countdown>();
  let paused = false;
  let count = 0;

  const change = (next: (toasts: readonly Toast[]) => readonly Toast[]) =>
    store.setState(({ toasts }) => ({ toasts: next(toasts) }));

  function startCountdown(id: string, remaining: number): void {
    countdowns.get(id)?.stop();
    const stop = paused ? () => undefined : clock.after(remaining, () => dismiss(id));
    countdowns.set(id, { remaining, since: clock.now(), stop });
  }

  function forget(id: string): void {
    countdowns.get(id)?.stop();
    countdowns.delete(id);
  }

  function close(id: string): void {
    forget(id);
    change((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
    clock.after(TOAST_REMOVE_DELAY, () => change((toasts) => toasts.filter((toast) => toast.id !== id)));
  }

  function dismiss(id?: string): void {
    for (const toast of store.getState().toasts) {
      if (toast.open && (id === undefined || toast.id === id)) close(toast.id);
    }
  }

  return {
    store,
    dismiss,
    add(content) {
      count += 1;
      const id = `toast-${count}`;
      const open = store.getState().toasts.filter((toast) => toast.open);
      const crowdedOut = new Set(open.slice(TOAST_LIMIT - 1).map((toast) => toast.id));
      for (const old of crowdedOut) forget(old);
      change((toasts) => [{ ...content, id, open: true, turn: 0 }, ...toasts.filter((toast) => !crowdedOut.has(toast.id))]);
      startCountdown(id, TOAST_DURATION);
      return id;
    },
    update(id, content) {
      change((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, ...content, turn: toast.turn + 1 } : toast)));
      if (countdowns.has(id)) startCountdown(id, TOAST_DURATION);
    },
    pause() {
      if (paused) return;
      paused = true;
      for (const [id, countdown] of countdowns) {
        countdown.stop();
        countdowns.set(id, { ...countdown, remaining: countdown.remaining - (clock.now() - countdown.since) });
      }
      store.setState({ paused });
    },
    resume() {
      if (!paused) return;
      paused = false;
      for (const [id, countdown] of countdowns) startCountdown(id, countdown.remaining);
      store.setState({ paused });
    },
  };
}

/** The one list of this app. */
export const toasts = createToastStore();

/** Shows a toast. Returns its id, for dismissToast. */
export function toast(content: ToastContent): string {
  return toasts.add(content);
}

/** Closes one toast, or all of them. */
export function dismissToast(id?: string): void {
  toasts.dismiss(id);
}

let holders = 0;

/**
 * Moves toasts to the top, because they would cover buttons at the foot. Returns a function that ends it; when all have ended the
 * toasts move down again.
 */
export function raiseNotices(): () => void {
  const { dataset } = document.documentElement;
  dataset.toasts = 'top';
  holders++;
  return () => {
    if (--holders === 0) delete dataset.toasts;
  };
}

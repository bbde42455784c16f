/**
 * The last failure to read the salon, and its time zone with it ("logged and stored", document 1 §8). It is kept in this browser,
 * outside the unreadable rows, until somebody has seen it.
 */
import { createStore } from 'zustand/vanilla';

/** A failure to read the salon. */
export interface SalonReadError {
  /** ISO UTC, device clock. */
  at: string;
  message: string;
}

const KEPT = 'greben.salon-read-error';

function kept(): SalonReadError | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    const { at, message } = (value ?? {}) as Record<string, unknown>;
    return typeof at === 'string' && typeof message === 'string' && !Number.isNaN(Date.parse(at)) ? { at, message } : null;
  } catch (error) {
    console.info('What was kept of a failure to read the salon cannot be read', error);
    return null;
  }
}

function keep(error: SalonReadError | null): void {
  try {
    if (error) localStorage.setItem(KEPT, JSON.stringify(error));
    else localStorage.removeItem(KEPT);
  } catch (refused) {
    console.info('This browser keeps nothing', refused);
  }
  salonReadError.setState({ error });
}

/** The last failure as the screens see it. */
export const salonReadError = createStore<{ error: SalonReadError | null }>(() => ({ error: kept() }));

/** Keeps a failure. @param now device clock, milliseconds */
export function keepSalonReadError(error: unknown, now: number): void {
  keep({ at: new Date(now).toISOString(), message: error instanceof Error ? error.message || error.name : String(error) });
}

/** Forgets the failure: somebody has seen it. */
export function forgetSalonReadError(): void {
  keep(null);
}

import { createStore } from 'zustand/vanilla';
import type { LocalDate } from '#domain/time.ts';

/** The free slot that is chosen in the search: the grid draws it, and takes a click on it as Enter. */
export interface FoundSlot {
  readonly resourceId: string;
  readonly date: LocalDate;
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
  book(): void;
}

export const foundSlot = createStore<{ readonly shown: FoundSlot | null }>(() => ({ shown: null }));

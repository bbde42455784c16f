import { createStore } from 'zustand/vanilla';
import type { FreeSlot } from '#domain/free-slots.ts';
import type { LocalDate } from '#domain/time.ts';

/** A place that was found: of several services the first one's employee, from the first start to the last end. */
export interface FoundPlace extends FreeSlot {
  /** Each service's own place, in order; left out: it is one service. */
  readonly legs?: readonly FreeSlot[];
}

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

import { createStore } from 'zustand/vanilla';
import type { FreeSlot } from '#domain/booking/free-slots.ts';
import type { LocalDate } from '#domain/time/time.ts';

/** A place that was found: of several services the first one's employee, from the first start to the last end. */
export interface FoundPlace extends FreeSlot {
  /** Each service's own place, in order; left out: it is one service. */
  readonly legs?: readonly FreeSlot[];
}

/** A place in the grid; the times are minutes of the day. */
export interface FoundPart {
  readonly resourceId: string;
  readonly date: LocalDate;
  readonly from: number;
  readonly to: number;
}

/** The free slot that is chosen in the search: the grid draws it, and takes a click on it as Enter. */
export interface FoundSlot extends FoundPart {
  /** Of several services those after the first. */
  readonly others: readonly FoundPart[];
  book(): void;
}

/** All that is drawn of it, in order. */
export const slotParts = ({ others, ...first }: FoundSlot): readonly FoundPart[] => [first, ...others];

export const foundSlot = createStore<{ readonly shown: FoundSlot | null }>(() => ({ shown: null }));

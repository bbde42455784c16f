/** An appointment that was cut out and waits for its slot: by Ctrl+X, or by „Избери в календара“ in the move dialog. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LocalDate } from '#domain/time/time.ts';

export interface PasteSlot {
  /** Without one it stays with its employee (a day of a phone's week). */
  readonly resourceId?: string | undefined;
  readonly date: LocalDate;
  /** Minute of the day; without one it keeps its own time of day (a cell of the week). */
  readonly start?: number | undefined;
}

interface Cut {
  /** The id of the event that is cut. */
  cutId: string | null;
  /** The slot that was pressed for it, until the code that saves takes it. */
  slot: PasteSlot | null;
}

export const cutStore = createStore<Cut>(() => ({ cutId: null, slot: null }));

export const cutEvent = (event: { readonly id: string }): void => cutStore.setState({ cutId: event.id, slot: null });
export const letGoOfCut = (): void => cutStore.setState({ cutId: null, slot: null });

/** Puts what is cut there. False: nothing is cut, the slot means what it always means. */
export function pasteInto(slot: PasteSlot): boolean {
  if (cutStore.getState().cutId === null) return false;
  cutStore.setState({ slot });
  return true;
}

/** The id of the event that is cut. */
export const useCutId = (): string | null => useStore(cutStore, (state) => state.cutId);

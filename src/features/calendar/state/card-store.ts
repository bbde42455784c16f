/** The layers over the calendar for one event: its quick card, its move dialog, the question before it is deleted. */
import { createStore } from 'zustand/vanilla';

/** How the card was asked for: a hover never takes the focus, the keyboard does, a finger gets a sheet. */
export type CardOpening = 'hover' | 'keys' | 'touch';

export interface OpenCard {
  readonly id: string;
  readonly by: CardOpening;
  /** The element beside which the card stands, and to which the focus goes back. */
  readonly anchor: HTMLElement;
}

export interface EventLayerState {
  readonly card: OpenCard | null;
  /** Ids of events. */
  readonly moving: string | null;
  readonly deleting: string | null;
}

const NOTHING: EventLayerState = { card: null, moving: null, deleting: null };
export const eventLayer = createStore<EventLayerState>(() => NOTHING);

export const openCard = (card: OpenCard): void => eventLayer.setState({ ...NOTHING, card });
/** Says nothing to anybody when none is open: a drag begins with this, and draws nothing. */
export function closeCard(): void {
  if (eventLayer.getState().card) eventLayer.setState({ card: null });
}
export const askToMove = (event: { readonly id: string }): void => eventLayer.setState({ ...NOTHING, moving: event.id });
/** Asks before it deletes. */
export const askToDelete = (event: { readonly id: string }): void => eventLayer.setState({ ...NOTHING, deleting: event.id });
export const closeLayer = (): void => eventLayer.setState(NOTHING);

/** When a hover opens and closes a quick card. Only time and the pointer; what the card shows is its own affair. */

import { closeCard, eventLayer, openCard } from '#calendar/state/card-store.ts';
import { busy } from '#ui/timing/busy.ts';

export const HOVER_MS = 400;
/** Long enough to get from the appointment to its card, short enough not to stand in the way. */
export const LEAVE_MS = 300;

let opening: { id: string; timer: ReturnType<typeof setTimeout> } | null = null;
let closing: ReturnType<typeof setTimeout> | null = null;
/** Pressed or dropped just now: whoever still points at it has seen it, until the mouse has left it. */
let pressed: string | null = null;

function forgetOpening(): void {
  if (opening) clearTimeout(opening.timer);
  opening = null;
}

function stay(): void {
  if (closing) clearTimeout(closing);
  closing = null;
}

const hovered = () => (eventLayer.getState().card?.by === 'hover' ? eventLayer.getState().card : null);

/** Nothing opens by itself while a button is held, something is dragged, or a dialog is open. */
const mayOpen = () => busy.getState().drag === 0 && busy.getState().dialog === 0;

/** The mouse has come over something: an appointment, the card itself, or anything else. */
export function pointerCame(over: { event: HTMLElement } | 'card' | 'elsewhere'): void {
  const card = hovered();
  const id = typeof over === 'object' ? (over.event.dataset.event ?? null) : null;
  if (over === 'card' || (card && card.id === id)) {
    forgetOpening();
    stay();
    return;
  }
  if (id !== pressed) pressed = null;
  if (card && !closing) {
    closing = setTimeout(() => {
      closing = null;
      // Somebody who has gone into it by the keyboard is not thrown out by the mouse.
      if (hovered() && !document.activeElement?.closest('[data-quick-card]')) closeCard();
    }, LEAVE_MS);
  }
  if (opening && opening.id === id) return;
  forgetOpening();
  if (typeof over !== 'object' || id === null || id === pressed) return;
  const { event } = over;
  const timer = setTimeout(() => {
    opening = null;
    const open = eventLayer.getState();
    if (!mayOpen() || !event.isConnected || open.card?.by === 'keys' || open.moving || open.deleting) return;
    stay();
    openCard({ id, by: 'hover', anchor: event });
  }, HOVER_MS);
  opening = { id, timer };
}

/** A press (on that event), a scroll, a drag: no card comes, and one that a hover opened goes. */
export function hoverEnds(on: string | null = null): void {
  pressed = on ?? pressed;
  forgetOpening();
  stay();
  if (hovered()) closeCard();
}

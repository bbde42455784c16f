import { type RefObject, useEffect } from 'react';
import { CALENDAR, eventIs } from '#calendar/reads/grid-dom.ts';
import { closeCard, type OpenCard } from '#calendar/state/card-store.ts';
import { hoverEnds } from './card-hover.ts';

const CONTROLS = 'a[href], button:not([disabled])';

/**
 * How the keyboard gets into the card and out of it. The menu key leads in at once, Tab from the appointment later; Escape, or
 * Tab past the end, leads back to the appointment.
 */
export function useCardFocus(panel: RefObject<HTMLElement | null>, card: OpenCard): void {
  useEffect(() => {
    const box = panel.current;
    if (!box) return;
    const controls = () => [...box.querySelectorAll<HTMLElement>(CONTROLS)];
    /** A live change may have drawn the appointment anew. */
    const home = () =>
      card.anchor.isConnected ? card.anchor : document.querySelector<HTMLElement>(`${CALENDAR} ${eventIs(card.id)}`);
    const back = () => {
      if (box.contains(document.activeElement)) home()?.focus({ preventScroll: true });
      hoverEnds(card.id); // the mouse may still be there: it has to leave before it asks again
      closeCard();
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.defaultPrevented || isAsking()) return;
      const all = controls();
      const inside = box.contains(document.activeElement);
      const enters = key.key === 'Tab' && !key.shiftKey && document.activeElement === home();
      const leaves = key.key === 'Tab' && inside && document.activeElement === (key.shiftKey ? all[0] : all.at(-1));
      if (key.key !== 'Escape' && !enters && !leaves) return;
      key.preventDefault();
      key.stopPropagation();
      if (enters) all[0]?.focus();
      else back();
    };
    const outside = (event: Event) => {
      const { target } = event;
      if (target instanceof Node && !box.contains(target) && target !== home() && !inToasts(target) && !isAsking()) closeCard();
    };
    if (card.by === 'keys') controls()[0]?.focus();
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('focusin', outside, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('focusin', outside, true);
    };
  }, [panel, card]);
}

/** A question that the card asks stands over it. */
const isAsking = () => document.querySelector('.layer-dialog') !== null;

/** The button that takes a status back stands there; it is no way out of the card. */
const inToasts = (target: Node) => target instanceof Element && target.closest('[data-toasts]') !== null;

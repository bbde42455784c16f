import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { CALENDAR, eventIs } from '#calendar/reads/grid-dom.ts';
import { closeCard, type OpenCard } from '#calendar/state/card-store.ts';
import { raiseNotices } from '#ui/overlay/toast-store.ts';
import { hoverEnds } from './card-hover.ts';

interface CardPanelProps {
  card: OpenCard;
  title: string;
  children: ReactNode;
}

/** The panel of the card for mouse and keyboard: it stands beside its appointment, never over it. */
export function CardPanel({ card, title, children }: CardPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useCardPlace(panel, card);
  useCardFocus(panel, card);
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={title}
      data-quick-card
      className="quick-card pop layer-pop fixed w-[28.5rem] max-w-[calc(100vw-1rem)] p-0!"
    >
      {children}
    </div>,
    document.body,
  );
}

const CONTROLS = 'a[href], button:not([disabled])';

/**
 * How the keyboard gets into the card and out of it. The menu key leads in at once, Tab from the appointment later; Escape, or
 * Tab past the end, leads back to the appointment.
 */
function useCardFocus(panel: RefObject<HTMLElement | null>, card: OpenCard): void {
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

const MARGIN = 8;
const GAP = 6;
/** The card's head stands a little above the appointment's upper edge, px. */
const RISE = 32;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Right of the appointment, else left of it, else below or above: never over it, never outside the window. Pixels of the window. */
export function cardPlace(anchor: Box, card: { width: number; height: number }, view: { width: number; height: number }) {
  const within = (value: number, size: number, room: number) => Math.max(MARGIN, Math.min(value, room - size - MARGIN));
  const top = within(anchor.top - RISE, card.height, view.height);
  if (anchor.right + GAP + card.width + MARGIN <= view.width) return { left: anchor.right + GAP, top };
  if (anchor.left - GAP - card.width >= MARGIN) return { left: anchor.left - GAP - card.width, top };
  const left = within(anchor.left, card.width, view.width);
  const below = anchor.bottom + GAP;
  if (below + card.height + MARGIN <= view.height) return { left, top: below };
  return { left, top: within(anchor.top - GAP - card.height, card.height, view.height) };
}

/** Says if two notices in their corner would cover a card whose corner lies there. Pixels of the window. */
const inNoticesWay = (card: { right: number; bottom: number }, view: { width: number; height: number }) =>
  card.right > view.width - 520 && card.bottom > view.height - 240;

/** Places the card once, when it opens: what it says may change under the pointer, where it stands may not. */
function useCardPlace(panel: RefObject<HTMLElement | null>, card: OpenCard): void {
  useLayoutEffect(() => {
    const box = panel.current;
    if (!box) return;
    const { width, height } = box.getBoundingClientRect();
    const view = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = cardPlace(card.anchor.getBoundingClientRect(), { width, height }, view);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
    box.style.maxHeight = `${view.height - top - MARGIN}px`;
    if (inNoticesWay({ right: left + width, bottom: top + height }, view)) return raiseNotices();
  }, [panel, card]);
}

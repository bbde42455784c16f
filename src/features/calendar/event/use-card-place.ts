import { type RefObject, useLayoutEffect } from 'react';
import type { OpenCard } from '#calendar/state/card-store.ts';
import { raiseNotices } from '#ui/raise-notices.ts';

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

/** Whether notices in their corner, as wide and as high as two become, would lie over what ends there. Pixels of the window. */
const inNoticesWay = (card: { right: number; bottom: number }, view: { width: number; height: number }) =>
  card.right > view.width - 520 && card.bottom > view.height - 240;

/** Places the card once, when it opens: what it says may change under the pointer, where it stands may not. */
export function useCardPlace(panel: RefObject<HTMLElement | null>, card: OpenCard): void {
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

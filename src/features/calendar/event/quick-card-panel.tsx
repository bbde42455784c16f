import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { OpenCard } from '#calendar/state/card-store.ts';
import { useCardFocus } from './use-card-focus.ts';
import { useCardPlace } from './use-card-place.ts';

interface CardPanelProps {
  card: OpenCard;
  title: string;
  children: ReactNode;
}

/** What the card for mouse and keyboard stands on: beside its appointment, never over it. */
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

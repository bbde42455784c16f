import { Move } from 'lucide-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatTimeRange } from '#domain/date-format.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { askToMove } from './card-store.ts';
import type { EventView } from './day-view.ts';
import { Marks } from './event-block.tsx';

export interface EventListRequest {
  title: string;
  events: readonly EventView[];
  /** The button that opened it: the list stands beside it and gives the focus back. */
  opener: HTMLElement;
}

interface EventListProps extends EventListRequest {
  onOpen(eventId: string): void;
  onClose(): void;
}

const MARGIN = 8;
const GAP = 6;

/** Below its button where there is room, above it where there is none; never outside the window. */
function placeBeside(panel: HTMLElement, opener: HTMLElement): void {
  const button = opener.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = button.bottom + GAP;
  const top = below + height > window.innerHeight - MARGIN ? Math.max(MARGIN, button.top - GAP - height) : below;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.min(Math.max(MARGIN, button.right - width), window.innerWidth - width - MARGIN)}px`;
}

/** Appointments that have no room of their own, in time order; each opens. One list for the whole grid. */
export function EventList({ title, events, opener, onOpen, onClose }: EventListProps) {
  const { t } = useTranslation('booking');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = panel.current;
    if (!box) return;
    placeBeside(box, opener);
    box.querySelector('button')?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.contains(event.target)) onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      opener.focus();
    };
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('focusin', outside, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('focusin', outside, true);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [opener, onClose]);

  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={title}
      className="pop layer-pop fixed flex max-h-[70dvh] w-80 max-w-[calc(100vw-1rem)] flex-col gap-1 overflow-auto p-2"
    >
      <h2 className="px-1 pb-1 text-sm font-semibold">{title}</h2>
      {events.map((event) => (
        <div key={event.id} className="flex gap-1">
          <button
            type="button"
            data-listed={event.id}
            className={classNames('cal-chip min-h-11 flex-1', event.fill === 'cancelled' && 'line-through')}
            style={{ '--c': event.color } as CSSProperties}
            aria-label={event.label}
            onClick={() => {
              onClose();
              onOpen(event.id);
            }}
          >
            <span className="tnum">{formatTimeRange(event.from, event.to)}</span>
            <b className="flex-1">{event.name}</b>
            <Marks event={event} />
          </button>
          {event.onlyRead ? null : (
            <Button
              variant="ghost"
              iconOnly
              className="h-11! flex-none"
              label={t('move_title', { name: event.name })}
              icon={<Move className="i" aria-hidden="true" />}
              onClick={() => {
                onClose();
                askToMove(event);
              }}
            />
          )}
        </div>
      ))}
    </div>,
    document.body,
  );
}

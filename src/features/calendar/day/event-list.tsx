import { Layers2, Lightbulb, Move } from 'lucide-react';
import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { EventView } from '#calendar/reads/day-view.ts';
import { askToMove, openCard } from '#calendar/state/card-store.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import { Marks } from '#features/shared/event-marks.tsx';
import { useLanguage } from '#i18n/use-language.ts';
import { useOpenPanel } from '#ui/overlay/open-panels.ts';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { ListBehind } from './list-behind.ts';

export interface EventListRequest extends ListBehind {
  /** The button that opened it: the list stands beside it and gives the focus back. */
  opener: HTMLElement;
}

interface EventListProps extends EventListRequest {
  onOpen(eventId: string): void;
  onClose(): void;
}

const MARGIN = 8;
const GAP = 6;
/** Free times that are named: the first ones are enough. */
const MOST_NAMED = 4;

/** Below its button where there is room, above it where there is none; never outside the window. */
function placeBeside(panel: HTMLElement, opener: HTMLElement): void {
  const button = opener.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const lowest = window.innerHeight - MARGIN - height;
  const below = button.bottom + GAP;
  const top = below > lowest ? Math.min(button.top - GAP - height, lowest) : below;
  panel.style.top = `${Math.max(MARGIN, top)}px`;
  panel.style.left = `${Math.min(Math.max(MARGIN, button.right - width), window.innerWidth - width - MARGIN)}px`;
}

/** Appointments that have no room of their own, in time order; each opens. One list for the whole grid. */
export function EventList({ opener, onOpen, onClose, ...behind }: EventListProps) {
  const { t } = useTranslation(['booking', 'calendar']);
  const { events, employee } = behind;
  const title = t('calendar:list_title', { count: events.length, employee });
  const range = formatTimeRange(Math.min(...events.map(({ from }) => from)), Math.max(...events.map(({ to }) => to)));
  useOpenPanel();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = panel.current;
    if (!box) return;
    const place = () => placeBeside(box, opener);
    place();
    box.querySelector('button')?.focus();
    opener.setAttribute('aria-expanded', 'true'); // on the element: the column is not drawn for it
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.contains(event.target)) onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      const buttons = [...box.querySelectorAll('button')];
      const leaves = event.key === 'Tab' && document.activeElement === (event.shiftKey ? buttons[0] : buttons.at(-1));
      if (event.key !== 'Escape' && !leaves) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
      opener.focus();
    };
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('focusin', outside, true);
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      opener.removeAttribute('aria-expanded');
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('focusin', outside, true);
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [opener, onClose]);

  const pressedBy = useRef('');
  const open = ({ id, onlyRead }: EventView, { detail }: MouseEvent) => {
    onClose();
    // As in the grid, a finger is asked for the card (CAL-21).
    if (detail !== 0 && pressedBy.current === 'touch' && !onlyRead) openCard({ id, by: 'touch', anchor: opener });
    else onOpen(id);
  };

  return createPortal(
    <div
      ref={panel}
      onPointerDown={({ pointerType }) => {
        pressedBy.current = pointerType;
      }}
      role="dialog"
      aria-label={title}
      className="pop layer-pop fixed flex max-h-[70dvh] w-96 max-w-[calc(100vw-1rem)] flex-col p-0!"
    >
      <h2 className="flex items-center gap-2.5 px-3 pt-3 pb-2 text-sm font-semibold">
        <Layers2 className="i flex-none text-warning" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className="flex-none font-normal text-ink-2 tnum">{range}</span>
      </h2>
      <div className="flex min-h-0 flex-col gap-1 overflow-auto px-2 pb-2">
        {events.map((event) => (
          <div key={event.id} className="flex gap-1">
            <button
              type="button"
              data-listed={event.id}
              className={classNames('cal-chip min-h-11 flex-1', event.fill === 'cancelled' && 'line-through')}
              style={{ '--c': event.color } as CSSProperties}
              aria-label={event.label}
              onClick={(click) => open(event, click)}
            >
              <span className="w-[6.5rem] flex-none text-sm tnum">{event.range ?? formatTimeRange(event.from, event.to)}</span>{' '}
              <span className="min-w-0 flex-1 leading-tight">
                <b className="block truncate text-sm">{event.name}</b>{' '}
                {event.service ? <span className="block truncate">{event.service}</span> : null}
              </span>
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
      </div>
      <FreeTimes {...behind} />
    </div>,
    document.body,
  );
}

/** „Свободно при Габриела: 14:00–15:00 и след 16:45.“ */
function FreeTimes({ employee, free, until }: ListBehind) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  if (!free) return null;
  const words = free
    .slice(0, MOST_NAMED)
    .map(({ from, to }) => (to === until ? t('list_free_after', { time: formatTime(from) }) : formatTimeRange(from, to)));
  const times = new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
  return (
    <p className="flex flex-none gap-2 border-t border-line bg-surface-2 px-3 py-2.5 text-sm text-ink-2">
      <Lightbulb className="i i-sm mt-0.5 flex-none" aria-hidden="true" />
      <span>{words.length > 0 ? t('list_free', { employee, times }) : t('list_free_none', { employee })}</span>
    </p>
  );
}

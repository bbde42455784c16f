import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import type { EventView } from './day-view.ts';
import { Marks } from './event-block.tsx';
import { useOpenEvent } from './open-event.ts';

interface EventListPopoverProps {
  /** Names the button for the grid's roving focus. */
  stop: string;
  events: readonly EventView[];
  title: string;
  /** The button's accessible name. */
  label: string;
  buttonClassName: string;
  buttonStyle: CSSProperties;
  children: ReactNode;
}

/** Appointments that have no room of their own, in time order; each opens. */
export function EventListPopover({ stop, events, title, label, buttonClassName, buttonStyle, children }: EventListPopoverProps) {
  const open = useOpenEvent();
  return (
    <Popover className="contents">
      <PopoverButton
        className={buttonClassName}
        style={buttonStyle}
        aria-label={label}
        title={label}
        data-stop={stop}
        tabIndex={-1}
      >
        {children}
      </PopoverButton>
      <PopoverPanel
        transition
        focus
        anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
        className="pop layer-pop flex w-80 max-w-[calc(100vw-1rem)] flex-col gap-1 p-2"
      >
        {({ close }) => (
          <>
            <h2 className="px-1 pb-1 text-sm font-semibold">{title}</h2>
            {events.map((event) => (
              <button
                key={event.id}
                type="button"
                data-listed={event.id}
                className={classNames('cal-chip min-h-11 flex-none', event.fill === 'cancelled' && 'line-through')}
                style={{ '--c': event.color } as CSSProperties}
                aria-label={event.label}
                onClick={() => {
                  close();
                  open(event.id);
                }}
              >
                <span className="tnum">{event.time}</span>
                <b className="flex-1">{event.name}</b>
                <Marks event={event} />
              </button>
            ))}
          </>
        )}
      </PopoverPanel>
    </Popover>
  );
}

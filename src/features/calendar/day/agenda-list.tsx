import type { CSSProperties } from 'react';
import type { EventView } from '#calendar/reads/day-view.ts';
import { unbroken } from '#calendar/reads/unbroken.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { splitName } from '#domain/names.ts';
import { classNames } from '#ui/class-names.ts';
import { FILL_CLASS } from './event-box.ts';
import { Marks } from './event-marks.tsx';

export interface AgendaItem {
  event: EventView;
  employee: string;
}

/** By start, then by name of the employee. */
export const byStart = (a: AgendaItem, b: AgendaItem) =>
  a.event.from - b.event.from || (a.employee + a.event.id < b.employee + b.event.id ? -1 : 1);

interface AgendaListProps {
  label: string;
  items: readonly AgendaItem[];
  onOpen(eventId: string): void;
}

/** Appointments in time order, one line each, as a phone has room for. */
export function AgendaList({ label, items, onOpen }: AgendaListProps) {
  return (
    <ul className="flex flex-col gap-1.5" aria-label={label}>
      {items.map(({ event, employee }) => (
        <li key={`${event.columnId}/${event.id}`}>
          <button
            type="button"
            data-event={event.id}
            data-fixed
            data-read={event.onlyRead || undefined}
            className={classNames(
              'agenda-row',
              FILL_CLASS[event.fill],
              (event.unsent || event.trouble) && 'unsynced',
              event.open && 'double',
            )}
            style={{ '--c': event.color } as CSSProperties}
            aria-label={event.label}
            onClick={() => onOpen(event.id)}
          >
            <span className={classNames('time tnum', event.range && 'whitespace-normal!')}>
              {event.range ? unbroken(event.range) : formatTimeRange(event.from, event.to)}
            </span>{' '}
            <span className="min-w-16 flex-1">
              <b className="block truncate">{event.name}</b>{' '}
              {event.service ? <span className="block truncate text-xs">{event.service}</span> : null}{' '}
              {event.note ? <span className="block truncate text-xs">{event.note}</span> : null}
            </span>{' '}
            <span className="flex flex-none flex-col items-end gap-0.5 text-xs">
              <Marks event={event} />
              <span>{splitName(employee).first || employee}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

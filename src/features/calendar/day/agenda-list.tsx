import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnView, type EventView, eventsIn } from '#calendar/reads/day-view.ts';
import { unbroken } from '#calendar/reads/event-words.ts';
import { splitName } from '#domain/people/names.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { FILL_CLASS, Marks } from '#features/shared/event-marks.tsx';
import { classNames } from '#ui/style/class-names.ts';

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

interface AgendaDayProps {
  columns: readonly ColumnView[];
  dayLabel: string;
  onOpen(eventId: string): void;
}

/** The day as a list, for a phone: everybody's appointments in time order. */
export function AgendaDay({ columns, dayLabel, onOpen }: AgendaDayProps) {
  const { t } = useTranslation('calendar');
  const items = columns.flatMap((column) => eventsIn(column).map((event) => ({ event, employee: column.name }))).sort(byStart);
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3 pb-24">
      {items.length === 0 ? (
        <p className="py-6 text-center text-ink-2">{t('agenda_empty')}</p>
      ) : (
        <AgendaList label={t('agenda', { day: dayLabel })} items={items} onOpen={onOpen} />
      )}
    </div>
  );
}

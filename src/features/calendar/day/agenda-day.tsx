import { useTranslation } from 'react-i18next';
import { type ColumnView, eventsIn } from '#calendar/reads/day-view.ts';
import { AgendaList, byStart } from './agenda-list.tsx';

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

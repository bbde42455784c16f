import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { closedOn, openSpansOn, type SalonDays } from '#domain/booking/open-days.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { closedAside } from '#features/shared/open-words.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { formatDayLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { dismissToast, toast } from '#ui/overlay/toast-store.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';

const UsualHoursDialog = lazyPart(() => import('./usual-hours-dialog.tsx').then((m) => m.UsualHoursDialog));

/** Opens a booking at the pressed place; without `start` no time was pressed. */
type Book = (draft: { employee: string; date: LocalDate; start?: number }) => void;

/**
 * Answers a press in the column of an employee who does not work that day: one without any shifts is offered hours, a day off or
 * a closed salon is told. Both can be booked all the same.
 */
export function useNoShift(
  date: LocalDate,
  open: SalonDays | null,
  onBook: Book,
): { tell(column: ColumnView, minute: number | null): void; dialog: ReactNode } {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const maySetHours = useRights().may('employee_weekly_shifts', 'intervals');
  const [asked, setAsked] = useState<{ column: ColumnView; minute: number | null } | null>(null);
  const book = (column: ColumnView, minute: number | null) =>
    onBook({ employee: column.id, date, ...(minute === null ? {} : { start: minute }) });

  const tell = (column: ColumnView, minute: number | null) => {
    if (column.bare && maySetHours) return setAsked({ column, minute });
    const day = formatDayLabel(date, language, 'short');
    const isClosed = openSpansOn(open, date)?.length === 0;
    const id = toast({
      note: true,
      title: t(isClosed ? 'closed' : column.away ? 'away' : 'day_off_title'),
      description: isClosed
        ? t('closed_text', { day, why: closedAside(closedOn(open, date), language) })
        : t('day_off_text', { name: column.name, day }),
      action: {
        label: t('book_anyway'),
        onAction: () => {
          dismissToast(id);
          book(column, minute);
        },
      },
    });
  };
  const dialog = asked ? (
    <UsualHoursDialog
      employees={[asked.column]}
      onBook={() => {
        setAsked(null);
        book(asked.column, asked.minute);
      }}
      onClose={() => setAsked(null)}
    />
  ) : null;
  return { tell, dialog };
}

import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AgendaList, byStart } from '#calendar/day/agenda-list.tsx';
import { weekDayIs } from '#calendar/reads/grid-dom.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { type LocalDate, weekDates } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { WeekRowView } from './week-build.ts';

interface WeekListProps {
  rows: readonly WeekRowView[];
  monday: LocalDate;
  today: LocalDate;
  /** When the salon is open. */
  open: SalonDays | null;
  label: string;
  onOpen(eventId: string, date: LocalDate): void;
  onBook(date: LocalDate): void;
  onDay(date: LocalDate): void;
}

/** The week on a phone: a list of days. */
export function WeekList({ rows, monday, today, open, label, onOpen, onBook, onDay }: WeekListProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const list = useRef<HTMLElement>(null);
  // This week opens on today, which may stand far below Monday.
  useLayoutEffect(() => {
    const box = list.current;
    const first = box?.querySelector<HTMLElement>(weekDayIs(monday));
    const own = box?.querySelector<HTMLElement>(weekDayIs(today)) ?? first;
    if (box && first && own) box.scrollTop = own.offsetTop - first.offsetTop;
  }, [monday, today]);
  return (
    <section ref={list} className="min-h-0 flex-1 overflow-auto px-3 pb-24" aria-label={label}>
      {weekDates(monday).map((date, index) => {
        const items = rows
          .flatMap(({ name, cells }) => (cells[index]?.chips ?? []).map((event) => ({ event, employee: name })))
          .sort(byStart);
        const day = `${formatWeekday(date, language, 'long')}, ${formatDayMonth(date, language)}`;
        const closed = closedLabel(open, date, language);
        return (
          <section key={date} aria-label={day} data-day={date} className="border-line border-b pb-3 last:border-0">
            <h2 className="sticky top-0 z-(--z-sticky) flex flex-wrap items-center gap-x-2 bg-surface py-1.5">
              <button
                type="button"
                className={classNames('wk-day min-h-11 flex-none whitespace-nowrap font-semibold', date === today && 'today')}
                onClick={() => onDay(date)}
              >
                {date === today ? <b className="text-sm!">{day}</b> : day}
              </button>
              {items.length > 0 ? (
                <span className="min-w-12 flex-1 truncate text-xs text-ink-3">{t('appointments', { count: items.length })}</span>
              ) : null}
              <Button
                variant="ghost"
                iconOnly
                className="ml-auto"
                icon={<Plus className="i" aria-hidden="true" />}
                label={t('week_list_book', { day })}
                onClick={() => onBook(date)}
              />
            </h2>
            {closed === null ? null : <p className="pb-1 text-ink-2 text-sm">{closed}</p>}
            {items.length > 0 ? (
              <AgendaList label={day} items={items} onOpen={(id) => onOpen(id, date)} />
            ) : closed === null ? (
              <p className="text-sm text-ink-3">{t('agenda_empty')}</p>
            ) : null}
          </section>
        );
      })}
    </section>
  );
}

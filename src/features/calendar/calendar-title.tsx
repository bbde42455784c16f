import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { addDays, type LocalDate, mondayOf } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatDayLabel, formatDayMonth, formatWeekday, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import { DatePicker } from '#ui/dates/date-picker.tsx';
import { Button } from '#ui/page/button.tsx';
import { useIsPhone, useMedia } from '#ui/style/use-media.ts';

/** Wide screens have the team behind a button, narrow ones in a strip below the bar; what fingers press takes more room. */
export const useHasStrip = () => useMedia('(max-width: 63.99rem), (pointer: coarse) and (max-width: 69.99rem)');
/** Room for the year as well: what the sync chip says gives way to it. */
const useHasYear = () => useMedia('(min-width: 80rem)');
/** Room for long words: „New appointment“, and the whole names of two months that share a week. */
export const useIsRoomy = () => useMedia('(min-width: 100rem)');
/** Room for „Само на смяна“ in one line; below it that stands in „Екип“. */
export function useIsWide(): boolean {
  const wideForMouse = useMedia('(min-width: 90rem) and (pointer: fine)');
  const roomy = useIsRoomy();
  return wideForMouse || roomy;
}

/** How many days previous and next go (WEEK-08). */
const stepOf = ({ view }: CalendarState): number => (view === 'week' ? 7 : 1);

/** Previous or next, by the step of the view. */
export function StepButton({ state, by }: { state: CalendarState; by: 1 | -1 }) {
  const { t } = useTranslation('calendar');
  const Icon = by < 0 ? ChevronLeft : ChevronRight;
  const week = state.view === 'week';
  return (
    <Button
      variant="ghost"
      iconOnly
      label={t(by < 0 ? (week ? 'previous_week' : 'previous_day') : week ? 'next_week' : 'next_day')}
      icon={<Icon className="i" aria-hidden="true" />}
      onClick={() => state.onDate(addDays(state.date, by * stepOf(state)))}
    />
  );
}

/** Previous, today, next, before the title; on a phone the day stands between the arrows. */
export const DaySteps = memo(function DaySteps({ state }: { state: CalendarState }) {
  const { t } = useTranslation('calendar');
  if (useIsPhone()) return <StepButton state={state} by={-1} />;
  return (
    <>
      <StepButton state={state} by={-1} />
      <Button onClick={state.onToday}>{t('today')}</Button>
      <StepButton state={state} by={1} />
    </>
  );
});

const weekLabel = (monday: LocalDate, language: Language) => formatWeekLabel(monday, addDays(monday, 6), language);
const yearOf = (date: LocalDate) => date.slice(0, 4);

/** Without the year where there is no room for it; that of another year than today's is never left out. */
function useTitle({ date, today, view }: CalendarState): string {
  const language = useLanguage();
  const phone = useIsPhone(); // there it stands below
  const roomy = useHasYear();
  const months = useIsRoomy() ? 'long' : 'short';
  const monday = mondayOf(date);
  const days = view === 'week' ? [monday, addDays(monday, 6)] : [date];
  const year = roomy || (!phone && !days.some((day) => yearOf(day) === yearOf(today)));
  if (view === 'week') {
    const week = formatWeekLabel(monday, addDays(monday, 6), language, months);
    return year ? week : week.replaceAll(/ \d{4}/g, '');
  }
  return year
    ? formatDayLabel(date, language, 'short')
    : `${formatWeekday(date, language, 'short')}, ${formatDayMonth(date, language)}`;
}

/** Which day or week is shown now, and if the day is closed, for the ear: whoever goes on by a button or a key keeps the focus there. */
export function DaySpoken({ state: { date, view }, open }: { state: CalendarState; open: SalonDays | null }) {
  const language = useLanguage();
  const day = [formatDayLabel(date, language, 'long'), closedLabel(open, date, language)].filter(Boolean).join('. ');
  const shown = view === 'week' ? weekLabel(mondayOf(date), language) : day;
  const last = useRef(shown);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (last.current !== shown) setSaid(shown);
    last.current = shown;
  }, [shown]);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}

/** The name of the day or the week; opens the month. */
export const DayTitle = memo(function DayTitle({ state, open }: { state: CalendarState; open: SalonDays | null }) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const phone = useIsPhone();
  const { date, today, view, onDate } = state;
  const title = useTitle(state);
  const now = view === 'week' ? mondayOf(date) === mondayOf(today) : date === today;
  const below = phone ? (now ? t(view === 'week' ? 'this_week' : 'today') : date.slice(0, 4)) : null;
  return (
    <h1 className="contents">
      <DatePicker
        value={date}
        today={today}
        onChange={onDate}
        noteOf={(day) => closedLabel(open, day, language)}
        label={t('choose_day', { day: below ? `${title} ${below}` : title })}
        buttonClassName="cal-title btn btn-ghost min-w-0 gap-1! px-2! text-ink! max-md:h-auto max-md:min-h-(--control-h) max-md:flex-col max-md:items-start max-md:gap-0! max-md:px-0!"
      >
        <span className="max-w-full truncate text-lg font-semibold max-md:text-base max-md:leading-5 max-[23.4rem]:text-[.9375rem]">
          {title}
        </span>{' '}
        <span className="flex items-center gap-1 text-2xs font-normal leading-4 text-ink-3">
          {below}
          <ChevronDown className="i i-sm text-ink" aria-hidden="true" />
        </span>
      </DatePicker>
    </h1>
  );
});

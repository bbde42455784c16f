import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { shiftLabel } from '#domain/shifts/availability.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import { offWords } from '#shifts/reads/shift-words.ts';
import type { PlannedDay, PlannedWeek } from '#shifts/reads/week-plan.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';

/** The first letter of a weekday: П В С Ч П С Н. */
const letterOf = (date: LocalDate, language: Language) =>
  (formatWeekday(date, language, 'long')[0] ?? '').toLocaleUpperCase(language);

export interface ShiftsTeamProps {
  plan: readonly PlannedWeek[];
  today: LocalDate;
  /** When the salon is open. */
  openDays: SalonDays | null;
  onOpen: (employeeId: string) => void;
}

/** Each employee with the weekdays that they work and the week's hours. */
export function ShiftsTeam({ plan, today, openDays, onOpen }: ShiftsTeamProps) {
  const { t } = useTranslation('shifts');
  return (
    <ul className="card overflow-hidden max-md:rounded-none! max-md:border-x-0!" aria-label={t('team')}>
      {plan.map(({ employee, days, hours }) => (
        <li key={employee.id}>
          <button
            type="button"
            className="list-row min-h-[4.25rem]! w-full gap-x-4! gap-y-2 text-left hover:bg-surface-2 max-lg:flex-wrap md:px-5!"
            aria-haspopup="dialog"
            onClick={() => onOpen(employee.id)}
          >
            <EmployeeAvatar name={employee.name} color={employee.color} className="h-11! w-11!" />
            <span className="min-w-16 flex-1 leading-tight lg:w-52 lg:flex-none">
              <b className="block truncate font-semibold max-[20rem]:whitespace-normal">{employee.name}</b>
              <span className="block truncate text-xs text-ink-3">{employee.position}</span>
            </span>
            <span className="flex-none text-right lg:order-last">
              <b className="tnum text-base font-semibold">{hours}</b>{' '}
              <span className="text-ink-3">{t('hours', { count: hours })}</span>
            </span>
            <Weekdays days={days} color={employee.color} today={today} />
            <Today days={days} today={today} openDays={openDays} />
            <Away days={days} />
            <ChevronRight className="i text-ink-3 lg:order-last max-lg:hidden" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Weekdays({ days, color, today }: { days: readonly PlannedDay[]; color: string; today: LocalDate }) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const working = days.filter((day) => day.worked.length > 0);
  const words = working.map((day) => formatWeekday(day.date, language, 'long')).join(', ') || t('no_working_days');
  return (
    <span className="flex flex-wrap gap-1.5 max-lg:basis-full max-lg:pl-[3.75rem] max-md:pl-0">
      <span className="sr-only">{t('working_days', { days: words })}</span>
      {days.map((day) => (
        <span
          key={day.date}
          aria-hidden="true"
          title={shiftLabel(day.worked)}
          className={classNames(
            'grid h-9 w-9 place-items-center rounded-md text-sm',
            day.worked.length > 0 ? 'font-semibold forced-colors:border' : 'bg-surface-2 text-ink-3',
            day.date === today && 'outline-2 outline-offset-1 outline-horn',
          )}
          style={day.worked.length > 0 ? tintOf(color) : undefined}
        >
          {letterOf(day.date, language)}
        </span>
      ))}
    </span>
  );
}

function Today({ days, today, openDays }: Pick<ShiftsTeamProps, 'today' | 'openDays'> & { days: readonly PlannedDay[] }) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const day = days.find((one) => one.date === today);
  if (!day) return <span className="hidden flex-1 lg:block" />;
  const label = shiftLabel(day.worked);
  const closed = closedLabel(openDays, today, language);
  return (
    <span className="text-sm text-ink-2 max-lg:basis-full max-lg:pl-[3.75rem] max-md:pl-0 lg:ml-4 lg:flex-1">
      {label ? t('today_hours', { hours: label }) : (closed ?? t(day.off ? 'away_today' : 'off_today'))}
    </span>
  );
}

/** The days of the week on which somebody is away, and why; days in a row that say the same are one. */
function Away({ days }: { days: readonly PlannedDay[] }) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const runs: { from: LocalDate; to: LocalDate; words: string }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    const words = offWords(day, t);
    if (last?.words === words && addDays(last.to, 1) === day.date) last.to = day.date;
    else if (words) runs.push({ from: day.date, to: day.date, words });
  }
  if (runs.length === 0) return null;
  const nameOf = (date: LocalDate) => formatWeekday(date, language, 'short');
  return (
    <span className="basis-full text-sm text-ink-2 lg:basis-64 lg:flex-none">
      {runs.map(({ from, to, words }) => (
        <span key={from} className="block max-lg:pl-[3.75rem] max-md:pl-0">
          {from === to ? nameOf(from) : `${nameOf(from)}–${nameOf(to)}`}: {words}
        </span>
      ))}
    </span>
  );
}

/** The tint and ink of the employee's colour (src/README.md, “How it looks”). */
export const tintOf = (color: string): CSSProperties => ({
  background: `oklch(from ${color} var(--evt-bg-l) min(calc(c * .42), .075) h)`,
  color: `oklch(from ${color} var(--evt-ink-l) min(c, .1) h)`,
});

import { CalendarClock, ChevronDown, ChevronLeft, ChevronRight, Plus, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDayLabel, formatDayMonth, formatWeekday } from '#domain/date-format.ts';
import { shortName, splitName } from '#domain/names.ts';
import { addDays, type LocalDate } from '#domain/time.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { classNames } from '#ui/class-names.ts';
import { DatePicker } from '#ui/date-picker.tsx';
import { Popover } from '#ui/popover.tsx';
import { useIsPhone, useMedia } from '#ui/use-media.ts';

interface DayStepsProps {
  date: LocalDate;
  today: LocalDate;
  onDate(date: LocalDate): void;
}

/** Previous day, today, next day, before the title; on a phone the day stands between the arrows. */
export function DaySteps({ date, today, onDate }: DayStepsProps) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  const previous = (
    <Step
      icon={<ChevronLeft className="i" aria-hidden="true" />}
      label={t('previous_day')}
      onClick={() => onDate(addDays(date, -1))}
    />
  );
  if (phone) return previous;
  return (
    <>
      {previous}
      <Button onClick={() => onDate(today)}>{t('today')}</Button>
      <NextDay date={date} onDate={onDate} />
    </>
  );
}

function Step({ icon, label, onClick }: { icon: React.ReactNode; label: string; onClick: () => void }) {
  return <Button variant="ghost" iconOnly label={label} icon={icon} onClick={onClick} />;
}

function NextDay({ date, onDate }: Omit<DayStepsProps, 'today'>) {
  const { t } = useTranslation('calendar');
  return (
    <Step
      icon={<ChevronRight className="i" aria-hidden="true" />}
      label={t('next_day')}
      onClick={() => onDate(addDays(date, 1))}
    />
  );
}

/** The day's name; opens the month. */
export function DayTitle({ date, today, onDate }: DayStepsProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const phone = useIsPhone();
  const wide = useMedia('(min-width: 80rem)');
  const long = formatDayLabel(date, language, 'long');
  const short = `${formatWeekday(date, language, 'short')}, ${formatDayMonth(date, language)}`;
  return (
    <DatePicker
      value={date}
      today={today}
      onChange={onDate}
      label={t('choose_day', { day: long })}
      buttonClassName="btn btn-ghost min-w-0 px-2! text-ink! max-md:h-auto max-md:min-h-(--control-h) max-md:flex-col max-md:items-start max-md:gap-0 max-md:px-1!"
    >
      <span className="flex min-w-0 max-w-full items-center gap-1">
        <h1 className="truncate whitespace-nowrap text-lg font-semibold max-md:text-base max-md:leading-5">
          {wide ? formatDayLabel(date, language, 'short') : short}
        </h1>
        {phone ? null : <ChevronDown className="i i-sm" aria-hidden="true" />}
      </span>
      {phone ? (
        <span className="text-2xs font-normal leading-4 text-ink-3">{date === today ? t('today') : date.slice(0, 4)}</span>
      ) : null}
    </DatePicker>
  );
}

interface TeamProps {
  employees: readonly LocalRow<'resources'>[];
  hidden: ReadonlySet<string>;
  onHidden(hidden: ReadonlySet<string>): void;
}

interface BarActionsProps extends DayStepsProps, TeamProps {
  onNew(): void;
}

/** Wide screens have the team behind a button, narrow ones in a strip below the bar. */
export const useHasStrip = () => useMedia('(max-width: 63.99rem)');

export function BarActions({ date, today, onDate, onNew, ...team }: BarActionsProps) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  const strip = useHasStrip();
  if (phone) {
    return (
      <>
        <NextDay date={date} onDate={onDate} />
        {date === today ? null : (
          <Step icon={<CalendarClock className="i" aria-hidden="true" />} label={t('today')} onClick={() => onDate(today)} />
        )}
      </>
    );
  }
  return (
    <>
      {strip || team.employees.length === 0 ? null : <TeamPopover {...team} />}
      <Button variant="primary" icon={<Plus className="i" aria-hidden="true" />} label={t('new_appointment')} onClick={onNew}>
        {strip ? t('new_short') : t('new_appointment')}
      </Button>
    </>
  );
}

function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

function TeamPopover({ employees, hidden, onHidden }: TeamProps) {
  const { t } = useTranslation('calendar');
  const shown = employees.filter(({ id }) => !hidden.has(id)).length;
  return (
    <Popover
      anchor="bottom end"
      label={t('team_shown', { shown, total: employees.length })}
      panelLabel={t('team')}
      panelClassName="w-72 max-w-[calc(100vw-1rem)]"
      button={
        <>
          <UsersRound className="i" aria-hidden="true" />
          <span>{t('team')}</span>
          <span className="count">{shown}</span>
          <ChevronDown className="i i-sm" aria-hidden="true" />
        </>
      }
    >
      {employees.map(({ id, name, color }) => (
        <Checkbox
          key={id}
          className="opt-row"
          checked={!hidden.has(id)}
          onChange={() => onHidden(toggled(hidden, id))}
          icon={<EmployeeAvatar name={name} color={color} size="sm" />}
          label={name}
        />
      ))}
      {hidden.size > 0 ? (
        <Button variant="ghost" className="mt-1 w-full" onClick={() => onHidden(new Set())}>
          {t('show_all')}
        </Button>
      ) : null}
    </Popover>
  );
}

/** On a phone and an upright tablet: one tap shows or hides an employee's column. */
export function TeamStrip({ employees, hidden, onHidden }: TeamProps) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  return (
    <fieldset className="flex flex-none gap-1 overflow-x-auto border-b border-line bg-canvas px-2 py-1.5">
      <legend className="sr-only">{t('team')}</legend>
      {employees.map(({ id, name, color }) => {
        const shown = !hidden.has(id);
        const first = splitName(name).first || name;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={shown}
            aria-label={name}
            className={classNames(
              'flex flex-none items-center rounded-lg text-ink-2',
              phone ? 'w-[58px] flex-col gap-0.5 py-1.5' : 'min-h-(--control-h) gap-2 rounded-full! px-1.5',
              shown && 'bg-primary-soft text-primary-ink font-semibold',
              shown && !phone && 'pr-3!',
            )}
            onClick={() => onHidden(toggled(hidden, id))}
          >
            <EmployeeAvatar name={name} color={color} />
            {phone ? <span className="w-full truncate text-center text-2xs leading-4">{shortName(first)}</span> : null}
            {!phone && shown ? <span>{shortName(first)}</span> : null}
          </button>
        );
      })}
    </fieldset>
  );
}

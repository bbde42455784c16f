import type { TFunction } from 'i18next';
import { Plus } from 'lucide';
import { type CSSProperties, memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import { dutyByHour, type OnDuty } from '#domain/shifts/plan-bars.ts';
import { type LocalDate, MINUTES_OF_DAY } from '#domain/time/time.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import { formatDayLabel, formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { reasonWords } from '#shifts/reads/shift-words.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { plainIcon } from '#ui/page/plain-icon.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { barPlaceOf } from './plan-picture.ts';
import { hoursOf, isAway, type PlanDay, type PlanRow } from './plan-rows.ts';
import { useNear } from './use-near.ts';

interface PlanDayProps {
  day: PlanDay;
  axis: MinuteSpan;
  today: LocalDate;
  /** So many of its rows are drawn whole at once. */
  atOnce: number;
  /** Why the salon is closed on it; null: it is not. Its shifts stay, and are not worked but for additional ones. */
  closed?: string | null;
}

/** Says if somebody has a shift for this date alone. */
const isAdded = ({ own }: PlanRow) => own.some(({ type }) => type === 'additional_shift');

/** The day's foot among the names of its rows; no id is empty. */
const ON_DUTY = '';

/** One day of the plan: its employees with their bars, and below them who is on duty at each hour. */
export const PlanDayView = memo(function PlanDayView({ day, axis, today, atOnce, closed = null }: PlanDayProps) {
  const { t } = useTranslation(['plan', 'shifts']);
  const { t: ofPlan } = useTranslation('plan');
  const { t: ofShifts } = useTranslation('shifts');
  const language = useLanguage();
  const { date, rows } = day;
  const words = useMemo(
    () => ({
      t: ofPlan,
      shifts: ofShifts,
      day: formatDayLabel(date, language, 'short'),
      off: ofPlan('off'),
      away: ofPlan('away'),
    }),
    [ofPlan, ofShifts, date, language],
  );
  const place = useRef<HTMLElement>(null);
  const names = useMemo(() => [...rows.map(({ id }) => id), ON_DUTY], [rows]);
  const near = useNear(place, names, rows.length <= atOnce ? names : names.slice(0, atOnce));
  const working = rows.filter((row) => row.stretches.length > 0 && (closed === null || isAdded(row))).length;
  const hours = Array.from({ length: (axis.to - axis.from) / 60 - 1 }, (_, i) => axis.from + (i + 1) * 60);
  return (
    <section
      ref={place}
      className={classNames('card overflow-hidden', date < today && 'past')}
      data-date={date}
      data-plan-day
      aria-label={formatDayLabel(date, language, 'long')}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line bg-surface-2 px-4 py-2.5 md:px-5">
        <h2 className="text-base first-letter:uppercase">{formatWeekday(date, language, 'long')}</h2>
        <span className="text-ink-2">{formatDayMonth(date, language)}</span>
        {date === today ? <Badge className="bg-horn! text-on-horn! self-center">{t('shifts:today_badge')}</Badge> : null}
        {date < today ? <span className="text-xs text-ink-2">{t('shifts:past_mark')}</span> : null}
        {closed !== null || working === 0 ? (
          <Badge tone="warn" className="self-center">
            {closed ?? t('plan:nobody_works')}
          </Badge>
        ) : null}
        <span className="ml-auto text-xs text-ink-2">{t('shifts:on_shift', { count: working })}</span>
      </header>
      <div className="px-4 py-1 md:px-5">
        <div className="plan-row min-h-0!" aria-hidden="true">
          <span className="plan-axis col-start-3">
            {hours.map((minute) => (
              <span key={minute} className="tnum" style={{ left: `${((minute - axis.from) / (axis.to - axis.from)) * 100}%` }}>
                {formatTime(minute).replace(':00', '')}
              </span>
            ))}
          </span>
        </div>
        <ul>
          {rows.map((row, index) =>
            index === 0 || near.has(row.id) ? (
              <PlanRowView key={row.id} {...{ row, axis, words }} kept={closed !== null && !isAdded(row)} first={index === 0} />
            ) : (
              <FarRow key={row.id} {...{ row, words }} />
            ),
          )}
        </ul>
        {closed !== null ? null : near.has(ON_DUTY) ? (
          <DutyStrip day={day} axis={axis} />
        ) : (
          <div className="plan-row plan-duty" data-far={ON_DUTY} />
        )}
      </div>
    </section>
  );
});

interface RowWords {
  readonly t: TFunction<'plan'>;
  readonly shifts: TFunction<'shifts'>;
  /** The date, short. */
  readonly day: string;
  /** „почива“, „отсъства“. */
  readonly off: string;
  readonly away: string;
}

interface PlanRowProps {
  row: PlanRow;
  axis: MinuteSpan;
  /** Handed down: to ask for them in each of 350 rows took as long as to draw the rows. */
  words: RowWords;
  /** The salon is closed on the day: the shifts are kept, and not worked. */
  kept: boolean;
  /** The day's tab stop is its first row. */
  first: boolean;
}

const PLUS = plainIcon(Plus, 'i i-sm');

/** Why somebody is away; empty where nobody took time off. */
const awayOf = ({ reason }: PlanRow, { away, shifts }: RowWords) => (reason ? away + reasonWords(reason, shifts) : '');

/** An employee's day that is far from what is in view: the name and the hours, of which the browser lays out what it shows. */
const FarRow = memo(function FarRow({ row, words }: Pick<PlanRowProps, 'row' | 'words'>) {
  const said = [hoursOf(row.stretches), awayOf(row, words)].filter(Boolean).join(', ');
  return (
    <li className="plan-row far" data-row={row.id} data-far={row.id}>
      <span className="plan-name">{row.name}</span>
      <span className="plan-hours tnum">{said || words.off}</span>
    </li>
  );
});

/** An employee's day: the name, the hours, and the bars on the axis. Drawn again only when something of it changed. */
const PlanRowView = memo(function PlanRowView({ row, axis, words, kept, first }: PlanRowProps) {
  const { t, day, off: offWord } = words;
  const hours = hoursOf(row.stretches);
  const awayWords = awayOf(row, words);
  const away = isAway(row);
  const once = row.own.length > 0;
  const addLabel = t('add_shift', { name: row.name, day });
  return (
    <li className={classNames('plan-row', kept && 'kept')} data-row={row.id} style={{ '--c': row.color } as CSSProperties}>
      <span className="plan-who">
        <EmployeeAvatar name={row.name} color={row.color} size="sm" />
        <button type="button" className="plan-name" data-plan-stop data-name tabIndex={first ? 0 : -1} title={row.name}>
          {row.name}
          <span className="sr-only">{t('row', { day, hours: [hours, awayWords].filter(Boolean).join(', ') || offWord })}</span>
        </button>
      </span>
      <span className={classNames('plan-hours tnum', !hours && 'text-ink-3')}>
        {row.stretches.map((stretch) => (
          <span key={stretch.from}>{hoursOf([stretch])}</span>
        ))}
        {hours || row.reason ? null : offWord}
        {row.reason ? <span className="plan-away">{awayWords}</span> : null}
        {once && !row.reason ? <span className="text-2xs text-ink-3">{t('only_day')}</span> : null}
      </span>
      <span className={classNames('plan-track', away && 'away')} data-track={row.id}>
        {row.off.map((off) => (
          <i key={off.from} className="plan-off" style={barPlaceOf(off, axis)} title={awayWords} aria-hidden="true" />
        ))}
        {row.tail.map((bar) => (
          <i key={bar.from} className="plan-bar tail" style={barPlaceOf(bar, axis)} title={t('tail')} aria-hidden="true" />
        ))}
        {row.bars.map((bar, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar that was moved is the same bar
            key={index}
            type="button"
            tabIndex={-1}
            data-plan-stop
            data-bar={index}
            className={classNames('plan-bar', once && 'once')}
            style={barPlaceOf(bar, axis)}
            aria-label={t('bar', { name: row.name, day, hours: formatTimeRange(bar.from, bar.to) })}
            aria-describedby="plan-keys"
          >
            <span data-hours>{formatTimeRange(bar.from, bar.to)}</span>
          </button>
        ))}
        <i className="plan-bar draft" data-draft hidden aria-hidden="true">
          <span data-hours />
        </i>
      </span>
      <button
        type="button"
        tabIndex={-1}
        data-plan-stop
        data-add
        disabled={away}
        className="btn btn-ghost btn-icon btn-sm"
        aria-label={addLabel}
        title={addLabel}
      >
        {PLUS}
      </button>
    </li>
  );
});

interface DutyStripProps {
  day: PlanDay;
  axis: MinuteSpan;
}

/** So many colours are drawn, the number counts all. */
const DRAWN = 4;

/** Hours that follow each other with the same people, so that an ear hears each change once. */
function runsOf(hours: readonly OnDuty[]): OnDuty[] {
  const runs: OnDuty[] = [];
  for (const hour of hours) {
    const last = runs.at(-1);
    if (last && last.ids.join() === hour.ids.join()) runs[runs.length - 1] = { ...last, to: hour.to };
    else runs.push(hour);
  }
  return runs;
}

/** The people on duty at each hour of the day: their number, their colours, and their names for pointer and screen reader. */
const DutyStrip = memo(function DutyStrip({ day, axis }: DutyStripProps) {
  const { t } = useTranslation('plan');
  const people = new Map(day.rows.map((row) => [row.id, row]));
  const hours = dutyByHour(day.rows, axis.from, Math.min(axis.to, MINUTES_OF_DAY));
  const namesOf = ({ ids }: OnDuty) => ids.map((id) => people.get(id)?.name).join(', ') || t('nobody');
  const words = runsOf(hours).map((run) => `${formatTimeRange(run.from, run.to)}: ${namesOf(run)}`);
  return (
    <div className="plan-row plan-duty">
      <span className="plan-duty-name">{t('on_duty')}</span>
      <span className="plan-strip" style={{ '--hours': (axis.to - axis.from) / 60 } as CSSProperties}>
        <span className="sr-only">{words.join('; ')}</span>
        {hours.map((hour) => (
          <span
            key={hour.from}
            aria-hidden="true"
            className={classNames('plan-duty-hour', hour.ids.length === 0 && 'none')}
            title={`${formatTime(hour.from)}: ${namesOf(hour)}`}
          >
            {hour.ids.length || ''}
            <span className="plan-duty-colors">
              {hour.ids.slice(0, DRAWN).map((id) => (
                <i key={id} style={{ '--c': people.get(id)?.color } as CSSProperties} />
              ))}
            </span>
          </span>
        ))}
      </span>
    </div>
  );
});

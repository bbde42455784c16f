import type { TFunction } from 'i18next';
import { Plus } from 'lucide';
import { type CSSProperties, memo } from 'react';
import type { Stretch } from '#domain/availability.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { reasonWords } from '#shifts/reads/shift-words.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { plainIcon } from '#ui/plain-icon.tsx';
import { placeOf } from './plan-picture.ts';
import { hoursOf, isAway, type PlanRow } from './plan-rows.ts';

export interface RowWords {
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
  axis: Stretch;
  /** Handed down: to ask for them in each of 350 rows took as long as to draw the rows. */
  words: RowWords;
  /** The day's tab stop is its first row. */
  first: boolean;
}

const PLUS = plainIcon(Plus, 'i i-sm');

/** Why somebody is away; empty where nobody took time off. */
const awayOf = ({ reason }: PlanRow, { away, shifts }: RowWords) => (reason ? away + reasonWords(reason, shifts) : '');

/** An employee's day that is far from what is in view: the name and the hours, of which the browser lays out what it shows. */
export const FarRow = memo(function FarRow({ row, words }: Pick<PlanRowProps, 'row' | 'words'>) {
  const said = [hoursOf(row.stretches), awayOf(row, words)].filter(Boolean).join(', ');
  return (
    <li className="plan-row far" data-row={row.id} data-far={row.id}>
      <span className="plan-name">{row.name}</span>
      <span className="plan-hours tnum">{said || words.off}</span>
    </li>
  );
});

/** An employee's day: the name, the hours, and the bars on the axis. Drawn again only when something of it changed. */
export const PlanRowView = memo(function PlanRowView({ row, axis, words, first }: PlanRowProps) {
  const { t, day, off: offWord } = words;
  const hours = hoursOf(row.stretches);
  const awayWords = awayOf(row, words);
  const away = isAway(row);
  const once = row.own.length > 0;
  const addLabel = t('add_shift', { name: row.name, day });
  return (
    <li className="plan-row" data-row={row.id} style={{ '--c': row.color } as CSSProperties}>
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
          <i key={off.from} className="plan-off" style={placeOf(off, axis)} title={awayWords} aria-hidden="true" />
        ))}
        {row.tail.map((bar) => (
          <i key={bar.from} className="plan-bar tail" style={placeOf(bar, axis)} title={t('tail')} aria-hidden="true" />
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
            style={placeOf(bar, axis)}
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

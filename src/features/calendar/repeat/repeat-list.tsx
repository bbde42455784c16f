import { CalendarX2, ClockAlert, Layers2 } from 'lucide-react';
import { useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { OverNames } from '#calendar/reservation/reservation-warnings.tsx';
import { zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { closedAside } from '#features/shared/open-words.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { CheckedRepeat } from './repeat-checks.ts';

interface ListProps {
  repeats: readonly CheckedRepeat[];
  /** Dates that are left out. */
  skipped: ReadonlySet<string>;
  onSkipped(skipped: ReadonlySet<string>): void;
  employeeOf(resourceId: string): string;
  zone: string;
  /** When they are to begin, in minutes of the day: on a night of the clock change one begins at another time. */
  minute: number;
  className?: string;
}

/** Says if the salon is closed then, and not the employee away. */
const isClosed = ({ off }: CheckedRepeat): boolean =>
  off !== null && (off.why === 'closed' || off.why === 'outside_hours' || off.why === 'beyond_hours');

/** Every repeat by its day, with what it lies over; one can be left out. */
export function RepeatList({ repeats, skipped, onSkipped, employeeOf, zone, minute, className }: ListProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const wanted = repeats.filter(({ date }) => !skipped.has(date));
  const over = wanted.filter((one) => one.over.some(({ event }) => event.type !== 'blocking')).length;
  const blocked = wanted.filter((one) => one.over.length > 0).length - over;
  const whenClosed = wanted.filter((one) => isClosed(one)).map(({ date }) => date);
  const closed = whenClosed.length;
  const section = useRef<HTMLElement>(null);
  useFocusAgain(section, closed);
  const off = wanted.filter((one) => one.off).length - closed;
  const said = [
    over > 0 ? t('repeat.over', { count: over }) : '',
    blocked > 0 ? t('repeat.over_blocked', { count: blocked }) : '',
    closed > 0 ? t('repeat.when_closed', { count: closed }) : '',
    off > 0 ? t('repeat.off', { count: off }) : '',
  ].filter(Boolean);
  const toggle = (date: string, isWanted: boolean) => {
    const next = new Set(skipped);
    if (isWanted) next.delete(date);
    else next.add(date);
    onSkipped(next);
  };
  return (
    <section ref={section} tabIndex={-1} className={classNames('outline-none', className)} aria-label={t('repeat.list')}>
      <div role="status">
        {said.length > 0 ? (
          <Notice tone="warn" className="mb-3 py-2.5!">
            <p>{[...said, t('repeat.all_the_same')].join(' ')}</p>
            {closed > 0 ? (
              <Button size="sm" className="mt-2" onClick={() => onSkipped(new Set([...skipped, ...whenClosed]))}>
                {t('repeat.without_closed', { count: closed })}
              </Button>
            ) : null}
          </Notice>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {repeats.map((repeat) => {
          const isWanted = !skipped.has(repeat.date);
          return (
            <li key={repeat.date} className="py-1.5">
              <Checkbox
                checked={isWanted}
                onChange={(next) => toggle(repeat.date, next)}
                label={
                  <span className={classNames(!isWanted && 'text-ink-3 line-through')}>{formatDay(repeat.date, language)}</span>
                }
              />
              {isWanted ? <Problems repeat={repeat} employeeOf={employeeOf} zone={zone} minute={minute} /> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type ProblemsProps = Pick<ListProps, 'employeeOf' | 'zone' | 'minute'> & { repeat: CheckedRepeat };

function Problems({ repeat, employeeOf, zone, minute }: ProblemsProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const at = zonedParts(repeat.start_time, zone).minute;
  const time = formatTime(at);
  return (
    <>
      {at === minute ? null : (
        <p className="flex items-start gap-2 pb-1 pl-8 text-sm text-warning" data-skipped={repeat.date}>
          <ClockAlert className="i i-sm mt-0.5" aria-hidden="true" />
          <span>{t('skipped', { asked: formatTime(minute), time })}</span>
        </p>
      )}
      {repeat.over.length > 0 ? (
        <p className="flex items-start gap-2 pb-1 pl-8 text-sm text-warning" data-over={repeat.date}>
          <Layers2 className="i i-sm mt-0.5" aria-hidden="true" />
          <span>
            <Trans
              t={t}
              i18nKey="repeat.over_with"
              values={{ names: '' }}
              components={{ b: <OverNames over={repeat.over} zone={zone} withRoom /> }}
            />
          </span>
        </p>
      ) : null}
      {repeat.off ? (
        <p className="flex items-start gap-2 pb-1 pl-8 text-sm text-warning" data-off={repeat.date}>
          <CalendarX2 className="i i-sm mt-0.5" aria-hidden="true" />
          <span>
            {t(`repeat.${repeat.off.why}`, {
              employee: employeeOf(repeat.off.part.resource_id),
              time: formatTime(zonedParts(repeat.off.part.start_time, zone).minute),
              why: closedAside(repeat.off.closed, language),
            })}
          </span>
        </p>
      ) : null}
    </>
  );
}

import { CircleCheckBig, CircleX, Inbox, Move, UserRoundCheck, UserRoundX } from 'lucide-react';
import { type CSSProperties, Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { shownStatus } from '#domain/booking/event-status.ts';
import { shownSums } from '#domain/money/shown-money.ts';
import { shownLeg } from '#domain/people/client-summary.ts';
import { daysBetween, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatDay, formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { Count, PendingBadge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { CardHistory, CardLeg, CardVisit } from './card-visit.ts';

/** Visits that are drawn before somebody asks for more. */
const AT_ONCE = 50;

/** Past appointments by years, the newest first, with what is known about those that do not lie here. */
export function VisitList({ card, onRetry }: { card: CardHistory; onRetry: () => void }) {
  const { t } = useTranslation('clients');
  const [only, setOnly] = useState<'all' | 'no-show'>('all');
  const [shown, setShown] = useState(AT_ONCE);
  const { past, noShows } = card.facts;
  const chosen = only === 'all' ? past : past.filter((visit) => shownStatus(shownLeg(visit)) === 'no-show');
  const visits = chosen.slice(0, shown).map(card.visitOf);
  return (
    <section className="card" aria-label={t('visits_title')}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="text-base">{t('visits_title')}</h2>
        {noShows > 0 ? (
          <Segmented
            label={t('visits_title')}
            value={only}
            onChange={setOnly}
            options={[
              { value: 'all', label: t('visits_all') },
              {
                value: 'no-show',
                label: (
                  <>
                    {t('visits_missed')} <Count>{noShows}</Count>
                  </>
                ),
              },
            ]}
          />
        ) : null}
      </header>
      {visits.length === 0 && card.older.phase !== 'reading' ? (
        <p className="p-5 text-ink-2 max-md:p-4">{t('no_visits')}</p>
      ) : null}
      <ol>
        {visits.map((visit, at) => (
          <VisitRow
            key={visit.event.id}
            visit={visit}
            card={card}
            year={visits[at - 1]?.date.slice(0, 4) === visit.date.slice(0, 4) ? null : visit.date.slice(0, 4)}
          />
        ))}
      </ol>
      {chosen.length > shown ? (
        <p className="p-3 text-center">
          <Button onClick={() => setShown(shown + AT_ONCE)}>{t('more_visits', { count: chosen.length - shown })}</Button>
        </p>
      ) : null}
      <OlderNotice card={card} onRetry={onRetry} />
    </section>
  );
}

/** Appointments behind the horizon are read online; without a line it is said what the list may lack. */
function OlderNotice({ card: { older, zone }, onRetry }: { card: CardHistory; onRetry: () => void }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  if (older.phase === 'none' || older.phase === 'read' || older.before === null) return null;
  const day = (iso: string) => formatShortDate(zonedParts(iso, zone).date, language);
  if (older.phase === 'reading' && older.readAt === null)
    return (
      <p className="p-4 text-sm text-ink-3" role="status">
        {t('older_reading')}
      </p>
    );
  if (older.phase === 'reading') return null;
  return (
    <Notice className="m-3">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(12rem,100%)] flex-1">
          {older.readAt === null
            ? t('older_missing', { date: day(older.before) })
            : t('older_kept', { date: day(older.before), at: day(older.readAt) })}
        </span>
        <Button size="sm" onClick={onRetry}>
          {t('older_again')}
        </Button>
      </span>
    </Notice>
  );
}

const MARKS = {
  booked: { Icon: null, tone: 'text-ink-3' },
  requested: { Icon: Inbox, tone: 'text-ink-2' },
  arrived: { Icon: UserRoundCheck, tone: 'text-ink-2' },
  completed: { Icon: CircleCheckBig, tone: 'text-success' },
  'no-show': { Icon: UserRoundX, tone: 'text-danger' },
  cancelled: { Icon: CircleX, tone: 'text-ink-3' },
} as const;

function VisitRow({ visit, card, year }: { visit: CardVisit; card: CardHistory; year: string | null }) {
  const { t } = useTranslation(['clients', 'booking']);
  const language = useLanguage();
  const { event, date, range, legs, prices } = visit;
  const status = shownStatus(event);
  const { Icon, tone } = MARKS[status];
  return (
    <li className="border-b border-line last:border-b-0">
      {year === null ? null : <p className="tnum px-5 pt-3 text-sm text-ink-3 max-md:px-4">{year}</p>}
      <Link to={visitPath(visit)} className="flex flex-wrap gap-x-4 gap-y-1 px-5 py-3 hover:bg-surface-2 max-md:px-4">
        <span className="tnum w-26 flex-none leading-tight max-md:w-24">
          <b className="block font-semibold">{formatShortDate(date, language)}</b>
          <span className="text-sm whitespace-nowrap text-ink-3">{range}</span>
        </span>
        <span className="flex min-w-16 flex-1 flex-col gap-1 leading-tight">
          {legs.map((leg) => (
            <Leg key={leg.event.id} {...leg} />
          ))}
          {legs.some((leg) => leg.event.pending) ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
        </span>
        <span className="ml-auto flex max-w-[45%] flex-none flex-col items-end leading-tight">
          {prices.length === 0 || status === 'cancelled' || status === 'no-show' ? null : (
            <span className="tnum text-right">{shownSums(prices, card.currency, language)}</span>
          )}
          <span className={classNames('flex items-center gap-1 text-sm', tone)}>
            {Icon ? <Icon className="i i-sm" aria-hidden="true" /> : null}
            {t(`booking:status.${status}`).toLocaleLowerCase(language)}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** One service, with whom, and its note. One that was cancelled alone says so. */
function Leg({ event, service, employee }: CardLeg) {
  const { t } = useTranslation('booking');
  const cancelled = shownStatus(event) === 'cancelled';
  return (
    <span>
      <span className={classNames('block', cancelled && 'text-ink-3 line-through')}>
        {service || '–'}
        {cancelled ? <span className="sr-only">, {t('status.cancelled')}</span> : null}
      </span>
      <span className="block text-sm break-words text-ink-2">{[employee, event.notes].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** Coming visits that are shown before somebody asks for all. */
const FIRST = 3;

/** The calendar on the visit's day, which opens it, asks where it shall go, or points at it. */
const visitPath = ({ date, event }: CardVisit, what: 'event' | 'moving' | 'show' = 'event'): string =>
  `/calendar?${new URLSearchParams({ day: date, [what]: event.id })}`;

/** The appointments to come, the next one first; each opens in the calendar. The next one is moved or shown there by one press. */
export function NextVisit({ card }: { card: CardHistory }) {
  const { t } = useTranslation(['clients', 'booking']);
  const language = useLanguage();
  const [whole, setWhole] = useState(false);
  const { coming } = card.facts;
  const [next] = coming;
  if (!next) return null;
  const today = todayIn(card.zone, Date.now());
  return (
    <section className="card flex flex-col gap-2.5 p-4">
      <h2 className="text-sm font-medium! text-ink-2">{t('coming', { count: coming.length })}</h2>
      {coming.slice(0, whole ? coming.length : FIRST).map((one) => {
        const visit = card.visitOf(one);
        const who = visit.employees.length > 0 ? t('booking:with', { employee: visit.employees.join(', ') }) : '';
        const days = daysBetween(today, visit.date);
        const when = days === 0 ? t('today') : t('in_days', { count: days });
        return (
          <Fragment key={visit.event.id}>
            <Link
              to={visitPath(visit)}
              className="booking-line block"
              style={visit.color ? ({ '--c': visit.color } as CSSProperties) : undefined}
            >
              <b className="tnum font-semibold">
                {formatDay(visit.date, language)} · <span className="whitespace-nowrap">{visit.range}</span>
              </b>
              <span className="block text-sm">{[visit.services.join(', '), who, when].filter(Boolean).join(' · ')}</span>
            </Link>
            {one === next ? (
              <span className="flex flex-wrap gap-2">
                <Link to={visitPath(visit, 'moving')} className="btn btn-secondary btn-sm">
                  <Move className="i" aria-hidden="true" />
                  {t('booking:move')}
                </Link>
                <Link to={visitPath(visit, 'show')} className="btn btn-ghost btn-sm">
                  {t('show_in_calendar')}
                </Link>
              </span>
            ) : null}
          </Fragment>
        );
      })}
      {!whole && coming.length > FIRST ? (
        <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
          {t('all_coming', { count: coming.length })}
        </Button>
      ) : null}
    </section>
  );
}

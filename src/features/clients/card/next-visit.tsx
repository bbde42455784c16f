import { Move } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { daysBetween, todayIn } from '#domain/time.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import type { CardHistory, CardVisit } from './card-visit.ts';

/** Coming visits that are shown before somebody asks for all. */
const FIRST = 3;

/** The calendar on the visit's day, which opens it, asks where it shall go, or points at it. */
export const visitPath = ({ date, event }: CardVisit, what: 'event' | 'moving' | 'show' = 'event'): string =>
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

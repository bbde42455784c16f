import type { CSSProperties } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { daysBetween, todayIn } from '#domain/time.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import type { CardHistory, CardVisit } from './card-visit.ts';

/** Coming visits that are shown before somebody asks for all. */
const FIRST = 3;

export const visitPath = ({ date, event }: CardVisit): string =>
  `/calendar?${new URLSearchParams({ day: date, event: event.id })}`;

/** The appointments to come, the next one first; each opens in the calendar. */
export function NextVisit({ card }: { card: CardHistory }) {
  const { t } = useTranslation(['clients', 'booking']);
  const language = useLanguage();
  const [whole, setWhole] = useState(false);
  const { coming } = card.facts;
  if (coming.length === 0) return null;
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
          <Link
            key={visit.event.id}
            to={visitPath(visit)}
            className="booking-line block"
            style={visit.color ? ({ '--c': visit.color } as CSSProperties) : undefined}
          >
            <b className="tnum font-semibold">
              {formatDay(visit.date, language)} · <span className="whitespace-nowrap">{visit.range}</span>
            </b>
            <span className="block text-sm">{[visit.services.join(', '), who, when].filter(Boolean).join(' · ')}</span>
          </Link>
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

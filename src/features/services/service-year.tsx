import { useTranslation } from 'react-i18next';
import { serviceYear$, type ServiceYear as Year } from '#data/events/client-visits.ts';
import { zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useLive } from '#ui/use-live.ts';

/** How often the service is booked this year, and that none of these bookings follows what is changed here. */
export function ServiceYear({ serviceId, zone }: { serviceId: string; zone: string }) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const replica = useReplica();
  const year = useLive(() => serviceYear$(replica, serviceId, zone), [replica, serviceId, zone]);
  const row = (label: string, count: number | undefined) => (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="tnum font-semibold">{count ?? '–'}</dd>
    </div>
  );
  return (
    <section className="card flex flex-col gap-1.5 p-4">
      <h2 className="mb-1 text-sm font-medium! text-ink-2">{t('this_year')}</h2>
      <dl className="flex flex-col gap-1.5">
        {row(t('year_booked'), year?.booked)}
        {row(t('year_coming'), year?.coming)}
      </dl>
      {year?.since ? (
        <p className="text-sm text-ink-2">{t('year_since', { date: formatShortDate(dayOf(year.since, zone), language) })}</p>
      ) : null}
      <p className="text-sm text-ink-2">{t('price_note')}</p>
    </section>
  );
}

const dayOf = (since: NonNullable<Year['since']>, zone: string) => zonedParts(since, zone).date;

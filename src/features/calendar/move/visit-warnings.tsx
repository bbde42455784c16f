import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { rangeWords } from '#calendar/reads/range-words.ts';
import type { PartChecks } from '#calendar/reads/visit-checks.ts';
import { valuesOf } from '#calendar/reservation/reservation-form.ts';
import { ReservationWarnings } from '#calendar/reservation/reservation-warnings.tsx';
import { serviceName } from '#domain/service-duration.ts';
import { useLanguage } from '#i18n/use-language.ts';

interface VisitWarningsProps {
  /** The parts of the visit that go along with the one that is moved. */
  parts: readonly PartChecks[];
  salon: SalonPart;
}

/** What one should know of each part that goes along, below its name; nothing is said of a part of which there is nothing to say. */
export function VisitWarnings({ parts, salon }: VisitWarningsProps) {
  const { t } = useTranslation(['booking', 'calendar']);
  const language = useLanguage();
  const zone = salon.config.timezone;
  return parts.map((part) => {
    const { event, place, employeeName, over, off, unknown, notOffered } = part;
    const placed = { ...event, ...place };
    const values = valuesOf(placed, zone);
    const service = event.service_id ? salon.services.get(event.service_id) : undefined;
    const named = [service ? serviceName(service, language) : event.title, employeeName, rangeWords(placed, zone, t)];
    const hasNews = over.length > 0 || off !== null || unknown !== null || notOffered !== null;
    return (
      <section key={event.id} className="contents" data-part={event.id}>
        {hasNews ? <p className="col-span-6 -mb-2 text-ink-2 text-sm">{named.filter(Boolean).join(', ')}</p> : null}
        <ReservationWarnings
          {...{ checks: part, values, zone, notOffered, was: values, onRetry: null }}
          employeeName={employeeName || t('nobody')}
        />
      </section>
    );
  });
}

import { useTranslation } from 'react-i18next';
import { placeOfEvent, waitOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { rangeWords } from '#calendar/reads/event-words.ts';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveState } from '#ui/timing/use-live.ts';

interface VisitLinesProps {
  event: LocalRow<'events'>;
  salon: SalonPart;
}

/** When the client waits, and the services of the visit with this one among them; nothing for most appointments. */
export function VisitLines({ event, salon }: VisitLinesProps) {
  const { t } = useTranslation('visits');
  const zone = salon.config.timezone;
  const waits = waitOf({ ...placeOfEvent(event, zone), ...event }, zone);
  return (
    <>
      {waits ? <p className="mt-2 text-sm text-ink-2 tnum">{t('waits', { range: waits })}</p> : null}
      {event.visit_id ? <Legs {...{ event, salon }} /> : null}
    </>
  );
}

function Legs({ event, salon }: VisitLinesProps) {
  const { t } = useTranslation(['visits', 'calendar']);
  const language = useLanguage();
  const replica = useReplica();
  const { value: legs = [] } = useLiveState(() => visitLegs$(replica, event.id), [replica, event.id]);
  if (legs.length < 2) return null;
  return (
    <ol className="mt-2.5 text-sm text-ink-2" aria-label={t('legs')}>
      {legs.map((leg) => {
        const service = leg.service_id ? salon.services.get(leg.service_id) : undefined;
        const employee = salon.employees.find(({ id }) => id === leg.resource_id)?.name ?? t('calendar:unknown_employee');
        const own = leg.id === event.id;
        return (
          <li
            key={leg.id}
            className={classNames(
              'flex flex-wrap gap-x-2',
              own && 'font-semibold text-ink',
              leg.status === 'cancelled' && 'line-through',
            )}
            aria-current={own || undefined}
          >
            <span className="min-w-[6.25rem] flex-none tnum">{rangeWords(leg, salon.config.timezone, t)}</span>
            <span className="min-w-24 flex-1 truncate max-[20rem]:whitespace-normal">
              {[service ? serviceName(service, language) : leg.title, employee].filter(Boolean).join(', ')}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

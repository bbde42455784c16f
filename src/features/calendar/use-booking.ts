import { useTranslation } from 'react-i18next';
import { map, of, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { event$ } from '#data/events.queries.ts';
import { clockSpan } from '#domain/clock-span.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { clientName } from '#domain/names.ts';
import { serviceName } from '#domain/service-duration.ts';
import { type LocalDate, minutesBetween } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { writeDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/use-live.ts';
import type { SalonPart } from './calendar-reads.ts';

/** One event with everything that is said about it. */
export interface Booking {
  event: LocalRow<'events'>;
  client: LocalRow<'clients'> | null;
  employee: LocalRow<'resources'> | null;
  blocked: boolean;
  /** Whom it is called by: the client, or what the blocked time is for. */
  name: string;
  service: string | null;
  date: LocalDate;
  /** Minute of its day. */
  from: number;
  /** How long it lasts: on a night of the clock change not what the clock says. */
  minutes: number;
  /** „пт, 20/11“ */
  day: string;
  range: string;
}

/** The event and its client, live. Null: it is not on this device (any more), or cannot be read. */
export function useBooking(id: string | null, salon: SalonPart): Booking | null | undefined {
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const { phase, value } = useLiveState(
    () =>
      (id === null ? of(null) : event$(replica, id)).pipe(
        switchMap((event) =>
          event?.client_id
            ? clientsById$(replica, [event.client_id]).pipe(
                map((clients) => ({ event, client: clients.get(event.client_id ?? '') ?? null })),
              )
            : of({ event, client: null }),
        ),
      ),
    [replica, id],
  );
  if (!value?.event) return value || phase === 'failed' ? null : undefined;
  const { event, client } = value;
  const { date, from, to } = clockSpan(event, salon.config.timezone);
  const blocked = event.type === 'blocking';
  const service = event.service_id ? salon.services.get(event.service_id) : undefined;
  return {
    ...{ event, client, blocked, date, from, minutes: minutesBetween(event.start_time, event.end_time) },
    employee: salon.employees.find(({ id: own }) => own === event.resource_id) ?? null,
    name: blocked
      ? event.title || t('blocked_title')
      : client
        ? clientName(client)
        : t(event.client_id ? 'removed_client' : 'no_client'),
    service: blocked ? null : service ? serviceName(service, language) : event.title || null,
    day: writeDate(date, 'EEE, dd/MM', language),
    range: formatTimeRange(from, to),
  };
}

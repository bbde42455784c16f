import { useTranslation } from 'react-i18next';
import { catchError, map, of, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { event$ } from '#data/events/events.queries.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { type LocalDate, minutesBetween } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import type { SalonPart } from './calendar-reads.ts';
import { eventName, rangeWords } from './event-words.ts';

/** One event with everything that is said about it. */
export interface Booking {
  event: LocalRow<'events'>;
  /** Null: there is none, or it is the walk-in. */
  client: LocalRow<'clients'> | null;
  /** Reads the client again where that failed; null: it did not. */
  onReadClient: (() => void) | null;
  employee: LocalRow<'resources'> | null;
  blocked: boolean;
  /** Its name: the client, or the purpose of the blocked time. */
  name: string;
  service: string | null;
  date: LocalDate;
  /** Minute of its day. */
  from: number;
  /** How long it lasts: in a night of the clock change not the difference of the clock times. */
  minutes: number;
  /** „пт, 20/11/2026“ */
  day: string;
  range: string;
}

/** Null: it is not on this device (any more). `onRetry` where it cannot be read. */
export interface BookingRead {
  booking: Booking | null | undefined;
  onRetry: (() => void) | null;
}

/** The event and its client, live. Null: it is not on this device (any more), or cannot be read. */
export function useBooking(id: string | null, salon: SalonPart): Booking | null | undefined {
  const { booking, onRetry } = useBookingRead(id, salon);
  return onRetry ? null : booking;
}

/** The same, where it is said that it could not be read. */
export function useBookingRead(id: string | null, salon: SalonPart): BookingRead {
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const { phase, value, retry } = useLiveState(
    () =>
      (id === null ? of(null) : event$(replica, id)).pipe(
        switchMap((event) =>
          event?.client_id
            ? clientsById$(replica, [event.client_id]).pipe(
                map((clients) => ({ event, client: clients.get(event.client_id ?? '') ?? null, unread: false })),
                catchError((error: unknown) => {
                  console.error('The client of an appointment could not be read', error);
                  return of({ event, client: null, unread: true });
                }),
              )
            : of({ event, client: null, unread: false }),
        ),
      ),
    [replica, id],
  );
  if (!value?.event) return { booking: value ? null : undefined, onRetry: phase === 'failed' ? retry : null };
  const { event, unread } = value;
  // The walk-in has a name, and is nobody of whom more is known.
  const client = isWalkIn(value.event.client_id) ? null : value.client;
  const { date, from } = clockSpan(event, salon.config.timezone);
  const blocked = event.type === 'blocking';
  const service = event.service_id ? salon.services.get(event.service_id) : undefined;
  const booking: Booking = {
    onReadClient: unread ? retry : null,
    ...{ event, client, blocked, date, from, minutes: minutesBetween(event.start_time, event.end_time) },
    employee: salon.employees.find(({ id: own }) => own === event.resource_id) ?? null,
    name: eventName(event, unread ? 'unread' : value.client, t),
    service: blocked ? null : service ? serviceName(service, language) : event.title || null,
    day: formatDay(date, language),
    range: rangeWords(event, salon.config.timezone, t),
  };
  return { booking, onRetry: null };
}

/** The customers' requests in words, and the answers that concern more than one booking. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { map, switchMap } from 'rxjs';
import { sayFailed } from '#calendar/event/event-actions.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { personName, rangeWords } from '#calendar/reads/event-words.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { declineAndRemove, undoRemoved } from '#data/events/requests.commands.ts';
import { requests$ } from '#data/events/requests.queries.ts';
import { cancelSeveral, undoSeveral } from '#data/events/several.commands.ts';
import type { UndoOutcome } from '#data/row-writes.ts';
import { type CustomerRequest, ownClientOf } from '#domain/booking/customer-requests.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { phoneKey } from '#domain/people/client-duplicates.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { todayIn, zonedParts } from '#domain/time/time.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { saving } from '#features/shared/use-saving.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/timing/use-live.ts';

/** A request and what is said of it. */
export interface AskedRequest extends CustomerRequest<LocalRow<'events'>> {
  readonly name: string;
  readonly client: LocalRow<'clients'> | null;
  /** The client was made by this request. */
  readonly isNew: boolean;
  /** „днес, 14:00–15:00“ */
  readonly when: string;
  /** „Подстригване, Боядисване · Мария“ */
  readonly what: string;
  /** An overlap of it waits for a decision. */
  readonly overlaps: boolean;
  /** All requests from the phone of this client, its own among them. */
  readonly ofPhone: readonly string[];
}

/** Follows the requests with their clients. */
export function useRequests(salon: SalonPart) {
  const { t } = useTranslation(['calendar', 'requests']);
  const language = useLanguage();
  const replica = useReplica();
  const read = useLiveState(
    () =>
      requests$(replica).pipe(
        switchMap((all) => {
          const ids = all.flatMap(({ legs }) => legs.flatMap(({ client_id }) => client_id ?? []));
          return clientsById$(replica, ids).pipe(map((clients) => ({ all, clients })));
        }),
      ),
    [replica],
  );
  const { value } = read;
  const zone = salon.config.timezone;
  const requests = useMemo(() => {
    if (!value) return undefined;
    const employees = new Map(salon.employees.map(({ id, name }) => [id, name]));
    const phoneOf = ({ legs: [first] }: CustomerRequest<LocalRow<'events'>>) =>
      phoneKey(value.clients.get(first.client_id ?? '')?.phone ?? null);
    return value.all.map((request): AskedRequest => {
      const [first] = request.legs;
      const client = value.clients.get(first.client_id ?? '') ?? null;
      const day = zonedParts(request.start, zone).date;
      const service = ({ service_id, title }: LocalRow<'events'>) => {
        const known = service_id ? salon.services.get(service_id) : undefined;
        return known ? serviceName(known, language) : title;
      };
      const who = new Set(request.legs.map(({ resource_id }) => employees.get(resource_id) ?? t('calendar:unknown_employee')));
      const phone = phoneOf(request);
      return {
        ...request,
        client,
        name: personName(first.client_id, client, t),
        isNew: ownClientOf(first) !== null,
        when: `${day === todayIn(zone, Date.now()) ? t('requests:today') : formatDay(day, language)}, ${rangeWords(
          { start_time: request.start, end_time: request.end },
          zone,
          t,
        )}`,
        what: [request.legs.map(service).filter(Boolean).join(', '), [...who].join(', ')].filter(Boolean).join(' · '),
        overlaps: request.legs.some(({ id }) => salon.openOverlaps.has(id)),
        ofPhone: phone === '' ? [request.id] : value.all.filter((one) => phoneOf(one) === phone).map(({ id }) => id),
      };
    });
  }, [value, salon, zone, language, t]);
  return { requests, failed: read.phase === 'failed', retry: read.retry };
}

/** Returns the request as the one-step actions on a booking name it. */
export function namedRequest({ legs: [event], name, start, end }: AskedRequest, zone: string, range: string) {
  return { event, name, from: clockSpan({ start_time: start, end_time: end }, zone).from, range };
}

/** The answers that no booking's own card has; false: nothing was saved, and a toast has said so. */
export function useRequestAnswers() {
  const { t } = useTranslation(['requests', 'booking', 'calendar']);
  const replica = useReplica();
  const answered = (
    request: AskedRequest,
    back: string,
    work: () => Promise<{ said: string; undo: () => Promise<UndoOutcome> }>,
  ): Promise<boolean> =>
    trackSave(
      saving(`${request.name}, ${request.when}`, work).then(
        ({ said, undo }) => {
          offerUndo({ eventId: request.id, text: said, back, undo });
          return true;
        },
        (error: unknown) => {
          sayFailed(t, 'save_failed', error);
          return false;
        },
      ),
    );
  return {
    /** Declines everything that this client's phone asks for. */
    declineAll: (request: AskedRequest) => {
      const said = { name: request.name, count: request.ofPhone.length };
      return answered(request, t('requests:asked_all', said), async () => {
        const edit = await cancelSeveral(replica, request.ofPhone, new Date().toISOString());
        return { said: t('requests:declined_all', said), undo: () => undoSeveral(replica, edit) };
      });
    },
    /** Declines it, and removes it with the client that it made. */
    remove: (request: AskedRequest) =>
      answered(request, t('requests:back', { name: request.name }), async () => {
        const removed = await declineAndRemove(replica, request.id);
        const said = t(removed.client ? 'requests:removed' : 'requests:removed_client_stays', { name: request.name });
        return { said, undo: () => undoRemoved(replica, removed) };
      }),
  };
}

import { useMemo } from 'react';
import { clientHistory$ } from '#data/events/client-history.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { type VisitFacts, visitFacts } from '#domain/client-history.ts';
import { clockSpan } from '#domain/clock-span.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { serviceName } from '#domain/service-duration.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';

type Event = LocalRow<'events'>;

/** What the card says of one appointment. */
export interface CardVisit {
  readonly event: Event;
  /** yyyy-MM-dd on the salon's clock. */
  readonly date: string;
  readonly range: string;
  readonly service: string;
  /** Empty where nobody knows who it was. */
  readonly employee: string;
  readonly color: string | null;
}

export interface CardHistory {
  readonly facts: VisitFacts<Event>;
  readonly older: {
    readonly phase: 'none' | 'reading' | 'read' | 'failed';
    readonly before: string | null;
    readonly readAt: string | null;
  };
  readonly visitOf: (event: Event) => CardVisit;
  readonly serviceOf: (id: string | null) => string;
  readonly employeeOf: (id: string | null) => string;
  readonly zone: string;
  readonly currency: Currency | null;
}

/** Undefined until all is read; a history that cannot be read has its own box. */
export function useCardHistory(clientId: string) {
  const replica = useReplica();
  const language = useLanguage();
  const history = useLiveState(() => clientHistory$(replica, clientId), [replica, clientId]);
  const employees = useLive(() => employees$(replica), [replica]);
  const services = useLive(() => services$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  const card = useMemo((): CardHistory | undefined => {
    if (!history.value || !employees || !services || !salon) return undefined;
    const { events, older, ...read } = history.value;
    const people = new Map<string, LocalRow<'resources'>>([...read.resources, ...employees.map((row) => [row.id, row] as const)]);
    const offers = new Map<string, LocalRow<'services'>>([...read.services, ...services.map((row) => [row.id, row] as const)]);
    const zone = salon.effective.timezone;
    const serviceOf = (id: string | null) => {
      const service = id === null ? undefined : offers.get(id);
      return service ? serviceName(service, language) : '';
    };
    const employeeOf = (id: string | null) => (id === null ? '' : (people.get(id)?.name ?? ''));
    return {
      facts: visitFacts(events, new Date().toISOString()),
      older,
      zone,
      currency: salon.effective.currency,
      serviceOf,
      employeeOf,
      visitOf(event) {
        const { date, from, to } = clockSpan(event, zone);
        return {
          event,
          date,
          range: formatTimeRange(from, to),
          service: serviceOf(event.service_id) || event.title || '',
          employee: employeeOf(event.resource_id),
          color: people.get(event.resource_id)?.color ?? null,
        };
      },
    };
  }, [history.value, employees, services, salon, language]);
  return { card, history };
}

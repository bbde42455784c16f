import { useMemo } from 'react';
import { clientHistory$ } from '#data/events/client-history.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { spanOfVisit } from '#domain/booking/visits.ts';
import { type Money, sumsOf } from '#domain/money/money.ts';
import { type ClientVisit, shownLeg, type VisitFacts, visitFacts } from '#domain/people/client-summary.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';

type Event = LocalRow<'events'>;

/** One appointment as the card shows it: one alone, or a service of a visit. */
export interface CardLeg {
  readonly event: Event;
  /** yyyy-MM-dd on the salon's clock. */
  readonly date: string;
  readonly range: string;
  readonly service: string;
  /** Empty where nobody knows who it was. */
  readonly employee: string;
  readonly color: string | null;
}

/** One visit of the client as the card shows it. */
export interface CardVisit extends Pick<CardLeg, 'date' | 'range' | 'color'> {
  /** All of it, in the order of their start. */
  readonly legs: readonly CardLeg[];
  /** The appointment that it is opened by, and whose status is the visit's. */
  readonly event: Event;
  /** The services and the employees of the visit, each once. */
  readonly services: readonly string[];
  readonly employees: readonly string[];
  /** Of all its services, in each currency; none where none has one. */
  readonly prices: readonly Money[];
}

export interface CardHistory {
  readonly facts: VisitFacts<Event>;
  readonly older: {
    readonly phase: 'none' | 'reading' | 'read' | 'failed';
    readonly before: string | null;
    readonly readAt: string | null;
  };
  readonly legOf: (event: Event) => CardLeg;
  readonly visitOf: (visit: ClientVisit<Event>) => CardVisit;
  readonly serviceOf: (id: string | null) => string;
  readonly employeeOf: (id: string | null) => string;
  readonly zone: string;
  /** The salon's. */
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
    const legOf = (event: Event): CardLeg => {
      const { date, from, to } = clockSpan(event, zone);
      return {
        event,
        date,
        range: formatTimeRange(from, to),
        service: serviceOf(event.service_id) || event.title || '',
        employee: employeeOf(event.resource_id),
        color: people.get(event.resource_id)?.color ?? null,
      };
    };
    const visitOf = (visit: ClientVisit<Event>): CardVisit => {
      const heldLegs = visit.held.map(legOf);
      const { date, from, to } = clockSpan(spanOfVisit(visit.held) ?? visit.held[0], zone);
      const once = (words: readonly string[]) => [...new Set(words.filter(Boolean))];
      const prices = visit.held.flatMap(({ price: amount, currency }) =>
        amount === null || currency === null ? [] : [{ amount, currency }],
      );
      return {
        ...{ legs: visit.legs.map(legOf), event: shownLeg(visit), date, range: formatTimeRange(from, to) },
        color: heldLegs[0]?.color ?? null,
        services: once(heldLegs.map(({ service }) => service)),
        employees: once(heldLegs.map(({ employee }) => employee)),
        prices: sumsOf(prices),
      };
    };
    const facts = visitFacts(events, new Date().toISOString());
    const currency = salon.effective.currency;
    return { facts, older, zone, currency, serviceOf, employeeOf, legOf, visitOf };
  }, [history.value, employees, services, salon, language]);
  return { card, history };
}

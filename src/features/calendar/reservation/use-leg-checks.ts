import { useMemo } from 'react';
import { of } from 'rxjs';
import { timesOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { type Around, around$, type Checks, checksOf, daysOf } from '#calendar/reads/reservation-checks.ts';
import { fittingTimes } from '#domain/booking/busy-spans.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { isLocalDate } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import type { ReservationValues } from './reservation-form.ts';
import { ANYONE, legsOf, reservationsOf } from './visit-values.ts';

/** One leg, and what is to be known of it before it is saved. */
export interface LegState {
  /** With its own time, and with whoever is free in the place of “whoever is free”; nobody: empty. */
  readonly values: ReservationValues;
  readonly checks: Checks | undefined;
}

export interface LegStates {
  readonly legs: readonly LegState[];
  readonly onRetry: (() => void) | null;
}

/** @param visit that it is a part of; its other parts are in nobody's way, also one that is taken out here. Null: a new one */
const timedOf = (leg: ReservationValues, zone: string, employee: string, visit: string | null) => ({
  ...timesOf(leg, zone),
  ...fittingTimes(leg.duration, leg),
  ...{ id: leg.legId ?? '', resource_id: employee, visit_id: visit, type: 'appointment' as const, status: null },
  service_id: leg.service || null,
});

/** Returns the employees for a leg in the order of search: first those the client is with already, then the others. */
function candidates(service: string, salon: SalonPart, known: readonly string[]): readonly string[] {
  const row = salon.services.get(service);
  const offering = salon.employees.filter(({ id, active }) => active && (!row || isOfferedBy(row, id))).map(({ id }) => id);
  return [...known.filter((id) => offering.includes(id)), ...offering.filter((id) => !known.includes(id))];
}

/** The legs with their times; of each that whoever is free takes, who that is. */
function statesOf(values: ReservationValues, salon: SalonPart, around: Around | null, visit: string | null): readonly LegState[] {
  const zone = salon.config.timezone;
  const asked = legsOf(values);
  const chosen = asked.flatMap(({ employee }) => (employee && employee !== ANYONE ? [employee] : []));
  const ids = new Set(asked.map(({ id }) => id));
  const others = around && { ...around, events: around.events.filter(({ id }) => !ids.has(id)) };
  return reservationsOf(values, zone).map((leg, at): LegState => {
    const checked = (employee: string) => others && checksOf(others, timedOf(leg, zone, employee, visit), salon);
    if (asked[at]?.employee !== ANYONE) return { values: leg, checks: (leg.employee && checked(leg.employee)) || undefined };
    if (!others) return { values: leg, checks: undefined };
    for (const employee of candidates(leg.service, salon, chosen)) {
      const checks = checked(employee);
      if (checks && checks.over.length === 0 && checks.off === null) return { values: { ...leg, employee }, checks };
    }
    return { values: leg, checks: undefined };
  });
}

/** Returns the live checks of each leg, by one read of the days of the whole visit. */
export function useLegChecks(values: ReservationValues, salon: SalonPart, visit: string | null): LegStates {
  const replica = useReplica();
  const zone = salon.config.timezone;
  const dated = isLocalDate(values.date);
  const spans = dated ? reservationsOf(values, zone).map((leg) => timesOf(leg, zone)) : [];
  const start_time = spans.map((span) => span.start_time).sort()[0];
  const end_time = spans
    .map((span) => span.end_time)
    .sort()
    .at(-1);
  const { first, last } = start_time && end_time ? daysOf({ start_time, end_time }, zone) : { first: null, last: null };
  const { value, phase, retry } = useLiveState(
    () => (first && last ? around$(replica, first, last, zone) : of(null)),
    [replica, first, last, zone],
  );
  const legs = useMemo(() => (dated ? statesOf(values, salon, value ?? null, visit) : []), [dated, values, salon, value, visit]);
  return { legs, onRetry: phase === 'failed' ? retry : null };
}

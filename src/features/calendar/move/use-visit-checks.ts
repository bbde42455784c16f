import { of } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { aroundDays$ } from '#calendar/reads/reservation-checks.ts';
import { datesOf, type PartChecks, partChecks, partPlaces } from '#calendar/reads/visit-checks.ts';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import type { PartPlace } from '#domain/visits.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/use-live.ts';

interface VisitChecks {
  /** Of what is moved, then of each part that goes along; null while nothing can be said. */
  readonly parts: readonly PartChecks[] | null;
  /** Reads again what could not be read; null: nothing failed. */
  readonly onRetry: (() => void) | null;
}

/** What is to be known, live, of all that moves with an appointment that is put somewhere. @param to null: nowhere yet */
export function useVisitChecks(event: LocalRow<'events'>, to: PartPlace | null, alone: boolean, salon: SalonPart): VisitChecks {
  const replica = useReplica();
  const language = useLanguage();
  const { timezone: zone } = salon.config;
  const { id } = event;
  const isVisit = event.visit_id !== null && !alone;
  const legs = useLiveState(() => (isVisit ? visitLegs$(replica, id) : of(null)), [replica, id, isVisit]);
  const all = isVisit ? (legs.value ?? null) : [event];
  const places = all && to ? partPlaces(all, id, to) : [];
  const dates = datesOf(places, zone).join();
  const around = useLiveState(() => (dates ? aroundDays$(replica, dates.split(','), zone) : of(null)), [replica, dates, zone]);
  const { value } = around;
  const parts = all && value && places.length > 0 ? partChecks(all, places, value, salon, language) : null;
  const failed = [legs, around].find(({ phase }) => phase === 'failed');
  return { parts, onRetry: failed ? failed.retry : null };
}

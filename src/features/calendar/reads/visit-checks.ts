/** What one should know before a visit is moved: of each of its parts, where it would come to stand. */
import type { LocalDate } from '#domain/time.ts';
import { type LegPlace, movedVisit, type PartPlace } from '#domain/visits.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SalonPart } from './calendar-reads.ts';
import { notOfferedBy } from './not-offered.ts';
import { type Around, type Checks, checksOf, daysOf } from './reservation-checks.ts';

type Event = LocalRow<'events'>;

export interface PartChecks extends Checks {
  /** As it stands now. */
  readonly event: Event;
  readonly place: LegPlace;
  readonly employeeName: string;
  /** The service that this employee does not offer; null: that is not so. */
  readonly notOffered: string | null;
}

/** The days, in order, that the parts touch where they would stand. */
export function datesOf(places: readonly LegPlace[], zone: string): readonly LocalDate[] {
  const dates = places.flatMap((place) => Object.values(daysOf(place, zone)));
  return [...new Set(dates)].sort();
}

/** Where the parts of a visit would stand, without those that stay and the cancelled ones; the one that is moved first. */
export function partPlaces(legs: readonly Event[], id: string, to: PartPlace): readonly LegPlace[] {
  const moves = (place: LegPlace): boolean => {
    const leg = legs.find((one) => one.id === place.id);
    return place.id === id || (leg?.status !== 'cancelled' && leg?.start_time !== place.start_time);
  };
  return movedVisit(legs, id, to)
    .filter(moves)
    .sort((a, b) => Number(b.id === id) - Number(a.id === id));
}

/** @param around of the days of the places (`datesOf`) */
export function partChecks(
  legs: readonly Event[],
  places: readonly LegPlace[],
  around: Around,
  salon: SalonPart,
  language: Language,
): readonly PartChecks[] {
  const { timezone: zone } = salon.config;
  return places.flatMap((place): PartChecks[] => {
    const event = legs.find(({ id }) => id === place.id);
    if (!event) return [];
    const employee = salon.employees.find(({ id }) => id === place.resource_id);
    return [
      {
        ...{ event, place, employeeName: employee?.name ?? '' },
        ...checksOf(around, { ...event, ...place }, zone, salon.weekly),
        notOffered: notOfferedBy(event, place.resource_id, salon.services, language),
      },
    ];
  });
}

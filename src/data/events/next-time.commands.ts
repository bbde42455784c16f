/** Books the next time of a client: the same services with the same people, some weeks later (src/README.md, “Next time”). */
import { firstValueFrom } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { legsForNextTime, nextDate, type Offer, searchLegs, type Wish } from '#domain/booking/next-time.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import type { WeeklySets } from '#domain/shifts/availability.ts';
import { addMinutes, minutesBetween, todayIn, zonedParts } from '#domain/time/time.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { nearFreeVisit$ } from './free-slots.queries.ts';
import { visitLegs } from './visit-legs.ts';
import { addVisit } from './visits.commands.ts';

type Event = LocalRow<'events'>;

/** The salon as it is when the next time is booked. */
export interface NextTimeSalon {
  /** IANA name. */
  readonly zone: string;
  /** The calendar's step in minutes. */
  readonly interval: number;
  readonly weekly: WeeklySets;
  /** When the salon is open. */
  readonly open: SalonDays | null;
  readonly offer: Offer;
}

/** The outcome of booking it. */
export interface NextTime {
  /** The bookings that were made, in order; none: there is no such place, and a person has to choose. */
  readonly made: readonly string[];
  /** The client who stands for the one of the booking. */
  readonly client: string;
  /** The bookings that were to be booked again. */
  readonly legs: readonly Event[];
  readonly wish: Wish;
}

/**
 * Books the services of a booking's visit again, so many weeks later, at the free place nearest to the same hour (`nearestVisit`). A
 * note belongs to its booking and is not taken along. On disk when it resolves.
 * @param lang of the titles that are taken from the services
 * @param now device clock, epoch milliseconds
 * @returns null if its client is not there any more. @throws as `addVisit`
 */
export async function bookNextTime(
  replica: OpenReplica,
  event: Event,
  weeks: number,
  { zone, interval, weekly, open, offer }: NextTimeSalon,
  lang: Language,
  now: () => number = Date.now,
): Promise<NextTime | null> {
  const asked = event.client_id ?? '';
  const client = (await firstValueFrom(clientsById$(replica, [asked]))).get(asked)?.id;
  if (client === undefined) return null;
  const legs = legsForNextTime(await visitLegs(replica, event));
  const [start = event.start_time] = legs.map(({ start_time }) => start_time).sort();
  const { date, minute } = zonedParts(start, zone);
  const wish = { date: nextDate(date, weeks, todayIn(zone, now())), minute };
  const search = searchLegs(legs, offer);
  const place =
    search &&
    (await firstValueFrom(
      nearFreeVisit$(replica, { legs: search, rooms: offer.rooms, weekly, zone, open, interval, now }, wish),
    ));
  if (!place) return { made: [], client, legs, wish };
  const by = minutesBetween(start, place.map((leg) => leg.start).sort()[0] ?? '');
  const made = await addVisit(
    replica,
    {
      client_id: client,
      legs: legs.map((leg) => {
        const { resource_id, service_id, processing_after, processing_minutes, buffer_after } = leg;
        const times = { processing_after, processing_minutes, buffer_after };
        return {
          ...{ resource_id, service_id, ...times },
          ...{ start_time: addMinutes(leg.start_time, by), end_time: addMinutes(leg.end_time, by) },
        };
      }),
    },
    undefined,
    lang,
  );
  return { made, client, legs, wish };
}

/** How often a service is booked this year, from what this device has. */
import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { dayBounds, type LocalDate, todayIn } from '#domain/time.ts';
import { book$ } from './client-visits.ts';

export interface ServiceYear {
  /** Appointments of this year that were not cancelled, past and coming; missed ones too. */
  readonly booked: number;
  /** Those of them that are still to begin. */
  readonly coming: number;
  /** ISO UTC: what began before it is not on this device, though of this year; null: nothing is missing. */
  readonly since: string | null;
}

/** @param zone the salon's, on whose clock the year begins */
export function serviceYear$(replica: OpenReplica, serviceId: string, zone: string): Observable<ServiceYear> {
  return combineLatest([book$(replica), replica.horizon$]).pipe(
    map(([{ entries }, horizon]): ServiceYear => {
      const now = new Date().toISOString();
      const year = Number(todayIn(zone, now).slice(0, 4));
      const startOf = (of: number) => dayBounds(`${of}-01-01` as LocalDate, zone).from;
      const [from, to] = [startOf(year), startOf(year + 1)];
      const booked = [...entries.values()].filter(
        ({ service, start, cancelled }) => service === serviceId && !cancelled && start >= from && start < to,
      );
      return {
        booked: booked.length,
        coming: booked.filter(({ start }) => start > now).length,
        since: horizon !== null && horizon > from ? horizon : null,
      };
    }),
    distinctUntilChanged((a, b) => a.booked === b.booked && a.coming === b.coming && a.since === b.since),
  );
}

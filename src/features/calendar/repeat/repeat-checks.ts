/** Which repeats of a booking lie over something, and which are off shift: listed before anything is saved. */
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { daysOf } from '#calendar/reads/reservation-checks.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { daysEvents$ } from '#data/events/events.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import type { WeeklySets } from '#domain/availability.ts';
import { type ShiftProblem, shiftProblem } from '#domain/free-slots.ts';
import { overlapsWith } from '#domain/overlap.ts';
import type { Repeat } from '#domain/repeat.ts';
import type { LocalRow } from '#schemas/registry.ts';

export interface CheckedRepeat extends Repeat {
  readonly over: readonly { readonly event: LocalRow<'events'>; readonly client: LocalRow<'clients'> | undefined }[];
  readonly off: ShiftProblem | null;
}

/** Follows the repeats' own days, not the year between them. */
export function checkedRepeats$(
  replica: OpenReplica,
  was: LocalRow<'events'>,
  repeats: readonly Repeat[],
  zone: string,
  weekly: WeeklySets,
): Observable<readonly CheckedRepeat[]> {
  const [first] = repeats;
  const last = repeats.at(-1);
  if (!first || !last) return of([]);
  const days$ = combineLatest(
    repeats.map((repeat) => {
      const days = daysOf(repeat, zone);
      return daysEvents$(replica, days.first, days.last, zone);
    }),
  );
  const over$ = days$.pipe(
    map((days) =>
      repeats.map((repeat, n) => {
        const booking = { ...was, ...repeat, id: '', status: 'booked' };
        return { repeat, booking, over: overlapsWith(booking, days[n] ?? []) };
      }),
    ),
    switchMap((all) => {
      const ids = all.flatMap(({ over }) => over.flatMap(({ client_id }) => (client_id ? [client_id] : [])));
      return clientsById$(replica, ids).pipe(map((clients) => ({ all, clients })));
    }),
  );
  return combineLatest([over$, overrideSets$(replica, first.date, daysOf(last, zone).last)]).pipe(
    map(([{ all, clients }, overrides]) =>
      all.map(({ repeat, booking, over }) => ({
        ...repeat,
        over: over.map((event) => ({ event, client: event.client_id ? clients.get(event.client_id) : undefined })),
        off: shiftProblem(booking, { weekly, overrides, zone }),
      })),
    ),
  );
}

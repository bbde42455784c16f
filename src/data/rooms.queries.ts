/** Reads of the salon's rooms and chairs, as bookings ask for them. */
import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs';
import { NO_ROOMS, type Rooms, roomsByService } from '#domain/booking/taken-rooms.ts';
import { roomsOf } from '#schemas/rooms.ts';
import type { Collections } from '#sync/storage/rxdb/collections.ts';
import { liveRowsIn } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';
import { rowNow, rowsWhere } from './row-writes.ts';
import { salon$ } from './salon.queries.ts';
import { services$ } from './services.queries.ts';

/** Tells apart what the rooms are, not the maps that hold them: whatever else is saved of salon and services is no news to the calendar. */
const onlyOthers = distinctUntilChanged<Rooms>((a, b) => JSON.stringify([...a]) === JSON.stringify([...b]));

/** Follows which service needs which room; a salon without rooms reads no services for it. */
export const roomsIn$ = (rows: Pick<Collections, 'salon_settings' | 'services'>): Observable<Rooms> =>
  liveRowsIn(rows, 'salon_settings').pipe(
    map(([settings]) => settings?.rooms ?? null),
    distinctUntilChanged(),
    switchMap((text) => {
      const all = roomsOf(text);
      return all.length === 0
        ? of(NO_ROOMS)
        : liveRowsIn(rows, 'services').pipe(
            map((services) => roomsByService(all, services)),
            onlyOthers,
          );
    }),
  );

/** Follows the same from the reads of the salon and its services that most screens have anyway. */
export const rooms$ = (replica: OpenReplica): Observable<Rooms> =>
  combineLatest([salon$(replica), services$(replica)]).pipe(
    map(([{ effective }, services]) => roomsByService(effective.rooms, services)),
    onlyOthers,
  );

/** Reads which service needs which room, as it is now. */
export async function roomsNow(replica: OpenReplica): Promise<Rooms> {
  const settings = await rowNow(replica, 'salon_settings', String(replica.salonId));
  const all = roomsOf(settings?.rooms);
  return all.length === 0 ? NO_ROOMS : roomsByService(all, await rowsWhere(replica, 'services', {}));
}

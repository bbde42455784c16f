import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { keepSorted, liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

type Service = LocalRow<'services'>;

const byName = (a: Service, b: Service) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Follows all services, by name. */
export function services$(replica: OpenReplica): Observable<readonly Service[]> {
  return sharedRead(replica, 'services', () => {
    const sort = keepSorted(byName);
    return liveRows(replica, 'services').pipe(map(sort));
  });
}

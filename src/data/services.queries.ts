/** Live reads of services and their categories. */
import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/people/names.ts';
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

/** Follows all categories of services, by name. */
export function serviceGroups$(replica: OpenReplica): Observable<readonly LocalRow<'service_groups'>[]> {
  return sharedRead(replica, 'service-groups', () =>
    liveRows(replica, 'service_groups').pipe(map((rows) => [...rows].sort((a, b) => compareNames(a.name, b.name)))),
  );
}

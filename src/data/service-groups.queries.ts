import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** All categories of services, by name. */
export function serviceGroups$(replica: OpenReplica): Observable<readonly LocalRow<'service_groups'>[]> {
  return sharedRead(replica, 'service-groups', () =>
    liveRows(replica, 'service_groups').pipe(map((rows) => [...rows].sort((a, b) => compareNames(a.name, b.name)))),
  );
}

import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** Follows all groups of employees, by name. */
export function employeeGroups$(replica: OpenReplica): Observable<readonly LocalRow<'employee_groups'>[]> {
  return sharedRead(replica, 'employee-groups', () =>
    liveRows(replica, 'employee_groups').pipe(map((rows) => [...rows].sort((a, b) => compareNames(a.name, b.name)))),
  );
}

/** Live reads of employees and their groups. */
import { map, type Observable } from 'rxjs';
import { compareNames } from '#domain/people/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { keepSorted, liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

type Employee = LocalRow<'resources'>;

const byName = (a: Employee, b: Employee) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Follows all employees that are not deleted, active or not, by name (document 2 §7: role employee). */
export function employees$(replica: OpenReplica): Observable<readonly Employee[]> {
  return sharedRead(replica, 'employees', () => {
    const sort = keepSorted(byName);
    return liveRows(replica, 'resources').pipe(map((rows) => sort(rows.filter((row) => row.role === 'employee'))));
  });
}

/** Follows the active employees: the calendar's columns and the dialog's select (document 3 §2, §7). */
export function activeEmployees$(replica: OpenReplica): Observable<readonly Employee[]> {
  return sharedRead(replica, 'active-employees', () => employees$(replica).pipe(map((rows) => rows.filter((row) => row.active))));
}

/** Follows all groups of employees, by name. */
export function employeeGroups$(replica: OpenReplica): Observable<readonly LocalRow<'employee_groups'>[]> {
  return sharedRead(replica, 'employee-groups', () =>
    liveRows(replica, 'employee_groups').pipe(map((rows) => [...rows].sort((a, b) => compareNames(a.name, b.name)))),
  );
}

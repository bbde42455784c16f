/** The rights of a replica's person in its salon, as far as this device knows: the table of `schemas/rights.ts`. */
import { map, type Observable } from 'rxjs';
import type { SalonRole } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import { type Action, may, mayDo, mayMake, RIGHTS, type WritableColumn } from '#schemas/rights.ts';
import type { OpenReplica } from './open-replica.ts';

/** The rights of one role. Where no pull has said it yet, everything: then the server alone judges. */
export interface Rights {
  readonly role: SalonRole | null;
  /** Tells if they may change that column of a row that is there. */
  may<N extends TableName>(table: N, column: WritableColumn<N>): boolean;
  /** Tells if they may make rows in a table. */
  mayMake(table: TableName): boolean;
  mayDo(action: Action): boolean;
}

const rightsByRole = new Map<SalonRole | null, Rights>();

/** Returns the rights of a role, the same object each time. */
export function rightsOfRole(role: SalonRole | null): Rights {
  const known = rightsByRole.get(role);
  if (known) return known;
  const rights: Rights = {
    role,
    may: (table, column) => role === null || may(role, table, column),
    mayMake: (table) => role === null || mayMake(role, table),
    mayDo: (action) => role === null || mayDo(role, action),
  };
  rightsByRole.set(role, rights);
  return rights;
}

/** Returns the rights of the person of this replica as they are now. */
export const rightsOf = (replica: OpenReplica): Rights => rightsOfRole(replica.membership$.value?.role ?? null);

/** Follows whether the person of this replica may change that column. */
export const stillMay = <N extends TableName>(replica: OpenReplica, table: N, column: WritableColumn<N>): Observable<boolean> =>
  replica.membership$.pipe(map((membership) => rightsOfRole(membership?.role ?? null).may(table, column)));

/** Names who does what others may not: the owner alone, or a manager as well. */
export type Doer = Exclude<SalonRole, 'staff'>;

/** Returns who may change that column; null: who may make rows of the table. A column that no role has is the owner's. */
export function whoMay(table: TableName, column: string | null): Doer {
  const { makes, changes } = RIGHTS[table];
  const role = column === null ? makes : (changes as Readonly<Record<string, SalonRole>>)[column];
  return role === 'manager' ? 'manager' : 'owner';
}

/**
 * Writes that the server has refused because of the person's role. They wait whole until the role allows them, or until somebody who
 * may write them takes them over by a file of unsent work.
 */

import type { Doer, Rights } from '#data/person-rights.ts';
import { SALON_ROLES, type SalonRole } from '#schemas/constants.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { beyondRole } from '#sync/core/role-gate.ts';

/** Tells whether a write was refused because of the role. */
export const isOfRole = ({ kind, constraint }: Pick<SyncIssue, 'kind' | 'constraint'>): boolean =>
  kind === 'rejected' && constraint === 'role';

/** Returns what of a refused write a role may not write: columns, or null for a new row as a whole. */
const refusedTo = (role: SalonRole, { table, ours, server }: SyncIssue): readonly (string | null)[] =>
  beyondRole(role, table, server, ours ?? {});

/** Tells whether somebody with these rights may send such a write again. */
export const maySendAgain = (issue: SyncIssue, { role }: Pick<Rights, 'role'>): boolean =>
  role === null || refusedTo(role, issue).length === 0;

/** The refused part of a write, and who may do it. */
export interface RoleRefusal {
  /** Empty where it is a new row. */
  readonly columns: readonly string[];
  readonly by: Doer;
}

/** Returns what was refused: to the role as it is now, or where that allows it by now, to the lowest one. */
export function roleRefusal(issue: SyncIssue, { role }: Pick<Rights, 'role'>): RoleRefusal {
  const now = role === null ? [] : refusedTo(role, issue);
  const refused = now.length > 0 ? now : refusedTo('staff', issue);
  const lowest = SALON_ROLES.findLast((one) => refusedTo(one, issue).length === 0);
  return { columns: refused.filter((column) => column !== null), by: lowest === 'owner' ? 'owner' : 'manager' };
}

/**
 * The decisions about this device's issues that a person's role lets them take. Writes that the server has refused because of the role wait
 * whole until it allows them, or until somebody who may write them takes them over by a file of unsent work; and a decision that would
 * write what the role may not is not offered.
 */

import type { Doer, Rights } from '#data/person-rights.ts';
import { SALON_ROLES, type SalonRole } from '#schemas/constants.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { beyondRole, isOfRole, serverVersion } from '#sync/core/role-gate.ts';
import { changeBy, type IssueDecision } from './issue-decisions.ts';
import type { RecordState } from './stored-rows.ts';

export { isOfRole };

/** Returns how the record stood when the issue came, for who does not read how it stands now. */
const thenStanding = ({ server }: SyncIssue): RecordState => ({
  row: null,
  state: server === null ? 'none' : server.deleted === true ? 'deleted' : 'there',
});

/** Returns what of a decision's write a role may not write: columns, or null for a new row as a whole. */
function refusedTo(
  role: SalonRole,
  issue: SyncIssue,
  decision: IssueDecision,
  standing: RecordState = thenStanding(issue),
): readonly (string | null)[] {
  const change = changeBy(decision, issue, standing);
  const { row, state } = standing;
  const before = row ? serverVersion(row as unknown as StateRow) : state === 'none' ? null : issue.server;
  return change === null ? [] : beyondRole(role, issue.table, before, change);
}

/** Tells whether somebody with these rights may decide so. @param standing the record as it is now, where that is known */
export const mayDecide = (issue: SyncIssue, decision: IssueDecision, { role }: Pick<Rights, 'role'>, standing?: RecordState) =>
  role === null || refusedTo(role, issue, decision, standing).length === 0;

/** Tells whether somebody with these rights may send a refused write again. */
export const maySendAgain = (issue: SyncIssue, rights: Pick<Rights, 'role'>): boolean => mayDecide(issue, 'again', rights);

/** The part of a decision that is refused, and who may do it. */
export interface RoleRefusal {
  /** Empty where it is a new row. */
  readonly columns: readonly string[];
  readonly by: Doer;
}

/** Returns what is refused: to the role as it is now, or where that allows it by now, to the lowest one. */
export function roleRefusal(
  issue: SyncIssue,
  { role }: Pick<Rights, 'role'>,
  decision: IssueDecision,
  standing?: RecordState,
): RoleRefusal {
  const refusedFor = (one: SalonRole) => refusedTo(one, issue, decision, standing);
  const now = role === null ? [] : refusedFor(role);
  const refused = now.length > 0 ? now : refusedFor('staff');
  const lowest = SALON_ROLES.findLast((one) => refusedFor(one).length === 0);
  return { columns: refused.filter((column) => column !== null), by: lowest === 'owner' ? 'owner' : 'manager' };
}

/**
 * How many decisions wait for a person. Issues are kept one by one, each content with its own; what a person is asked once is one
 * decision, and is counted once everywhere: several contents of one field, a new record however often it was refused, a visit whose
 * legs conflict alike or were deleted by one side, all that lies beyond a restored backup. Pure, and in one pass: an outage may
 * leave hundreds.
 */
import type { IssueKind, SyncIssue } from './issues.ts';

/** Marks the copy that keeps a refused write while it is sent again. */
const AGAIN = '#again';

/** Tells whether an issue is the copy of a refused write that is being sent again. */
export const isAgain = ({ id }: SyncIssue): boolean => id.endsWith(AGAIN);

/** Returns the issue under an id that no new refusal will take. */
export const againOf = (issue: SyncIssue): SyncIssue => (isAgain(issue) ? issue : { ...issue, id: issue.id + AGAIN });

/** Returns what a refusal is about: a new record as a whole, whatever it held when; a change of a known one by its content. */
export const rejectionKeyOf = (issue: SyncIssue): string => {
  const { id, table, rowId, server } = issue;
  return server === null ? `${table}/${rowId}` : isAgain(issue) ? id.slice(0, -AGAIN.length) : id;
};

/** Returns what is asked, the same for all issues of one field, set or record; it stays while a refusal is sent again under another id. */
export function questionOf(issue: SyncIssue): string {
  const { table, rowId, kind, group, otherId = null } = issue;
  if (kind === 'restored') return kind;
  return JSON.stringify(kind === 'rejected' ? [kind, rejectionKeyOf(issue)] : [kind, table, rowId, group, otherId]);
}

/** The columns that belong to a whole visit: client, employee and status; a service or a price belongs to one leg. */
const OF_VISIT: readonly string[] = ['resource_id', 'client_id', 'status', 'arrived_at', 'series_id', 'visit_id'];

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A whole visit is deleted in one press, as it is moved in one. */
const OF_WHOLE_VISIT = ['deleted-there', 'edited-there'] as const;
type OfVisit = 'field' | (typeof OF_WHOLE_VISIT)[number];

function isOfVisit(kind: IssueKind, group: SyncIssue['group']): kind is OfVisit {
  return kind === 'field' ? OF_VISIT.includes(group?.[0] ?? '') : OF_WHOLE_VISIT.some((whole) => whole === kind);
}

/** Returns the visit that an issue of one of its legs is about, and what has happened to it; null: it is about this booking alone. */
export function visitAsked({ kind, table, group, ours, server }: SyncIssue) {
  if (table !== 'events' || !isOfVisit(kind, group)) return null;
  const visitId = textOf(server?.visit_id) ?? textOf(ours?.visit_id);
  return visitId === null ? null : { key: JSON.stringify(['visit', visitId, group ?? kind]), visitId, kind };
}

/** Returns how many decisions these issues are. A leg with several contents is chosen by itself, beside its visit. */
export function decisionsIn(issues: readonly SyncIssue[]): number {
  const contents = new Map<string, SyncIssue | null>();
  for (const issue of issues) {
    const question = questionOf(issue);
    contents.set(question, contents.has(question) ? null : issue);
  }
  return new Set([...contents].map(([question, alone]) => (alone && visitAsked(alone)?.key) ?? question)).size;
}

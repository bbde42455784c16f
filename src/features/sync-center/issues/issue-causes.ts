/** Which matters share a cause, so that many of them are one thing to read and to decide. Pure. */
import { useState } from 'react';
import type { Matter } from '#data/issues/issue-matters.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { isVisitMatter, type MatterOrVisit } from '#data/issues/visit-matters.ts';
import { rejectionReasonOf } from './issue-reason.ts';

/** Fewer stand each for itself, as a person expects of them. */
const MANY = 5;

/** Many matters of one cause. */
export interface Cause {
  readonly key: string;
  /** One of them: its kind, table and reason are everybody's here. */
  readonly sample: SyncIssue;
  /** The newest first; each has one content. */
  readonly matters: readonly Matter[];
}

/** Null: what there are several contents of is chosen one by one, and so is a visit. */
function causeOf(matter: MatterOrVisit): string | null {
  if (isVisitMatter(matter)) return null;
  const [issue, ...more] = matter.issues;
  if (more.length > 0) return null;
  const { kind, table, group, server, ours } = issue;
  if (kind === 'torn') return null;
  if (kind === 'overlap') return kind;
  if (kind !== 'rejected') return JSON.stringify([kind, table, group]);
  const { key, field = null } = rejectionReasonOf(issue);
  return JSON.stringify([kind, table, server === null, ours?.deleted === true, key, field]);
}

function causesOf(matters: readonly MatterOrVisit[]): ReadonlyMap<string, Cause> {
  const causes = new Map<string, { key: string; sample: SyncIssue; matters: Matter[] }>();
  for (const matter of matters) {
    const key = causeOf(matter);
    if (key === null || isVisitMatter(matter)) continue;
    const known = causes.get(key);
    if (known) known.matters.push(matter);
    else causes.set(key, { key, sample: matter.issues[0], matters: [matter] });
  }
  return causes;
}

export type ListRow = MatterOrVisit | Cause;
export const isCause = (row: ListRow): row is Cause => 'sample' in row;

/** Returns the rows of the list, in the order of the newest of each. @param together causes that are told as one, few or many */
export function listRows(matters: readonly MatterOrVisit[], together: ReadonlySet<string>): readonly ListRow[] {
  const causes = causesOf(matters);
  const rows = new Set<ListRow>();
  for (const matter of matters) {
    const cause = causes.get(causeOf(matter) ?? '');
    rows.add(cause && (together.has(cause.key) || cause.matters.length >= MANY) ? cause : matter);
  }
  return [...rows];
}

/** The same, live: what was told as one once stays so to its last, or the cards would jump under the person's finger. */
export function useListRows(matters: readonly MatterOrVisit[]): readonly ListRow[] {
  const [together, setTogether] = useState<ReadonlySet<string>>(new Set());
  const rows = listRows(matters, together);
  const fresh = rows.filter((row) => isCause(row) && !together.has(row.key));
  if (fresh.length > 0) setTogether(new Set([...together, ...fresh.map(({ key }) => key)]));
  return rows;
}

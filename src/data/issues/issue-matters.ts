/**
 * Matters: the questions that a person is asked. Issues of the same field, set or record are one matter with several contents.
 * Pure, and in one pass: an outage may leave hundreds.
 */
import { isAgain, questionOf, rejectionKeyOf } from '#sync/core/decisions.ts';
import type { SyncIssue } from '#sync/core/issues.ts';

/**
 * Returns the other refusals that repeat one of these, or that are older refusals of the same new record: they are decided with
 * it.
 */
export function supersededBy(decided: readonly SyncIssue[], all: readonly SyncIssue[]): readonly SyncIssue[] {
  const refusals = new Set(decided.filter(({ kind }) => kind === 'rejected').map(rejectionKeyOf));
  const ids = new Set(decided.map(({ id }) => id));
  return all.filter((other) => other.kind === 'rejected' && !ids.has(other.id) && refusals.has(rejectionKeyOf(other)));
}

/** One thing to decide. */
export interface Matter {
  /** The key stays the same while a refusal is sent again under another id. */
  readonly key: string;
  /** The waiting contents, newest first. */
  readonly issues: readonly [SyncIssue, ...SyncIssue[]];
}

const newestFirst = (a: SyncIssue, b: SyncIssue): number => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.id < b.id ? -1 : 1);

/** Returns the matters that a person sees, newest first; of several refusals that say the same only the newest. */
export function mattersOf(all: readonly SyncIssue[]): readonly Matter[] {
  const together = new Map<string, [SyncIssue, ...SyncIssue[]]>();
  for (const issue of [...all].sort(newestFirst)) {
    const key = questionOf(issue);
    const known = together.get(key);
    if (known === undefined) together.set(key, [issue]);
    else if (issue.kind !== 'rejected') known.push(issue);
  }
  return [...together].map(([key, issues]) => ({ key, issues }));
}

/**
 * Returns the outdated refusals: those of a new record that its person has changed since and that was refused again. The copy of
 * a refusal that is being sent again is never among them.
 */
export function outdatedRefusals(all: readonly SyncIssue[]): readonly SyncIssue[] {
  const newest = new Map<string, string>();
  for (const issue of all) {
    if (issue.kind !== 'rejected') continue;
    const refusal = rejectionKeyOf(issue);
    if (issue.at > (newest.get(refusal) ?? '')) newest.set(refusal, issue.at);
  }
  const isOutdated = (issue: SyncIssue) =>
    issue.kind === 'rejected' && issue.server === null && !isAgain(issue) && issue.at < (newest.get(rejectionKeyOf(issue)) ?? '');
  return all.filter(isOutdated);
}

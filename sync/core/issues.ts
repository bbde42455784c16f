/**
 * Sync issues: what a person wrote and the server did not take, kept in full until that person decides.
 * Invariants: an issue is on disk before the row it speaks of changes; it holds our row and the server's, never `base` or
 * `sent`. **Contents decide identity**: the same content is the same issue, so that a merge repeated after a crash makes no
 * second one; another content is another issue, also of the same field on the same revision (revisions come again after a
 * restored backup, and another device's content comes by a file). Each stays until its own decision.
 */
import type { TableName } from '#schemas/registry.ts';
import { pick } from './columns.ts';

/**
 * The subject of an issue: a field or a set of shifts that both sides changed, a row deleted there or edited there, a refusal, a row
 * purged there, two bookings that overlap, a visit whose legs are impossible together, a coming booking whose client is deleted, a row
 * that is newer than a restored backup.
 */
export type IssueKind =
  | 'field'
  | 'set'
  | 'deleted-there'
  | 'edited-there'
  | 'rejected'
  | 'gone'
  | 'overlap'
  | 'torn'
  | 'client-deleted'
  | 'restored';

/** Tells whether issues of a kind follow from the rows as they stand: such are kept nowhere and are nobody's unsent work. */
export const isDerived = (kind: string): boolean => kind === 'overlap' || kind === 'torn' || kind === 'client-deleted';

/** A person's change that the server did not take, or another matter that a person must decide. */
export interface SyncIssue {
  readonly id: string;
  readonly kind: IssueKind;
  readonly table: TableName;
  readonly rowId: string;
  /** The columns that are one decision; null when the whole row is meant. */
  readonly group: readonly string[] | null;
  readonly ours: Readonly<Record<string, unknown>> | null;
  readonly server: Readonly<Record<string, unknown>> | null;
  /** SQLSTATE of a refusal, or `http-<status>`. */
  readonly code?: string;
  /** The server's words, for the log: screens have their own by `code` and `constraint`. */
  readonly message?: string;
  readonly constraint?: string;
  /** Device clock, ISO UTC. */
  readonly at: string;
  /** The other event of an overlap. */
  readonly otherId?: string;
  /** All legs of a torn visit, in the order that was meant; those of a visit whose client is deleted. */
  readonly legIds?: readonly string[];
  /** Our content came by a file of unsent work: it was written on another device. */
  readonly fromFile?: true;
  /** Of what was held beyond a restored backup: server clock, ISO UTC, of when the restored state is; left out where unknown. */
  readonly stateOf?: string;
}

/** FNV-1a over UTF-16: only to tell contents apart within one row and revision. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

type Subject = Pick<SyncIssue, 'kind' | 'table' | 'rowId' | 'group' | 'ours'>;

/** Returns the content that the person decides about, as text: our values of the field group, or our whole row. */
export const decidedContent = ({ group, ours }: Pick<SyncIssue, 'group' | 'ours'>): string =>
  JSON.stringify(group !== null && ours !== null ? pick(ours, group) : ours);

/** Two issues with the same matter are one: the same content of the same field or row, whatever the server had beside it. */
export const matterOf = (issue: Subject & Pick<SyncIssue, 'otherId'>): string =>
  JSON.stringify([issue.table, issue.rowId, issue.kind, issue.group, issue.otherId ?? null, decidedContent(issue)]);

/** Table, row, the server's revision, the field group, and the content. */
export function issueId(issue: Subject, rev: number): string {
  const what = `${issue.table}/${issue.rowId}@${rev}/${issue.group?.join('+') ?? issue.kind}`;
  return `${what}:${digest(decidedContent(issue))}`; // ★ contentIsIdentity
}

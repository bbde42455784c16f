/**
 * Sync issues: what a person wrote and the server did not take, kept in full until that person decides.
 * Invariants: an issue is on disk before the row it speaks of changes; its id is derived from what happened, so that a
 * merge repeated after a crash makes no second one; it holds our row and the server's, never `base` or `sent`.
 */
import type { TableName } from '#schemas/registry.ts';

export type IssueKind = 'field' | 'set' | 'deleted-there' | 'edited-there' | 'rejected' | 'gone' | 'overlap';

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
}

/** FNV-1a over UTF-16: only to tell contents apart within one row and revision. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Table, row, the server's revision and the field group; for a refusal the refused content as well, because the same row
 * may be refused twice on the same revision with different content.
 */
export function issueId(issue: Pick<SyncIssue, 'kind' | 'table' | 'rowId' | 'group' | 'ours'>, rev: number): string {
  const what =
    issue.kind === 'rejected' ? `rejected:${digest(JSON.stringify(issue.ours))}` : (issue.group?.join('+') ?? issue.kind);
  return `${issue.table}/${issue.rowId}@${rev}/${what}`;
}

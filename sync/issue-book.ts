/**
 * Where sync issues are kept: one document holding a map by issue id (it does not count against the storage's limit of
 * collections). Invariant: written by compare-and-set, so that two tabs never lose each other's issues.
 */
import { map, type Observable } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import type { SyncIssue } from './issues.ts';
import type { DocStore } from './stores.ts';

export const ISSUES_DOCUMENT = 'sync-issues';

/** Issues of tables that this version of the app does not know: kept for one that does, shown by none that does not. */
export const STRANGE_ISSUES_DOCUMENT = 'sync-issues-strange';

/** What those documents hold. */
export interface IssueMap {
  readonly issues: Readonly<Record<string, SyncIssue>>;
}

export interface IssueBook {
  /** Oldest first. */
  list(): Promise<readonly SyncIssue[]>;
  change(added: readonly SyncIssue[], removed: readonly string[]): Promise<void>;
  /** Replaces every issue by what `edit` makes of it; null removes it. */
  rewrite(edit: (issue: SyncIssue) => SyncIssue | null): Promise<void>;
  /** The refusals of a new row, which are over once that row is taken or removed. */
  closeRefusals(table: TableName, ids: readonly string[]): Promise<void>;
  readonly all$: Observable<readonly SyncIssue[]>;
}

const listed = (held: IssueMap | null): readonly SyncIssue[] =>
  Object.values(held?.issues ?? {}).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1));

export function issueBook(docs: DocStore): IssueBook {
  const rewrite: IssueBook['rewrite'] = async (edit) => {
    await docs.update<IssueMap>(ISSUES_DOCUMENT, (held) => {
      const before = Object.values(held?.issues ?? {});
      const after = before.map(edit);
      if (before.every((issue, at) => after[at] === issue)) return null;
      return { issues: Object.fromEntries(after.flatMap((issue) => (issue === null ? [] : [[issue.id, issue]]))) };
    });
  };
  return {
    list: async () => listed(await docs.read<IssueMap>(ISSUES_DOCUMENT)),
    async change(added, removed) {
      if (added.length === 0 && removed.length === 0) return;
      await docs.update<IssueMap>(ISSUES_DOCUMENT, (held) => {
        const issues = { ...held?.issues };
        for (const id of removed) delete issues[id];
        for (const issue of added) issues[issue.id] = issue;
        return { issues };
      });
    },
    rewrite,
    closeRefusals(table, ids) {
      const closed = new Set(ids);
      return rewrite((issue) =>
        issue.kind === 'rejected' && issue.server === null && issue.table === table && closed.has(issue.rowId) ? null : issue,
      );
    },
    all$: docs.watch<IssueMap>(ISSUES_DOCUMENT).pipe(map(listed)),
  };
}

/**
 * The store of sync issues: one document with a map by issue id (it does not count against the storage's limit of collections).
 * Invariants: it is written by compare-and-set, so that two tabs never lose each other's issues; the same content is in it once, and
 * no content replaces another, whatever id it comes with.
 */
import { map, type Observable } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import { decidedContent, digest, matterOf, type SyncIssue } from '#sync/core/issues.ts';
import type { DocStore } from '#sync/storage/stores.ts';

/** The local document with all issues. */
export const ISSUES_DOCUMENT = 'sync-issues';

/** Issues of tables that this version of the app does not know: kept for one that does, shown by none that does not. */
export const STRANGE_ISSUES_DOCUMENT = 'sync-issues-strange';

/** The content of these two documents. */
export interface IssueMap {
  readonly issues: Readonly<Record<string, SyncIssue>>;
  /** Issues about which a person is deciding in some tab, since when (ms, device clock). */
  readonly claims?: Readonly<Record<string, number>>;
}

/** The issues about which this tab decides; never none. */
export interface Claim {
  readonly ids: ReadonlySet<string>;
  /** Lets go of those that still stand. */
  end(): Promise<void>;
}

/** The issues on disk, shared by all tabs. Each call throws what the storage threw. */
export interface IssueBook {
  /** Oldest first. */
  list(): Promise<readonly SyncIssue[]>;
  /** An added issue takes the place of one with the same content. Returns the ids of those whose content was not there before. */
  change(added: readonly SyncIssue[], removed: readonly string[]): Promise<readonly string[]>;
  /** Replaces every issue by what `edit` makes of it; null removes it. */
  rewrite(edit: (issue: SyncIssue) => SyncIssue | null): Promise<void>;
  /**
   * Of two tabs that decide one issue in the same instant, one may: those that are there and that nobody else decides are its.
   * A claim ends with its issue, or by itself should its tab die. `now`: ms, device clock.
   */
  claim(ids: readonly string[], now: number): Promise<Claim | null>;
  /** The refusals of a new row, which are over once that row is taken or removed. */
  closeRefusals(table: TableName, ids: readonly string[]): Promise<void>;
  readonly all$: Observable<readonly SyncIssue[]>;
}

const sortedIssues = (stored: IssueMap | null): readonly SyncIssue[] =>
  Object.values(stored?.issues ?? {}).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1));

/** A decision takes less; a tab that dies in the middle of one does not make a person wait for longer. */
const CLAIM_MS = 5_000;

/** Without the claims of issues that are gone. */
function bookOf(issues: IssueMap['issues'], claims: IssueMap['claims']): IssueMap {
  const openClaims = Object.entries(claims ?? {}).filter(([id]) => issues[id] !== undefined);
  return openClaims.length === 0 ? { issues } : { issues, claims: Object.fromEntries(openClaims) };
}

/** The issue under an id that no other content has: an id may come from a file, or from before an erasure took something. */
export function besideOthers(issues: IssueMap['issues'], issue: SyncIssue): SyncIssue {
  const existing = issues[issue.id];
  if (existing === undefined || decidedContent(existing) === decidedContent(issue)) return issue;
  return { ...issue, id: `${issue.id}:${digest(decidedContent(issue))}` };
}

/** Returns the book in those documents. */
export function issueBook(docs: DocStore): IssueBook {
  const rewrite: IssueBook['rewrite'] = async (edit) => {
    await docs.update<IssueMap>(ISSUES_DOCUMENT, (stored) => {
      const before = Object.values(stored?.issues ?? {});
      const after = before.map(edit);
      if (before.every((issue, at) => after[at] === issue)) return null;
      // Without what an erasure took from them two may say the same: the person decides once.
      const byContent = new Map(after.flatMap((issue) => (issue === null ? [] : [[matterOf(issue), issue] as const])));
      const issues = Object.fromEntries([...byContent.values()].map((issue) => [issue.id, issue]));
      return bookOf(issues, stored?.claims);
    });
  };
  return {
    list: async () => sortedIssues(await docs.read<IssueMap>(ISSUES_DOCUMENT)),
    async change(added, removed) {
      if (added.length === 0 && removed.length === 0) return [];
      let newIds: readonly string[] = [];
      await docs.update<IssueMap>(ISSUES_DOCUMENT, (stored) => {
        const issues = { ...stored?.issues };
        for (const id of removed) delete issues[id];
        const idByContent = new Map(Object.values(issues).map((issue) => [matterOf(issue), issue.id]));
        for (const issue of added) {
          // One that says the same under another name (of another revision, or given before an erasure took something from it).
          const duplicate = idByContent.get(matterOf(issue));
          if (duplicate !== undefined) delete issues[duplicate];
          const placed = besideOthers(issues, issue); // ★ contentIsIdentity
          issues[placed.id] = placed;
        }
        newIds = added.flatMap((issue) => (issues[issue.id] === issue && !idByContent.has(matterOf(issue)) ? [issue.id] : []));
        return bookOf(issues, stored?.claims);
      });
      return newIds;
    },
    rewrite,
    async claim(ids, now) {
      let claimedIds: ReadonlySet<string> = new Set();
      await docs.update<IssueMap>(ISSUES_DOCUMENT, (stored) => {
        const isFree = (id: string): boolean => {
          const claimedAt = stored?.claims?.[id];
          return stored?.issues[id] !== undefined && (claimedAt === undefined || Math.abs(now - claimedAt) > CLAIM_MS);
        };
        claimedIds = new Set(ids.filter(isFree));
        const claims = Object.fromEntries([...claimedIds].map((id) => [id, now]));
        return stored && claimedIds.size > 0 ? { ...stored, claims: { ...stored.claims, ...claims } } : null;
      });
      if (claimedIds.size === 0) return null;
      const end = async () => {
        await docs.update<IssueMap>(ISSUES_DOCUMENT, (stored) => {
          const claims = Object.entries(stored?.claims ?? {});
          const remaining = claims.filter(([id, at]) => !(claimedIds.has(id) && at === now));
          return stored && remaining.length < claims.length ? bookOf(stored.issues, Object.fromEntries(remaining)) : null;
        });
      };
      return { ids: claimedIds, end };
    },
    closeRefusals(table, ids) {
      const closed = new Set(ids);
      return rewrite((issue) =>
        issue.kind === 'rejected' && issue.server === null && issue.table === table && closed.has(issue.rowId) ? null : issue,
      );
    },
    all$: docs.watch<IssueMap>(ISSUES_DOCUMENT).pipe(map(sortedIssues)),
  };
}

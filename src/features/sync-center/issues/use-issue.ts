import { useTranslation } from 'react-i18next';
import { map } from 'rxjs';
import type { Matter } from '#data/issues/issue-matters.ts';
import { issueRecord$, type SyncIssue } from '#data/issues/issues.queries.ts';
import type { Standing } from '#data/issues/kept-rows.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useLiveSteady } from '#ui/use-live.ts';
import { correctionPath, recordPath } from './issue-path.ts';
import { type Content, type IssueWords, recordDetail, recordName } from './issue-words.ts';

export interface KnownIssue {
  /** The issues as they were when the rest was read: what is shown and what is decided are the same. */
  issues: Matter['issues'];
  words: IssueWords;
  /** How the record stands now; it may have changed again since. */
  standing: Standing;
  /** The row as it is stored now, deleted or not. */
  now: Content | null;
  name: string;
  detail: string | null;
  /** Null: there is nothing to open. */
  path: string | null;
}

/** What a card has to know of its record: how it stands, its names. Undefined until it has been read. @param issues all of one record */
export function useIssue(issues: Matter['issues'], config: SalonConfig): KnownIssue | undefined {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  // Other contents are no other record, nor is the same refusal under another id: the card stays, with its focus.
  const read = useLiveSteady(
    () => issueRecord$(replica, issues).pipe(map((record) => ({ issues, record }))),
    [replica, JSON.stringify(issues)],
  );
  if (!read) return undefined;
  const { standing, referred } = read.record;
  const [issue] = read.issues;
  const { table, rowId, ours, server } = issue;
  const now: Content | null = standing.row && { ...standing.row };
  const words: IssueWords = { t, language, config, referred };
  const there = standing.state === 'there';
  // A refused or vanished record is called as the person called it; one that stands, as it stands.
  const shown = (issue.kind === 'rejected' || !there ? ours : now) ?? now ?? server ?? {};
  const pathOf = issue.kind === 'rejected' ? correctionPath : recordPath;
  return {
    issues: read.issues,
    words,
    standing,
    now,
    name: recordName(table, shown, words),
    detail: recordDetail(table, described(issue, there ? now : null) ?? shown, words),
    path: there ? pathOf(table, rowId, now ?? shown, config.timezone) : null,
  };
}

/** Which of the contents tells when and with whom: what was refused as it was written, what was deleted as it stood. */
function described({ kind, ours, server }: SyncIssue, now: Content | null): Content | null {
  if (kind === 'rejected') return server ?? ours;
  return now ?? (kind === 'deleted-there' ? (server ?? ours) : ours);
}

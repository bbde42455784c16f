import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/issues.queries.ts';
import { Count } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IssueCard } from './issue-card.tsx';

/** What a person wrote and the server did not take, newest first. */
export function IssueList({ issues, zone }: { issues: readonly SyncIssue[]; zone: string }) {
  const { t } = useTranslation('sync');
  const newest = [...issues].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <section aria-labelledby="sync-attention">
      <h2 id="sync-attention" className="mb-2.5 flex items-center gap-2 text-base">
        {t('attention')} <Count warn={issues.length > 0}>{issues.length}</Count>
      </h2>
      {issues.length === 0 ? <EmptyState title={t('nothing_attention')} /> : null}
      <div className="flex flex-col gap-3 text-sm">
        {newest.map((issue) => (
          <IssueCard key={issue.id} issue={issue} zone={zone} />
        ))}
      </div>
    </section>
  );
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { outdatedRefusals, refusalOf, type SyncIssue, shownIssues } from '#data/issues.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Count } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useLive } from '#ui/use-live.ts';
import { IssueBoundary } from './issue-boundary.tsx';
import { IssueCard } from './issue-card.tsx';
import { useFocusAfter } from './use-focus-after.ts';

/** The same card while a refusal is being sent again under another id. */
const keyOf = (issue: SyncIssue) => (issue.kind === 'rejected' ? refusalOf(issue) : issue.id);

/** What needs a person's decision, newest first. */
export function IssueList({ issues }: { issues: readonly SyncIssue[] }) {
  const { t } = useTranslation('issues');
  const replica = useReplica();
  const config = useLive(() => salon$(replica), [replica])?.effective;
  const shown = shownIssues(issues);
  useEffect(() => {
    // What is not shown is not counted either, on the chip.
    for (const { id } of outdatedRefusals(issues)) replica.removeIssue(id).catch(console.error);
  }, [replica, issues]);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusAfter(shown.map(keyOf), list, heading);
  return (
    <section aria-labelledby="sync-attention">
      <h2 id="sync-attention" ref={heading} tabIndex={-1} className="mb-2.5 flex items-center gap-2 text-base">
        {t('attention')} <Count warn={shown.length > 0}>{shown.length}</Count>
      </h2>
      {shown.length === 0 ? <EmptyState title={t('nothing_attention')} /> : null}
      <ul ref={list} className="flex flex-col gap-3 text-sm">
        {config
          ? shown.map((issue) => (
              <li key={keyOf(issue)} data-issue-key={keyOf(issue)}>
                <IssueBoundary>
                  <IssueCard issue={issue} config={config} />
                </IssueBoundary>
              </li>
            ))
          : null}
      </ul>
    </section>
  );
}

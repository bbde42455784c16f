import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mattersOf } from '#data/issues/issue-matters.ts';
import { dropOutdated } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { withVisits } from '#data/issues/visit-matters.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Count } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useLive } from '#ui/use-live.ts';
import { IssueBoundary } from './issue-boundary.tsx';
import { IssueCard } from './issue-card.tsx';
import { isCause, type ListRow, useListRows } from './issue-causes.ts';
import { IssueGroup } from './issue-group.tsx';
import { useFocusAfter } from './use-focus-after.ts';
import { useSteadyOrder } from './use-steady-order.ts';

/** In the order in which they stand, the cards of a group behind it. */
const keysOf = (rows: readonly ListRow[]): readonly string[] =>
  rows.flatMap((row) => [row.key, ...(isCause(row) ? row.matters.map(({ key }) => key) : [])]);

/** What needs a person's decision, newest first; many of one cause as a group. */
export function IssueList({ issues }: { issues: readonly SyncIssue[] }) {
  const { t } = useTranslation('issues');
  const replica = useReplica();
  const config = useLive(() => salon$(replica), [replica])?.effective;
  const newest = useMemo(() => withVisits(mattersOf(issues)), [issues]);
  const matters = useSteadyOrder(newest);
  const rows = useListRows(matters);
  const count = matters.length;
  useEffect(() => {
    // What is not shown is not counted either, on the chip.
    dropOutdated(replica, issues).catch(console.error);
  }, [replica, issues]);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusAfter(keysOf(rows), list, heading);
  return (
    <section aria-labelledby="sync-attention">
      <h2 id="sync-attention" ref={heading} tabIndex={-1} className="mb-2.5 flex items-center gap-2 text-base">
        {t('attention')} <Count warn={count > 0}>{count}</Count>
      </h2>
      {count === 0 ? <EmptyState title={t('nothing_attention')} /> : null}
      <ul ref={list} className="flex flex-col gap-3 text-sm">
        {config
          ? rows.map((row) => (
              <li key={row.key} data-issue-key={row.key}>
                {isCause(row) ? (
                  <IssueGroup cause={row} config={config} />
                ) : (
                  <IssueBoundary>
                    <IssueCard matter={row} config={config} />
                  </IssueBoundary>
                )}
              </li>
            ))
          : null}
      </ul>
    </section>
  );
}

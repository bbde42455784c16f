import { OctagonAlert, Split } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { issuesByRow$, type SyncIssue, troubleOf } from '#data/issues/issues.queries.ts';
import type { TableName } from '#schemas/registry.ts';
import { Badge, PendingBadge } from '#ui/page/badge.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { useReplica } from './use-replica.ts';

export type RowIssues = ReadonlyMap<string, readonly SyncIssue[]>;
const NONE: RowIssues = new Map();

/** The issues of a table's rows, for `RowMark`. */
export function useRowIssues(table: TableName): RowIssues {
  const replica = useReplica();
  return useLiveState(() => issuesByRow$(replica, table), [replica, table]).value ?? NONE;
}

export interface RowMarkProps {
  row: { readonly id: string; readonly pending: 0 | 1 };
  issues: RowIssues;
  /** The row is one link already: the mark leads nowhere by itself. */
  plain?: boolean;
}

/** How a row of a list stands with the server: refused or waiting for a decision, else not sent yet, else nothing. */
export function RowMark({ row, issues, plain = false }: RowMarkProps) {
  const { t } = useTranslation('lists');
  const { refused, conflict } = troubleOf(issues.get(row.id));
  if (!refused && !conflict) return row.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null;
  const kind = refused ? 'refused' : 'issue';
  const Mark = refused ? OctagonAlert : Split;
  const badge = (
    <Badge tone={refused ? 'bad' : 'warn'} icon={<Mark className="i" aria-hidden="true" />}>
      {t(kind)}
    </Badge>
  );
  const hint = t(`${kind}_hint`);
  if (!plain)
    return (
      <Link to="/sync" title={hint} className="inline-flex">
        {badge}
      </Link>
    );
  return (
    <span title={hint} className="inline-flex">
      {badge}
    </span>
  );
}

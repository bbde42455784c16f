import type { SyncIssue } from '#data/issues.queries.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import { IssueConflict } from './issue-conflict.tsx';
import { IssueEdited } from './issue-edited.tsx';
import { IssueLost } from './issue-lost.tsx';
import { IssueOverlap } from './issue-overlap.tsx';
import { IssueRefused } from './issue-refused.tsx';
import { useIssue } from './use-issue.ts';

interface IssueCardProps {
  issue: SyncIssue;
  config: SalonConfig;
}

/** One issue by its kind. Nothing is lost by leaving it for later. */
export function IssueCard({ issue, config }: IssueCardProps) {
  return issue.kind === 'overlap' ? <IssueOverlap issue={issue} config={config} /> : <RecordCard issue={issue} config={config} />;
}

function RecordCard({ issue, config }: IssueCardProps) {
  const known = useIssue(issue, config);
  if (!known) return null;
  switch (issue.kind) {
    case 'rejected':
      return <IssueRefused issue={issue} known={known} />;
    case 'deleted-there':
    case 'gone':
      return <IssueLost issue={issue} known={known} />;
    case 'edited-there':
      return <IssueEdited issue={issue} known={known} />;
    default:
      return <IssueConflict issue={issue} known={known} />;
  }
}

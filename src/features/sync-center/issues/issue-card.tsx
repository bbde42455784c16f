import type { Matter } from '#data/issues/issue-matters.ts';
import { isVisitMatter, type MatterOrVisit } from '#data/issues/visit-matters.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { IssueClientDeleted } from './issue-client-deleted.tsx';
import { IssueConflict } from './issue-conflict.tsx';
import { IssueOverlap } from './issue-overlap.tsx';
import { IssueEdited, IssueLost, IssueRefused, useIssue } from './issue-record.tsx';
import { IssueTorn, IssueVisit } from './issue-visit.tsx';

export interface IssueCardProps {
  matter: MatterOrVisit;
  config: SalonConfig;
}

/** One matter by its kind. Nothing is lost by leaving it for later. */
export function IssueCard({ matter, config }: IssueCardProps) {
  if (isVisitMatter(matter)) return <IssueVisit visit={matter} config={config} />;
  const [issue] = matter.issues;
  if (issue.kind === 'client-deleted') return <IssueClientDeleted issue={issue} config={config} />;
  if (issue.kind === 'torn') return <IssueTorn issue={issue} config={config} />;
  return issue.kind === 'overlap' ? (
    <IssueOverlap issue={issue} config={config} />
  ) : (
    <RecordCard matter={matter} config={config} />
  );
}

function RecordCard({ matter, config }: { matter: Matter; config: SalonConfig }) {
  const known = useIssue(matter.issues, config);
  if (!known) return null;
  const { issues } = known;
  const [issue, ...beside] = issues;
  switch (issue.kind) {
    case 'rejected':
      return <IssueRefused issue={issue} known={known} />;
    case 'edited-there':
      return <IssueEdited issue={issue} beside={beside} known={known} />;
    case 'deleted-there':
    case 'gone':
      // Of several contents one is chosen, as where the record stands.
      return beside.length > 0 ? <IssueConflict issues={issues} known={known} /> : <IssueLost issue={issue} known={known} />;
    default:
      return <IssueConflict issues={issues} known={known} />;
  }
}

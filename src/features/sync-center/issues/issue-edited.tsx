import { deleteAnyway, keepTheirs } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { ContentCard } from './issue-content.tsx';
import { factsOf, shownColumns } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

/** Deleted here, changed there: the record stands with their change until somebody says otherwise. */
export function IssueEdited({ issue, beside, known }: { issue: SyncIssue; beside: readonly SyncIssue[]; known: KnownIssue }) {
  const { words, standing, now, name, detail, path } = known;
  const { t } = words;
  const replica = useReplica();
  const resolution = useResolution(name);
  const busy = resolution.busy;
  const there = standing.state === 'there' && now !== null;
  const columns = shownColumns({ ...issue, server: now });
  const keep = (said: string) => void resolution.run('keep', said, () => keepTheirs(replica, issue, beside));
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_edited-there')}
      name={name}
      detail={detail}
      path={path}
      text={t(there ? 'text_edited-there' : 'text_edited_gone')}
      failure={resolution.failure}
      actions={
        there ? (
          <>
            <Button
              variant="primary"
              size="sm"
              breaks
              busy={busy === 'keep'}
              busyLabel={t('working')}
              onClick={() => keep(t('said_kept'))}
            >
              {t('keep_record')}
            </Button>
            <Button
              variant="danger-ghost"
              size="sm"
              breaks
              busy={busy === 'delete'}
              busyLabel={t('working')}
              onClick={() => void resolution.run('delete', t('said_deleted'), () => deleteAnyway(replica, issue, beside))}
            >
              {t('delete_anyway')}
            </Button>
          </>
        ) : (
          <Button size="sm" breaks busy={busy === 'keep'} busyLabel={t('working')} onClick={() => keep(t('said_left_deleted'))}>
            {t('understood')}
          </Button>
        )
      }
    >
      {there ? <ContentCard title={t('theirs')} facts={factsOf(issue.table, columns, now, words)} /> : null}
    </IssueFrame>
  );
}

import { deleteAnyway, keepTheirs } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { ContentCard } from './issue-content.tsx';
import { factsOf, shownColumns } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import type { IssueWords } from './issue-words.ts';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

interface EditedActionsProps {
  words: Pick<IssueWords, 't'>;
  /** Whether the record still stands. */
  there: boolean;
  busy: string | null;
  /** @param said what the toast says */
  onTheirs: (said: string) => void;
  onDelete: (said: string) => void;
}

export function EditedActions({ words: { t }, there, busy, onTheirs, onDelete }: EditedActionsProps) {
  const keeps = { size: 'sm', breaks: true, busy: busy === 'theirs', busyLabel: t('working') } as const;
  if (!there)
    return (
      <Button {...keeps} onClick={() => onTheirs(t('said_left_deleted'))}>
        {t('understood')}
      </Button>
    );
  return (
    <>
      <Button variant="primary" {...keeps} onClick={() => onTheirs(t('said_kept'))}>
        {t('keep_record')}
      </Button>
      <Button
        variant="danger-ghost"
        size="sm"
        breaks
        busy={busy === 'delete'}
        busyLabel={t('working')}
        onClick={() => onDelete(t('said_deleted'))}
      >
        {t('delete_anyway')}
      </Button>
    </>
  );
}

/** Deleted here, changed there: the record stands with their change until somebody says otherwise. */
export function IssueEdited({ issue, beside, known }: { issue: SyncIssue; beside: readonly SyncIssue[]; known: KnownIssue }) {
  const { words, standing, now, name, detail, path } = known;
  const { t } = words;
  const replica = useReplica();
  const { busy, failure, run } = useResolution(name);
  const there = standing.state === 'there' && now !== null;
  const columns = shownColumns({ ...issue, server: now });
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_edited-there')}
      name={name}
      detail={detail}
      path={path}
      text={t(there ? 'text_edited-there' : 'text_edited_gone')}
      failure={failure}
      actions={
        <EditedActions
          words={words}
          there={there}
          busy={busy}
          onTheirs={(said) => void run('theirs', said, () => keepTheirs(replica, issue, beside))}
          onDelete={(said) => void run('delete', said, () => deleteAnyway(replica, issue, beside))}
        />
      }
    >
      {there ? <ContentCard title={t('theirs')} facts={factsOf(issue.table, columns, now, words)} /> : null}
    </IssueFrame>
  );
}

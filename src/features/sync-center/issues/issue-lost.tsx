import { useState } from 'react';
import { keepMine, keepTheirs } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ContentCard } from './issue-content.tsx';
import { contentColumns, factsOf } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

/** Changed here, deleted there; or so long deleted there that nothing of it is left. Ours is kept, and can come back. */
export function IssueLost({ issue, known }: { issue: SyncIssue; known: KnownIssue }) {
  const { words, standing, name, detail, path } = known;
  const { t } = words;
  const replica = useReplica();
  const resolution = useResolution(name);
  const [asking, setAsking] = useState(false);
  const busy = resolution.busy;
  const gone = issue.kind === 'gone';
  const restored = standing.state === 'there';
  const facts = factsOf(issue.table, contentColumns(issue), issue.ours ?? {}, words);
  const keys = restored
    ? { text: 'text_restored', take: 'add_mine', leave: 'leave_as_is', taken: 'said_mine', left: 'said_theirs' }
    : gone
      ? { text: 'text_gone', take: 'make_again', leave: 'let_go', taken: 'said_made', left: 'said_let_go' }
      : {
          text: 'text_deleted-there',
          take: 'restore_mine',
          leave: 'leave_deleted',
          taken: 'said_restored',
          left: 'said_left_deleted',
        };
  const letGo = () => void resolution.run('leave', t(keys.left), () => keepTheirs(replica, issue));
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t(gone ? 'title_gone' : 'title_deleted-there')}
      name={name}
      detail={detail}
      path={path}
      text={t(keys.text)}
      failure={resolution.failure}
      actions={
        <>
          <Button
            variant="primary"
            size="sm"
            breaks
            busy={busy === 'take'}
            busyLabel={t('working')}
            onClick={() => void resolution.run('take', t(keys.taken), () => keepMine(replica, issue))}
          >
            {t(keys.take)}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            breaks
            busy={busy === 'leave'}
            busyLabel={t('working')}
            onClick={() => (gone ? setAsking(true) : letGo())}
          >
            {t(keys.leave)}
          </Button>
        </>
      }
    >
      <ContentCard title={t(gone ? 'my_content' : 'mine')} facts={facts} />
      <ConfirmDialog
        open={asking}
        title={t('let_go_title')}
        confirmLabel={t('let_go')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          letGo();
        }}
      >
        {t('let_go_body', { name })}
      </ConfirmDialog>
    </IssueFrame>
  );
}

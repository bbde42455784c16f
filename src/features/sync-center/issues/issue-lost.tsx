import { useState } from 'react';
import { keepMine, keepTheirs } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ContentCard } from './issue-content.tsx';
import { contentColumns, factsOf } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import type { IssueWords } from './issue-words.ts';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

/** What is said and offered where ours has lost its record. @param restored somebody has brought the record back */
export function lostKeys(gone: boolean, restored: boolean) {
  if (restored) return { text: 'text_restored', take: 'add_mine', leave: 'leave_as_is', taken: 'said_mine', left: 'said_theirs' };
  if (gone) return { text: 'text_gone', take: 'make_again', leave: 'let_go', taken: 'said_made', left: 'said_let_go' };
  const words = { take: 'restore_mine', leave: 'leave_deleted', taken: 'said_restored', left: 'said_left_deleted' };
  return { text: 'text_deleted-there', ...words };
}

interface LostActionsProps {
  words: Pick<IssueWords, 't'>;
  keys: ReturnType<typeof lostKeys>;
  busy: string | null;
  onMine: () => void;
  onTheirs: () => void;
}

export function LostActions({ words: { t }, keys, busy, onMine, onTheirs }: LostActionsProps) {
  return (
    <>
      <Button variant="primary" size="sm" breaks busy={busy === 'mine'} busyLabel={t('working')} onClick={onMine}>
        {t(keys.take)}
      </Button>
      <Button variant="ghost" size="sm" breaks busy={busy === 'theirs'} busyLabel={t('working')} onClick={onTheirs}>
        {t(keys.leave)}
      </Button>
    </>
  );
}

/** Changed here, deleted there; or so long deleted there that nothing of it is left. Ours is kept, and can come back. */
export function IssueLost({ issue, known }: { issue: SyncIssue; known: KnownIssue }) {
  const { words, standing, name, detail, path } = known;
  const { t } = words;
  const replica = useReplica();
  const { busy, failure, run } = useResolution(name);
  const [asking, setAsking] = useState(false);
  const gone = issue.kind === 'gone';
  const restored = standing.state === 'there';
  const facts = factsOf(issue.table, contentColumns(issue), issue.ours ?? {}, words);
  const keys = lostKeys(gone, restored);
  const letGo = () => void run('theirs', t(keys.left), () => keepTheirs(replica, issue));
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t(gone ? 'title_gone' : 'title_deleted-there')}
      name={name}
      detail={detail}
      path={path}
      text={t(keys.text)}
      failure={failure}
      actions={
        <LostActions
          words={words}
          keys={keys}
          busy={busy}
          onMine={() => void run('mine', t(keys.taken), () => keepMine(replica, issue))}
          onTheirs={() => (gone ? setAsking(true) : letGo())}
        />
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

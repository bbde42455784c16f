import { useState } from 'react';
import { Link } from 'react-router-dom';
import { discardRefused, sendAgain } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ContentCard } from './issue-content.tsx';
import { contentColumns, factsOf } from './issue-facts.ts';
import { IssueFrame } from './issue-frame.tsx';
import { reasonText } from './issue-words.ts';
import type { KnownIssue } from './use-issue.ts';
import { useResolution } from './use-resolution.ts';

/** A write that the server does not take: why, what was in it, and what to do with it. */
export function IssueRefused({ issue, known }: { issue: SyncIssue; known: KnownIssue }) {
  const { words, name, detail, path, standing } = known;
  const { t } = words;
  const replica = useReplica();
  const resolution = useResolution(name);
  const [asking, setAsking] = useState(false);
  const busy = resolution.busy;
  const isNew = issue.server === null;
  const ours = issue.ours ?? {};
  const deletion = ours.deleted === true;
  const facts = deletion
    ? [{ label: '', text: t('deletion'), columns: ['deleted'] }]
    : factsOf(issue.table, contentColumns(issue), ours, words);
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t(isNew ? 'title_rejected_new' : 'title_rejected')}
      name={name}
      detail={detail}
      path={path}
      text={
        <>
          {reasonText(issue, t)}
          {!isNew && standing.state !== 'there' ? <span className="block font-medium text-ink">{t('also_deleted')}</span> : null}
        </>
      }
      failure={resolution.failure}
      actions={
        <>
          {path && !deletion ? (
            <Link to={path} className="btn btn-primary btn-sm">
              {t('correct')}
            </Link>
          ) : null}
          <Button
            size="sm"
            breaks
            busy={busy === 'send'}
            busyLabel={t('working')}
            onClick={() => void resolution.run('send', t('said_sent'), () => sendAgain(replica, issue))}
          >
            {t('send_again')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            breaks
            busy={busy === 'discard'}
            busyLabel={t('working')}
            onClick={() => setAsking(true)}
          >
            {t(isNew ? 'discard_new' : 'discard')}
          </Button>
        </>
      }
    >
      <ContentCard title={t('my_content')} facts={facts} />
      <ConfirmDialog
        open={asking}
        title={t(isNew ? 'discard_new_title' : 'discard_title')}
        confirmLabel={t(isNew ? 'discard_new' : 'discard')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void resolution.run('discard', t('said_discarded'), () => discardRefused(replica, issue));
        }}
      >
        {t(isNew ? 'discard_new_body' : 'discard_body', { name })}
      </ConfirmDialog>
    </IssueFrame>
  );
}

import { CloudAlert, GitMerge, Layers2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncIssue } from '#data/issues.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { IssueContent } from './issue-content.tsx';
import { momentText } from './moment-text.ts';
import { recordText } from './row-words.ts';

/** One issue: what happened, with which record, both contents. Nothing is lost by leaving it for later. */
export function IssueCard({ issue, zone }: { issue: SyncIssue; zone: string }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const replica = useReplica();
  const [asking, setAsking] = useState(false);
  const refused = issue.kind === 'rejected' || issue.kind === 'gone';
  const Mark = refused ? CloudAlert : issue.kind === 'overlap' ? Layers2 : GitMerge;
  const words = { t, language, zone };
  const record = recordText(issue.table, issue.ours ?? issue.server, words);
  const name = [t(`table_${issue.table}`), record].filter(Boolean).join(': ');
  return (
    <article className="card p-4" data-issue={issue.kind} data-row={issue.rowId}>
      <header className="flex gap-3">
        <span
          className={`grid h-9 w-9 flex-none place-items-center rounded-md ${refused ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning'}`}
        >
          <Mark className="i" aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1 leading-snug">
          <h3 className="text-sm font-semibold">{t(`issue_${issue.kind}`)}</h3>
          <p className="font-medium break-words">{name}</p>
          <p className="text-ink-2">{t(`issue_${issue.kind}_text`)}</p>
          {issue.message ? <p className="text-ink-3 break-words">{t('server_says', { message: issue.message })}</p> : null}
        </div>
        <time dateTime={issue.at} className="text-xs text-ink-3">
          {momentText(issue.at, zone, language, t)}
        </time>
      </header>
      <IssueContent issue={issue} words={words} />
      <div className="mt-3 md:pl-12">
        <Button size="sm" label={t('dismiss_named', { name })} onClick={() => setAsking(true)}>
          {t('dismiss')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('dismiss_title')}
        confirmLabel={t('dismiss')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void replica.removeIssue(issue.id);
        }}
      >
        {t('dismiss_body')}
      </ConfirmDialog>
    </article>
  );
}

import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { map } from 'rxjs';
import type { Matter } from '#data/issues/issue-matters.ts';
import { deleteAnyway, discardRefused, keepMine, keepTheirs, sendAgain } from '#data/issues/issues.commands.ts';
import { issueRecord$, type SyncIssue } from '#data/issues/issues.queries.ts';
import { isOfRole, mayDecide } from '#data/issues/role-refusals.ts';
import type { RecordState } from '#data/issues/stored-rows.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { SaveUnsentButton } from '#sync-center/device/save-unsent.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useLiveSteady } from '#ui/timing/use-live.ts';
import { contentColumns, factsOf, shownColumns } from './issue-facts.ts';
import { ContentCard, DecisionButton, IssueFrame } from './issue-frame.tsx';
import {
  correctionPath,
  type IssueContent,
  type IssueWords,
  reasonText,
  recordDetail,
  recordName,
  recordPath,
  roleText,
} from './issue-words.ts';
import { useResolution } from './use-resolution.ts';

/** A write that the server does not take: why, what was in it, and what to do with it. */
export function IssueRefused({ issue, known }: { issue: SyncIssue; known: KnownIssue }) {
  const { words, name, path, standing } = known;
  const { t } = words;
  const { frame, busy, run, replica } = useRecordCard(issue, known);
  const [asking, setAsking] = useState(false);
  const rights = useRights();
  const ofRole = isOfRole(issue);
  const mayAgain = mayDecide(issue, 'again', rights, standing);
  const isNew = issue.server === null;
  const ours = issue.ours ?? {};
  const deletion = ours.deleted === true;
  const facts = deletion
    ? [{ label: '', text: t('deletion'), columns: ['deleted'] }]
    : factsOf(issue.table, contentColumns(issue), ours, words);
  return (
    <IssueFrame
      {...frame}
      title={t(isNew ? 'title_rejected_new' : 'title_rejected')}
      text={
        <>
          {reasonText(issue, words, rights)}
          {ofRole || mayAgain ? null : <span className="block">{roleText(issue, words, rights, 'again', standing)}</span>}
          {!isNew && standing.state !== 'there' ? <span className="block font-medium text-ink">{t('also_deleted')}</span> : null}
        </>
      }
      actions={
        <>
          {/* What would be corrected is a form that may only be read. */}
          {path && !deletion && mayAgain ? (
            <Link to={path} className="btn btn-primary btn-sm">
              {t('correct')}
            </Link>
          ) : null}
          {mayAgain ? (
            <DecisionButton
              decision="send"
              busy={busy}
              onClick={() => void run('send', t('said_sent'), () => sendAgain(replica, issue))}
            >
              {t('send_again')}
            </DecisionButton>
          ) : (
            <HandOver name={name} />
          )}
          <DecisionButton decision="discard" busy={busy} variant="ghost" onClick={() => setAsking(true)}>
            {t(isNew ? 'discard_new' : 'discard')}
          </DecisionButton>
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
          void run('discard', t('said_discarded'), () => discardRefused(replica, issue));
        }}
      >
        {t(isNew ? 'discard_new_body' : 'discard_body', { name })}
      </ConfirmDialog>
    </IssueFrame>
  );
}

/** The way of what the role may not write to somebody whose role may. @param name the record's, for people who hear the button */
export function HandOver({ name }: { name: string }) {
  const { t } = useTranslation('issues');
  return (
    <SaveUnsentButton
      size="sm"
      label={`${t('save_file')}: ${name}`}
      onBegin={() => undefined}
      onFailed={(text) => toast({ title: t('failed_title'), description: text, variant: 'destructive' })}
    >
      {t('save_file')}
    </SaveUnsentButton>
  );
}

interface EditedActionsProps {
  words: Pick<IssueWords, 't'>;
  /** The record still exists. */
  there: boolean;
  /** The offer where the role may not delete it; null: it may. */
  instead?: ReactNode;
  busy: string | null;
  /** @param said what the toast says */
  onTheirs: (said: string) => void;
  onDelete: (said: string) => void;
}

export function EditedActions({ words: { t }, there, instead = null, busy, onTheirs, onDelete }: EditedActionsProps) {
  if (!there)
    return (
      <DecisionButton decision="theirs" busy={busy} onClick={() => onTheirs(t('said_left_deleted'))}>
        {t('understood')}
      </DecisionButton>
    );
  return (
    <>
      <DecisionButton decision="theirs" busy={busy} variant="primary" onClick={() => onTheirs(t('said_kept'))}>
        {t('keep_record')}
      </DecisionButton>
      {instead ?? (
        <DecisionButton decision="delete" busy={busy} variant="danger-ghost" onClick={() => onDelete(t('said_deleted'))}>
          {t('delete_anyway')}
        </DecisionButton>
      )}
    </>
  );
}

/** Deleted here, changed there: the record stands with their change until somebody says otherwise. */
export function IssueEdited({ issue, beside, known }: { issue: SyncIssue; beside: readonly SyncIssue[]; known: KnownIssue }) {
  const { words, standing, now, name } = known;
  const { t } = words;
  const { frame, busy, run, replica } = useRecordCard(issue, known);
  const rights = useRights();
  const mayDelete = mayDecide(issue, 'delete', rights, standing);
  const there = standing.state === 'there' && now !== null;
  const columns = shownColumns({ ...issue, server: now });
  return (
    <IssueFrame
      {...frame}
      title={t('title_edited-there')}
      text={
        <>
          {t(there ? 'text_edited-there' : 'text_edited_gone')}
          {there && !mayDelete ? <span className="block">{roleText(issue, words, rights, 'delete', standing)}</span> : null}
        </>
      }
      actions={
        <EditedActions
          words={words}
          there={there}
          instead={mayDelete ? null : <HandOver name={name} />}
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

/**
 * The texts of a card whose record is deleted.
 * @param isPurged the server keeps nothing of it any more
 * @param restored somebody has brought the record back
 */
export function lostKeys(isPurged: boolean, restored: boolean) {
  if (restored) return { text: 'text_restored', take: 'add_mine', leave: 'leave_as_is', taken: 'said_mine', left: 'said_theirs' };
  if (isPurged) return { text: 'text_gone', take: 'make_again', leave: 'let_go', taken: 'said_made', left: 'said_let_go' };
  const words = { take: 'restore_mine', leave: 'leave_deleted', taken: 'said_restored', left: 'said_left_deleted' };
  return { text: 'text_deleted-there', ...words };
}

interface LostActionsProps {
  words: Pick<IssueWords, 't'>;
  /** The offer where the role may not bring it back; null: it may. */
  instead?: ReactNode;
  keys: ReturnType<typeof lostKeys>;
  busy: string | null;
  onMine: () => void;
  onTheirs: () => void;
}

export function LostActions({ words: { t }, instead = null, keys, busy, onMine, onTheirs }: LostActionsProps) {
  return (
    <>
      {instead ?? (
        <DecisionButton decision="mine" busy={busy} variant="primary" onClick={onMine}>
          {t(keys.take)}
        </DecisionButton>
      )}
      <DecisionButton decision="theirs" busy={busy} variant="ghost" onClick={onTheirs}>
        {t(keys.leave)}
      </DecisionButton>
    </>
  );
}

/** Changed here, deleted there; or so long deleted there that nothing of it is left. Ours is kept, and can come back. */
export function IssueLost({ issue, known }: { issue: SyncIssue; known: KnownIssue }) {
  const { words, standing, name } = known;
  const { t } = words;
  const { frame, busy, run, replica } = useRecordCard(issue, known);
  const [asking, setAsking] = useState(false);
  const rights = useRights();
  const mayTake = mayDecide(issue, 'mine', rights, standing);
  const isPurged = issue.kind === 'gone';
  const restored = standing.state === 'there';
  const facts = factsOf(issue.table, contentColumns(issue), issue.ours ?? {}, words);
  const keys = lostKeys(isPurged, restored);
  const letGo = () => void run('theirs', t(keys.left), () => keepTheirs(replica, issue));
  return (
    <IssueFrame
      {...frame}
      title={t(isPurged ? 'title_gone' : 'title_deleted-there')}
      text={
        <>
          {t(keys.text)}
          {mayTake ? null : <span className="block">{roleText(issue, words, rights, 'mine', standing)}</span>}
        </>
      }
      actions={
        <LostActions
          words={words}
          instead={mayTake ? null : <HandOver name={name} />}
          keys={keys}
          busy={busy}
          onMine={() => void run('mine', t(keys.taken), () => keepMine(replica, issue))}
          onTheirs={() => (isPurged ? setAsking(true) : letGo())}
        />
      }
    >
      <ContentCard title={t(isPurged ? 'my_content' : 'mine')} facts={facts} />
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

export interface KnownIssue {
  /** The issues as they were when the rest was read: what is shown and what is decided are the same. */
  issues: Matter['issues'];
  words: IssueWords;
  /** How the record stands now; it may have changed again since. */
  standing: RecordState;
  /** The row as it is stored now, deleted or not. */
  now: IssueContent | null;
  name: string;
  detail: string | null;
  /** Null: there is nothing to open. */
  path: string | null;
}

/** Makes what the cards of one record share: what the frame says of the record, and how they decide. */
export function useRecordCard(issue: SyncIssue, { words, name, detail, path }: KnownIssue) {
  const replica = useReplica();
  const { busy, failure, run } = useResolution(name);
  return { frame: { issue, words, name, detail, path, failure }, busy, run, replica };
}

/** Reads what a card has to know of its record: how it stands, its names. Undefined until then. @param issues all of one record */
export function useIssue(issues: Matter['issues'], config: SalonConfig): KnownIssue | undefined {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  // Other contents are no other record, nor is the same refusal under another id: the card stays, with its focus.
  const read = useLiveSteady(
    () => issueRecord$(replica, issues).pipe(map((record) => ({ issues, record }))),
    [replica, JSON.stringify(issues)],
  );
  if (!read) return undefined;
  const { standing, referred } = read.record;
  const [issue] = read.issues;
  const { table, rowId, ours, server } = issue;
  const now: IssueContent | null = standing.row && { ...standing.row };
  const words: IssueWords = { t, language, config, referred };
  const there = standing.state === 'there';
  // A refused or vanished record is called as the person called it; one that stands, as it stands.
  const shown = (issue.kind === 'rejected' || !there ? ours : now) ?? now ?? server ?? {};
  const pathOf = issue.kind === 'rejected' ? correctionPath : recordPath;
  return {
    issues: read.issues,
    words,
    standing,
    now,
    name: recordName(table, shown, words),
    detail: recordDetail(table, described(issue, there ? now : null) ?? shown, words),
    path: there ? pathOf(table, rowId, now ?? shown, config.timezone) : null,
  };
}

/** Which of the contents tells when and with whom: what was refused as it was written, what was deleted as it stood. */
function described({ kind, ours, server }: SyncIssue, now: IssueContent | null): IssueContent | null {
  if (kind === 'rejected') return server ?? ours;
  return now ?? (kind === 'deleted-there' ? (server ?? ours) : ours);
}

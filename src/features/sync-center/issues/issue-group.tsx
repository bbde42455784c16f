import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IssueDecision } from '#data/issues/issue-decisions.ts';
import { groupDecision } from '#data/issues/issue-decisions.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { mayDecide } from '#data/issues/role-refusals.ts';
import type { Rights } from '#data/person-rights.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button, type ButtonProps } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { IssueCards } from './issue-cards.tsx';
import type { Cause } from './issue-causes.ts';
import { labelsOf, shownColumns } from './issue-facts.ts';
import { IssueHeading, IssueMark } from './issue-frame.tsx';
import { issueMomentText, reasonText } from './issue-words.ts';
import { failureKey, useTakeBack } from './use-resolution.ts';

/** The decisions that can be made for all at once; double bookings, and those of deleted clients, are decided one by one. */
const DECISIONS: Readonly<Record<SyncIssue['kind'], readonly [IssueDecision, ButtonProps['variant']][]>> = {
  rejected: [
    ['again', 'secondary'],
    ['discard', 'ghost'],
  ],
  field: [
    ['mine', 'secondary'],
    ['theirs', 'secondary'],
  ],
  set: [
    ['mine', 'secondary'],
    ['theirs', 'secondary'],
  ],
  'deleted-there': [
    ['mine', 'secondary'],
    ['theirs', 'ghost'],
  ],
  gone: [
    ['mine', 'secondary'],
    ['theirs', 'ghost'],
  ],
  'edited-there': [
    ['theirs', 'secondary'],
    ['delete', 'danger-ghost'],
  ],
  overlap: [],
  torn: [],
  'client-deleted': [],
  // Has a card of its own (restored-card.tsx).
  restored: [],
};
/** The decisions that lose something for good. */
const LOSES: ReadonlySet<string> = new Set(['rejected_discard', 'rejected_new_discard', 'gone_theirs', 'edited-there_delete']);

/** Many issues of one cause: told once, decided at once, or unfolded and decided one by one. */
export function IssueGroup({ cause, config }: { cause: Cause; config: SalonConfig }) {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const { sample, matters } = cause;
  const rights = useRights();
  const decisions = DECISIONS[sample.kind].filter(([decision]) =>
    matters.every(({ issues: [issue] }) => mayDecide(issue, decision, rights)),
  );
  const [open, setOpen] = useState(decisions.length === 0);
  const [asking, setAsking] = useState<IssueDecision | null>(null);
  const { busy, failure, run } = useGroupDecision();
  const heading = useId();
  const cards = useId();
  const count = matters.length;
  const kind = sample.kind === 'rejected' && sample.server === null ? 'rejected_new' : sample.kind;
  const title = t(`group_${kind}`, { count });
  const asked = asking ?? decisions[0]?.[0]; // the question's words stay while it closes
  return (
    <>
      <article
        className="card p-4 outline-offset-2"
        aria-labelledby={heading}
        aria-busy={busy !== null}
        tabIndex={-1}
        data-issue-group={sample.kind}
      >
        <header className="flex flex-wrap gap-3">
          <IssueMark kind={sample.kind} />
          <div className="min-w-24 flex-1 leading-snug">
            <div className="flex flex-wrap items-start gap-x-3">
              <h3 id={heading} className="min-w-24 flex-1 text-sm font-semibold break-words">
                {title}
              </h3>
              <time dateTime={sample.at} className="flex-none text-xs text-ink-3">
                {issueMomentText(sample.at, { t, language, config })}
              </time>
            </div>
            <p className="font-medium break-words">{t(`many_${sample.table}`)}</p>
            <p className="break-words text-ink-2">{explained(sample, t, rights)}</p>
          </div>
        </header>
        <div className="md:pl-12">
          {failure ? <ErrorBox className="mt-3" title={t('failed_title')} detail={failure} /> : null}
          <div className="mt-3 flex flex-wrap gap-2">
            {decisions.map(([decision, variant]) => (
              <Button
                key={decision}
                size="sm"
                breaks
                variant={variant}
                busy={busy?.decision === decision}
                busyLabel={t('working')}
                disabled={busy !== null}
                onClick={() => setAsking(decision)}
              >
                {t(`all_${kind}_${decision}`)}
              </Button>
            ))}
            <Button variant="ghost" size="sm" breaks aria-expanded={open} aria-controls={cards} onClick={() => setOpen(!open)}>
              {t(open ? 'group_fold' : 'group_unfold')}
              <ChevronDown className={classNames('i i-sm', open && 'rotate-180')} aria-hidden="true" />
            </Button>
          </div>
          <p role="status" className={busy ? 'hint' : 'sr-only'}>
            {busy ? t('group_progress', { done: busy.done, of: busy.of }) : null}
          </p>
        </div>
        {asked ? (
          <ConfirmDialog
            open={asking !== null}
            tone={LOSES.has(`${kind}_${asked}`) ? 'danger' : 'primary'}
            title={t(`ask_${kind}_${asked}`, { count })}
            confirmLabel={t(`all_${kind}_${asked}`)}
            onCancel={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              if (asking) void run(cause, asking, t(`all_${kind}_${asking}`));
            }}
          >
            {t(`means_${kind}_${asked}`)}
          </ConfirmDialog>
        ) : null}
      </article>
      {open ? (
        <IssueHeading value="h4">
          <IssueCards id={cards} label={title} matters={matters} config={config} />
        </IssueHeading>
      ) : null}
    </>
  );
}

type T = ReturnType<typeof useTranslation<'issues'>>['t'];

/** The cause in words. */
function explained(sample: SyncIssue, t: T, rights: Rights): string {
  if (sample.kind === 'rejected') return reasonText(sample, { t }, rights);
  if (sample.kind === 'field') return t('text_field', { fields: labelsOf(sample.table, shownColumns(sample), { t }) });
  return t(`group_text_${sample.kind}`);
}

export interface GroupResolution {
  /** Which decision is being carried out, and how far it is. */
  readonly busy: { readonly decision: IssueDecision; readonly done: number; readonly of: number } | null;
  /** Why the last one stopped, in words; what is left stands as it was. */
  readonly failure: string | null;
  /** @param what the decision as its button calls it */
  run(cause: Pick<Cause, 'matters'>, decision: IssueDecision, what: string): Promise<void>;
}

/** Carries a decision about a whole group out; says how far it is, how many are done, and how many were left. */
export function useGroupDecision(): GroupResolution {
  const { t } = useTranslation('issues');
  const replica = useReplica();
  const takeBack = useTakeBack();
  const [busy, setBusy] = useState<GroupResolution['busy']>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run: GroupResolution['run'] = async ({ matters }, decision, what) => {
    if (busy) return;
    const issues = matters.flatMap((matter) => matter.issues);
    const told = (done: number) => setBusy({ decision, done, of: issues.length });
    told(0);
    setFailure(null);
    try {
      const { done, left, undo } = await saving(what, groupDecision(replica, issues, decision, told));
      toast({
        title: t('group_done', { count: done }),
        description: left > 0 ? t('group_left', { count: left }) : what,
        ...(undo ? { action: { label: t('undo'), onAction: () => void takeBack(what, undo) } } : {}),
      });
    } catch (error) {
      console.error(error);
      setFailure(t(`failed_${failureKey(error)}`));
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, run };
}

import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salonNames } from '#admin/reads/admin-format.ts';
import type { AdminClient } from '#admin/reads/admin-reads.ts';
import type { ApprovalOutcome, SalonNames } from '#admin/reads/admin-rows.ts';
import type { Choice } from '#admin/reads/admin-writes.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { useFocusAfterRow } from '#ui/input/lost-focus.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';

type Decided = SalonNames & { owner: string | null };

export interface Deciding<S> {
  approve(salon: S): void;
  /** Asks for the reason first. */
  reject(salon: S): void;
  /** Which one is being decided now. */
  busyWith: S | null;
  dialog: ReactNode;
}

/**
 * Approving and rejecting, with the dialog for the reason. Whoever comes second is told what stands by then.
 * @param done what the toast says of a choice
 * @param after reads the list again, whatever came of it
 */
export function useDecision<S extends Decided & { id: number; salon_id?: number }>(
  write: (client: AdminClient, salon: S, choice: Choice) => Promise<ApprovalOutcome>,
  done: (choice: Choice) => string,
  after: () => void,
): Deciding<S> {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { busy, act } = useAdminAction();
  const [deciding, setDeciding] = useState<S | null>(null);
  const [asking, setAsking] = useState<S | null>(null);
  const nameOf = (salon: S) => salonNames({ ...salon, id: salon.salon_id ?? salon.id }, language).name;

  // Who was decided about leaves the list.
  useFocusAfterRow(busy || asking !== null);

  const decide = async (salon: S, choice: Choice) => {
    if (busy) return;
    setDeciding(salon);
    const ended = await act(async (client) => {
      const decision = await write(client, salon, choice);
      if (decision.done) toast({ title: done(choice), description: nameOf(salon) });
      else {
        const title = t('decided_before', { name: nameOf(salon) });
        toast({
          variant: 'destructive',
          title,
          description: t(`decided_${decision.status}`, { reason: decision.reason ?? '–' }),
        });
      }
    });
    setDeciding(null);
    if (ended) setAsking(null);
    if (ended) after();
  };

  return {
    approve: (salon) => void decide(salon, { status: 'approved' }),
    reject: setAsking,
    busyWith: busy ? deciding : null,
    dialog: asking ? (
      <ReasonDialog
        name={nameOf(asking)}
        owner={asking.owner}
        busy={busy}
        onReject={(reason) => void decide(asking, { status: 'rejected', reason })}
        onClose={() => setAsking(null)}
      />
    ) : null,
  };
}

interface DecisionButtonsProps {
  /** Of the salon, for those who hear the buttons. */
  name: string;
  /** Left out: the salon is approved already. */
  onApprove?: (() => void) | undefined;
  /** Left out: it is rejected already. */
  onReject?: (() => void) | undefined;
  busy: boolean;
  /** One is being decided, this one or another: they come one after the other. */
  waits: boolean;
}

export function DecisionButtons({ name, onApprove, onReject, busy, waits }: DecisionButtonsProps) {
  const { t } = useTranslation('admin');
  const online = useOnline();
  const phone = useIsPhone();
  return (
    <>
      {onApprove ? (
        <Button
          size="sm"
          iconOnly={phone}
          label={`${t('approve')}: ${name}`}
          busy={busy}
          disabled={!online || (waits && !busy)}
          icon={<Check className="i i-sm text-success" aria-hidden="true" />}
          onClick={onApprove}
        >
          {t('approve')}
        </Button>
      ) : (
        <Gap shown={!phone} label={t('approve')} />
      )}
      {onReject ? (
        <Button
          size="sm"
          variant="danger-ghost"
          iconOnly={phone}
          label={`${t('reject')}: ${name}`}
          disabled={!online || waits}
          icon={<X className="i i-sm" aria-hidden="true" />}
          onClick={onReject}
        >
          {t('reject')}
        </Button>
      ) : (
        <Gap shown={!phone} label={t('reject')} />
      )}
    </>
  );
}

/** As wide as the action that a row does not have: in a table each action keeps its column. */
function Gap({ shown, label }: { shown: boolean; label: string }) {
  if (!shown) return null;
  return (
    <span className="invisible" aria-hidden="true" data-gap>
      <Button size="sm" disabled icon={<X className="i i-sm" />}>
        {label}
      </Button>
    </span>
  );
}

interface ReasonDialogProps {
  name: string;
  owner: string | null;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** As long as the database keeps it. */
const LONGEST = 2000;

/** Why a salon is rejected: its people read it. */
function ReasonDialog({ name, owner, busy, onReject, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const [reason, setReason] = useState('');
  const blank = reason.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('reject_title', { name })}
      dirty={!blank}
      size="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (!blank && !busy) onReject(reason.trim());
      }}
      footer={
        <>
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="danger" disabled={blank} busy={busy}>
            {t('reject')}
          </Button>
        </>
      }
    >
      {owner ? <p className="mb-3 text-sm text-ink-2">{t('owner_is', { owner })}</p> : null}
      <TextArea
        label={t('reason')}
        value={reason}
        onChange={setReason}
        placeholder={t('reason_placeholder')}
        hint={t('reason_hint')}
        rows={4}
        maxLength={LONGEST}
        autoFocus
      />
    </Dialog>
  );
}

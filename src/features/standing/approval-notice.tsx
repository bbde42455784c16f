import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { type Approval, askApprovalAgain, dismissStanding, requestRead, salonStanding } from '#data/reports/salon-standing.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import { sessionStore } from '#data/session/session-store.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';

/** How the salon's request stands: while it waits, and why it was rejected, with the way to ask again. Nothing once it is approved. */
export function ApprovalNotice() {
  const { standing, read } = useStore(salonStanding);
  const state = useSessionState();
  if (!standing || state.phase !== 'signed-in' || state.salonId === null || state.viewingAsAdmin) return null;
  const { approval } = standing;
  if (approval.status === 'rejected') return <Rejected approval={approval} userId={state.profile.id} salonId={state.salonId} />;
  const request = requestRead(state.salonId, approval);
  return approval.status === 'pending' && !read.has(request) ? <Pending onRead={() => dismissStanding(request)} /> : null;
}

function Pending({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation('standing');
  return (
    <Bar tone="neutral" text={t('pending')}>
      <Button size="sm" onClick={onRead}>
        {t('help_understood')}
      </Button>
    </Bar>
  );
}

function Rejected({ approval, userId, salonId }: { approval: Approval; userId: string; salonId: number }) {
  const { t } = useTranslation('standing');
  const session = useSession();
  const online = useOnline();
  const rights = useRights();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      await askApprovalAgain({ session, kept: sessionStore() }, { userId, salonId });
      toast({ title: t('asked_again') });
    } catch (error) {
      const why = isUnreached(error) ? t('needs_connection') : error instanceof Error ? error.message : String(error);
      toast({ variant: 'destructive', title: t('ask_failed'), description: why });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Bar tone="bad" text={approval.reason ? t('rejected', { reason: approval.reason }) : t('rejected_unsaid')}>
      <Link to="/salon" className="btn btn-secondary btn-sm">
        {t('edit_salon')}
      </Link>
      {rights.mayDo('ask_approval_again') ? (
        <Button
          size="sm"
          busy={busy}
          disabled={!online}
          title={online ? undefined : t('needs_connection')}
          onClick={() => void ask()}
        >
          {t('ask_again')}
        </Button>
      ) : null}
    </Bar>
  );
}

function Bar({ tone, text, children }: { tone: 'neutral' | 'bad'; text: string; children: ReactNode }) {
  return (
    <section className="shrink-0 px-4 py-2 md:px-6" data-approval={tone === 'bad' ? 'rejected' : 'pending'}>
      <Notice tone={tone}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-72 break-words">{text}</p>
          <div className="flex flex-wrap gap-2">{children}</div>
        </div>
      </Notice>
    </section>
  );
}

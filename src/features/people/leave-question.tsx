import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveSalon } from '#data/people/people-server.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useLive } from '#ui/timing/use-live.ts';

/** Asks before somebody leaves the salon. What is not sent yet would stay on this device alone, so it is sent first. */
export function LeaveQuestion({ salon, onClose }: { salon: string; onClose: () => void }) {
  const { t } = useTranslation('people');
  const replica = useReplica();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const { userId, salonId } = replica;
  const pending = useLive(() => replica.status$, [replica])?.pending ?? 0;
  const leave = async () => {
    setBusy(true);
    try {
      await leaveSalon(await session.clientOf(userId), salonId);
      toast({ title: t('left') });
      onClose();
      await session.salonWithdrawn(salonId).catch((error: unknown) => console.info('Asked again later: who is where', error));
    } catch (error) {
      toast({ title: t('failed'), description: peopleFailureText(error), variant: 'destructive' });
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={t('leave_title', { salon })}
      confirmLabel={t('leave_confirm')}
      busy={busy}
      disabled={pending > 0}
      onCancel={onClose}
      onConfirm={() => void leave()}
    >
      {pending > 0 ? t('leave_unsent', { count: pending }) : t('leave_text')}
    </ConfirmDialog>
  );
}

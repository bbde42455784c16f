import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { useSessionState } from '#features/use-replica.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLive } from '#ui/use-live.ts';

interface SignOutDialogProps {
  /** How many were unsent when the question was asked: in the open replica, and in salons that are not open. */
  counted: { open: number; elsewhere: number } | 'unknown';
  onStay: () => void;
  onLeave: () => void;
}

/** Says how many writes the server has not seen; they stay on this device whichever way it ends. While the replica is open the number is live. */
export function SignOutDialog({ counted, onStay, onLeave }: SignOutDialogProps) {
  const { t } = useTranslation('auth');
  const { replica } = useSessionState();
  const status = useLive(() => replica?.status$ ?? of(undefined), [replica]);
  const pending = counted === 'unknown' ? counted : (status?.pending ?? counted.open) + counted.elsewhere;
  const sent = pending === 0;
  const unsent = pending === 'unknown' ? t('sign_out_unknown') : t('sign_out_unsent', { count: pending });
  return (
    <ConfirmDialog
      open
      tone={sent ? 'primary' : 'danger'}
      title={sent ? t('sign_out_all_sent') : unsent}
      cancelLabel={sent ? t('sign_out_stay') : t('sign_out_wait')}
      confirmLabel={sent ? t('sign_out') : t('sign_out_keep')}
      onCancel={onStay}
      onConfirm={onLeave}
    >
      {sent ? null : (
        <>
          <p>{t('sign_out_kept', { count: pending === 'unknown' ? 2 : pending })}</p>
          {status?.phase === 'offline' && <p className="mt-2">{t('sign_out_offline')}</p>}
        </>
      )}
    </ConfirmDialog>
  );
}

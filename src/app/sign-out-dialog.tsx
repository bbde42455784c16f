import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { useSessionState } from '#features/use-replica.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLive } from '#ui/use-live.ts';

/** Says how many writes the server has not seen; they stay on this device whichever way it ends. The number is live. */
export function SignOutDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('auth');
  const { replica } = useSessionState();
  const status = useLive(() => replica?.status$ ?? of(undefined), [replica]);
  const pending = status?.pending;
  const sent = pending === 0;
  return (
    <ConfirmDialog
      open
      tone={sent ? 'primary' : 'danger'}
      title={sent ? t('sign_out_all_sent') : t('sign_out_unsent', { count: pending ?? 0 })}
      cancelLabel={sent ? t('sign_out_stay') : t('sign_out_wait')}
      confirmLabel={sent ? t('sign_out') : t('sign_out_keep')}
      onCancel={onStay}
      onConfirm={onLeave}
    >
      {sent ? null : (
        <>
          <p>{t('sign_out_kept', { count: pending ?? 0 })}</p>
          {status?.phase === 'offline' && <p className="mt-2">{t('sign_out_offline')}</p>}
        </>
      )}
    </ConfirmDialog>
  );
}

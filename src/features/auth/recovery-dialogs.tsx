import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { CredentialsForm, type NewPassword, NewPasswordFields, newPasswordSchema } from './credentials-form.tsx';
import { useSubmit } from './use-submit.ts';

/** After a recovery link was opened: first whether it is to be followed, then, once inside, the new password. */
export function RecoveryDialogs() {
  const { recovery } = useSession();
  const { phase } = useSessionState();
  const state = useStore(recovery.store);
  if (state.phase === 'asked') return <Question email={state.email} />;
  // Who is out again meanwhile has no password to change.
  if (state.phase === 'password' && phase === 'signed-in') return <PasswordDialog email={state.email} />;
  return null;
}

function Question({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const { recovery } = useSession();
  const submit = useSubmit({ title: t('recovery.failed'), fallback: t('recovery.failed_text') });
  const [busy, setBusy] = useState(false);
  const follow = async () => {
    setBusy(true);
    await submit(() => recovery.follow());
    setBusy(false);
  };
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t('recovery.title', { email })}
      confirmLabel={t('recovery.continue', { email })}
      cancelLabel={t('recovery.refuse')}
      busy={busy}
      onConfirm={() => void follow()}
      onCancel={recovery.leave}
    >
      {t('recovery.text')}
    </ConfirmDialog>
  );
}

function PasswordDialog({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const { recovery } = useSession();
  const submit = useSubmit({ title: t('recovery.not_saved'), fallback: t('recovery.failed_text') });
  const save = ({ password }: NewPassword) =>
    submit(async () => {
      await recovery.setPassword(password);
      toast({ title: t('recovery.saved'), description: t('recovery.saved_text') });
    });
  return (
    <Dialog open onClose={recovery.leave} title={t('recovery.password_title')} size="narrow">
      <p className="mb-4 break-words text-ink-2">{t('recovery.password_text', { email })}</p>
      <CredentialsForm<NewPassword>
        initial={{ password: '', confirm: '' }}
        schema={newPasswordSchema}
        submitLabel={t('recovery.save')}
        busyLabel={t('recovery.saving')}
        onSubmit={save}
      >
        <NewPasswordFields />
      </CredentialsForm>
      <Button variant="ghost" className="mt-2 mb-4 w-full" onClick={recovery.leave}>
        {t('recovery.later')}
      </Button>
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/use-replica.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormikTextField } from '#ui/formik-fields.tsx';
import { toast } from '#ui/toast-store.ts';
import { forgotSchema } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { useSubmit } from './use-submit.ts';

/** Where the server sends mails, a link by mail; where it does not, or nobody can say, whom to ask. */
export function ForgotPassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth');
  const { recovery } = useSession();
  const [mails, setMails] = useState<'asking' | 'yes' | 'no' | 'unknown'>('asking');
  const submit = useSubmit({ title: t('forgot.failed'), fallback: t('forgot.failed_text') });

  useEffect(() => {
    let open = true;
    void recovery.sendsMails().then((sent) => {
      if (open) setMails(sent === null ? 'unknown' : sent ? 'yes' : 'no');
    });
    return () => {
      open = false;
    };
  }, [recovery]);

  const send = ({ email }: { email: string }) =>
    submit(async () => {
      await recovery.askForLink(email.trim());
      toast({ title: t('forgot.sent_title'), description: t('forgot.sent') });
      onClose();
    });

  return (
    <Dialog open onClose={onClose} title={t('forgot.title')} size="narrow">
      <div className="pb-5" aria-busy={mails === 'asking'}>
        {mails === 'yes' ? (
          <>
            <p className="mb-4 text-ink-2">{t('forgot.text')}</p>
            <CredentialsForm
              initial={{ email: '' }}
              schema={forgotSchema}
              submitLabel={t('forgot.send')}
              busyLabel={t('forgot.sending')}
              onSubmit={send}
            >
              <FormikTextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" />
            </CredentialsForm>
          </>
        ) : (
          <p className="text-ink-2" role="status">
            {mails === 'asking' ? t('forgot.asking') : t(mails === 'no' ? 'forgot.no_mail' : 'forgot.unknown')}
          </p>
        )}
      </div>
    </Dialog>
  );
}

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { AuthFrame } from './auth-frame.tsx';
import { CredentialsForm, NewPasswordFields, type Registration, registerSchema } from './credentials-form.tsx';
import type { Origin } from './destinations.ts';
import { useSubmit } from './use-submit.ts';

export function RegisterPage() {
  const { t } = useTranslation('auth');
  const session = useSession();
  const { phase } = useSessionState();
  const navigate = useNavigate();
  const submit = useSubmit({ title: t('registration_failed'), fallback: t('registration_failed_text') });

  useEffect(() => {
    if (phase === 'signed-in') navigate('/', { replace: true });
  }, [phase, navigate]);

  const register = ({ email, password }: Registration) =>
    submit(async () => {
      const { confirmed } = await session.signUp(email.trim(), password);
      // Only where a mail was sent does anybody have to look for one.
      const text = t(confirmed ? 'registration_ready_text' : 'registration_successful_text');
      toast({ title: t('registration_successful'), description: text });
      navigate('/login', { state: { email: email.trim() } satisfies Origin });
    });

  return (
    <AuthFrame title={t('register')} documentTitle={t('register_document')}>
      <CredentialsForm<Registration>
        initial={{ email: '', password: '', confirm: '' }}
        schema={registerSchema}
        submitLabel={t('create_account')}
        busyLabel={t('register_busy')}
        onSubmit={register}
      >
        <FormikTextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" />
        <NewPasswordFields />
      </CredentialsForm>
      <p className="text-center text-ink-2">
        {t('have_account')}{' '}
        <Link to="/login" className="font-medium text-primary-ink underline underline-offset-3">
          {t('login')}
        </Link>
      </p>
    </AuthFrame>
  );
}

import type { FormikHelpers } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthProblem } from '#data/session/auth-errors.ts';
import { useSession } from '#features/shared/use-replica.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import {
  type ChangedPassword,
  CredentialsForm,
  changePasswordSchema,
  NewPasswordFields,
  type RefusedPasswords,
} from './credentials-form.tsx';
import { useSubmit } from './use-submit.ts';

/** The signed-in person's own password. The current one is asked for: a tablet that somebody left unlocked is not enough. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth');
  const { passwords } = useSession();
  const submit = useSubmit({ title: t('change.failed'), fallback: t('change.failed_text') });
  const [refused] = useState<RefusedPasswords>(() => ({ current: new Set(), password: new Set() }));
  const [schema] = useState(() => changePasswordSchema(refused));
  const save = (typed: ChangedPassword, { validateForm }: FormikHelpers<ChangedPassword>) =>
    submit(async () => {
      try {
        await passwords.change(typed.current, typed.password);
      } catch (error) {
        const field = refusedField(error);
        if (!field) throw error;
        refused[field].add(typed[field]);
        await validateForm();
        return;
      }
      toast({ title: t('change.done'), description: t('change.done_text') });
      onClose();
    });
  return (
    <Dialog open onClose={onClose} title={t('change.title')} size="narrow">
      <div className="pb-5">
        <p className="mb-4 text-ink-2">{t('change.text')}</p>
        <CredentialsForm<ChangedPassword>
          initial={{ current: '', password: '', confirm: '' }}
          schema={schema}
          submitLabel={t('change.save')}
          busyLabel={t('change.saving')}
          onSubmit={save}
        >
          <FormikTextField name="current" type="password" label={t('change.current')} autoComplete="current-password" />
          <NewPasswordFields label={t('change.new')} />
        </CredentialsForm>
      </div>
    </Dialog>
  );
}

/** Which field a refusal is about; null: none. */
function refusedField(error: unknown): keyof RefusedPasswords | null {
  const code = error instanceof AuthProblem ? error.code : null;
  if (code === 'invalid_credentials') return 'current';
  return code === 'same_password' ? 'password' : null;
}

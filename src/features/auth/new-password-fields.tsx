import { useTranslation } from 'react-i18next';
import { FormikTextField } from '#ui/formik-fields.tsx';

/** A password that is chosen: typed twice, with what it must be. @param label what it is called where another one stands beside it */
export function NewPasswordFields({ label }: { label?: string }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <FormikTextField
        name="password"
        type="password"
        label={label ?? t('password')}
        hint={t('password_hint')}
        autoComplete="new-password"
      />
      <FormikTextField name="confirm" type="password" label={t('confirm_password')} autoComplete="new-password" />
    </>
  );
}

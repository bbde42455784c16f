import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#features/use-online.ts';
import { HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikTextField } from '#ui/formik-fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { LockedField } from './locked-field.tsx';

/** User name and the write-only password, which needs the server. */
export function EmployeeAccessFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(['employees', 'common']);
  const online = useOnline();
  const label = t(isNew ? 'password' : 'new_password');
  return (
    <div className={`${WHOLE} sect grid grid-cols-6 gap-4`}>
      <h2 className="col-span-6 text-sm font-medium! tracking-normal! text-ink-2">{t('access')}</h2>
      <FormikTextField
        name="username"
        label={t('username')}
        optional
        hint={t('common:kept_unused')}
        className={HALF}
        autoComplete="off"
      />
      {online ? (
        <FormikTextField
          name="password"
          type="password"
          label={label}
          optional
          hint={isNew ? t('common:kept_unused') : `${t('common:kept_unused')} ${t('password_hint')}`}
          className={HALF}
          autoComplete="new-password"
        />
      ) : (
        <LockedField label={label} value={t('common:needs_connection')} className={HALF} />
      )}
      {online ? null : (
        <Notice tone="warn" icon={<CloudOff className="i mt-px" aria-hidden="true" />} className="col-span-6 text-sm">
          {t('password_offline')}
        </Notice>
      )}
    </div>
  );
}

import { useField } from 'formik';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { FormikSwitch } from '#ui/formik-fields.tsx';

/** The avatar as it will look, the photo that is not sent (document 2 §3), and whether the employee is active. */
export function EmployeeHead() {
  const { t } = useTranslation('employees');
  const [name] = useField<string>('name');
  const [color] = useField<string>('color');
  const [photo, setPhoto] = useState('');
  return (
    <div className="col-span-6 flex flex-wrap items-center gap-4">
      <EmployeeAvatar name={name.value || '?'} color={color.value} size="xl" />
      <div className="min-w-[min(12rem,100%)] flex-1 leading-snug">
        <label className="btn btn-secondary breaks focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary">
          <ImageUp className="i" aria-hidden="true" />
          {t('photo')}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            aria-describedby="photo-hint"
            onChange={(event) => setPhoto(event.target.files?.[0]?.name ?? '')}
          />
        </label>
        <p id="photo-hint" className="hint">
          {photo ? `${t('photo_chosen', { name: photo })}. ` : null}
          {t('photo_hint')}
        </p>
      </div>
      <FormikSwitch name="active" label={t('active')} layout="inline" />
    </div>
  );
}

import { useField } from 'formik';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LocalDate } from '#domain/time.ts';
import { Button } from '#ui/button.tsx';
import { HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikDateField, FormikSwitch } from '#ui/formik-fields.tsx';

/** From when to when somebody works here; without an end there is none. */
export function EmployeeWorkFields({ today }: { today: LocalDate }) {
  const { t } = useTranslation('employees');
  const [end, , setEnd] = useField<string>('end_date');
  return (
    <div className={`${WHOLE} sect grid grid-cols-6 gap-4`}>
      <h2 className="col-span-6 text-sm font-medium! tracking-normal! text-ink-2">{t('work')}</h2>
      <FormikDateField name="start_date" label={t('start_date')} today={today} weekday={false} className={HALF} />
      <div className={`${HALF} flex items-end gap-2`}>
        <FormikDateField name="end_date" label={t('end_date')} today={today} optional weekday={false} className="flex-1" />
        {end.value ? (
          <Button
            variant="ghost"
            iconOnly
            label={t('clear_end_date')}
            icon={<X className="i" aria-hidden="true" />}
            onClick={() => void setEnd.setValue('')}
          />
        ) : null}
      </div>
      <p className="hint col-span-6 -mt-3">{t('dates_hint')}</p>
      <FormikSwitch name="online_booking" label={t('online_booking')} hint={t('online_booking_hint')} className={WHOLE} />
    </div>
  );
}

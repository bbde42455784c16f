import { useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { type ChosenHours, hoursProblem } from '#domain/usual-hours.ts';
import { HoursChoice } from '#features/hours-choice.tsx';
import type { HoursOffer } from '#features/usual-hours.ts';
import { WHOLE } from '#ui/form-card.tsx';
import { FormikSelect } from '#ui/formik-fields.tsx';
import type { EmployeeFormValues } from './employee-form-values.ts';

/** What a new employee works every week: nothing yet, an offered week, or days and times that are chosen here. */
export function EmployeeHours({ offers }: { offers: readonly HoursOffer[] }) {
  const { t } = useTranslation('plan');
  const { values, submitCount, setFieldValue } = useFormikContext<EmployeeFormValues>();
  return (
    <div className={`${WHOLE} sect flex flex-col gap-3`}>
      <FormikSelect<EmployeeFormValues['hours']>
        name="hours"
        label={t('hours')}
        hint={t('hours_hint')}
        options={[
          { value: 'none', label: t('hours_none') },
          ...offers.map(({ id, words }) => ({
            value: id,
            label: id === 'salon' ? t('hours_salon', { words }) : words,
          })),
          { value: 'chosen', label: t('hours_chosen') },
        ]}
      />
      {values.hours === 'chosen' ? (
        <HoursChoice
          value={values.chosen}
          onChange={(chosen: ChosenHours) => void setFieldValue('chosen', chosen)}
          problem={submitCount > 0 ? hoursProblem(values.chosen) : null}
        />
      ) : null}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '#i18n/languages.ts';
import { DATE_FORMATS, LANGUAGES, VIEWS } from '#schemas/constants.ts';
import { FormikSelect, FormikSwitch, FormikTextArea, FormikTextField } from '#ui/formik-fields.tsx';
import { CurrencyField } from './currency-field.tsx';
import { INTERVAL_TEXTS, zoneOptions } from './salon-form.ts';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The thirteen fields; inside a Formik form. @param isNew there is no salon yet */
export function SalonFields({ timezone, isNew }: { timezone: string; isNew: boolean }) {
  const { t } = useTranslation('salon');
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
      <FormikTextField className="sm:col-span-3" name="name_bg" label={t('name_bg')} lang="bg" maxLength={200} />
      <FormikTextField className="sm:col-span-3" name="name_en" label={t('name_en')} lang="en" maxLength={200} />
      <FormikTextArea className="sm:col-span-6" name="comment" label={t('comment')} optional rows={3} />
      <FormikSelect
        className="sm:col-span-2"
        name="language"
        label={t('language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <FormikSelect
        className="sm:col-span-2"
        name="interval_calendar"
        label={t('interval_calendar')}
        options={INTERVAL_TEXTS.map((value) => ({ value, label: t('minutes', { count: Number(value) }) }))}
      />
      <FormikSelect
        className="sm:col-span-2"
        name="default_view"
        label={t('default_view')}
        options={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
      />
      <FormikSelect className="sm:col-span-2" name="date_format" label={t('date_format')} options={asOptions(DATE_FORMATS)} />
      <CurrencyField className="sm:col-span-2" isNew={isNew} />
      <FormikSelect className="sm:col-span-2" name="timezone" label={t('timezone')} options={asOptions(zoneOptions(timezone))} />
      <FormikTextArea className="sm:col-span-6" name="no_show_policy" label={t('no_show_policy')} optional rows={3} />
      <div className="grid grid-cols-1 divide-y divide-line border-t border-line pt-1 *:py-1.5 sm:col-span-6">
        <FormikSwitch name="split_payment" label={t('split_payment')} hint={t('split_payment_hint')} />
        <FormikSwitch name="any_barber" label={t('any_barber')} hint={t('any_barber_hint')} />
        <FormikSwitch name="waiting_list" label={t('waiting_list')} hint={t('waiting_list_hint')} />
      </div>
    </div>
  );
}

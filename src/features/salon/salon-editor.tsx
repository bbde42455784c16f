import { Form, Formik, useField } from 'formik';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { LANGUAGE_NAMES } from '#i18n/languages.ts';
import { CURRENCIES, type Currency, DATE_FORMATS, LANGUAGES, VIEWS } from '#schemas/constants.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { FormikSelect, FormikSwitch, FormikTextArea, FormikTextField } from '#ui/form/formik-fields.tsx';
import { LeadToFault } from '#ui/form/lead-to-fault.tsx';
import { confirmLeave } from '#ui/form/unsaved.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { raiseNotices } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { SalonClock } from './salon-clock.tsx';
import { INTERVAL_TEXTS, type SalonFormValues, salonSchema, zoneOptions } from './salon-form.ts';
import { SalonFrame } from './salon-frame.tsx';

export interface SalonEditorProps {
  initial: SalonFormValues;
  /** The saved name; empty while there is no salon. */
  heading: string;
  mode: string;
  submitLabel: string;
  /** Why it cannot be sent now, shown beside the button. */
  hindrance?: string | undefined;
  /** Keeps what is typed over a reload. */
  draft: ReactNode;
  /** Absent while there is nothing to return to. */
  onCancel?: (() => void) | undefined;
  onSave: (values: SalonFormValues) => Promise<void>;
}

/** The form with the clock beside it, which follows the zone that is being chosen. */
export function SalonEditor(props: SalonEditorProps) {
  const { initial, heading, mode, submitLabel, hindrance, draft, onCancel, onSave } = props;
  const { t } = useTranslation('salon');
  useEffect(raiseNotices, []);
  return (
    <Formik<SalonFormValues> initialValues={initial} validationSchema={salonSchema} onSubmit={onSave}>
      {({ values, isSubmitting, dirty }) => (
        <Form noValidate>
          <UnsavedGuard dirty={dirty} />
          <LeadToFault />
          {draft}
          <SalonFrame
            heading={heading}
            mode={mode}
            aside={<SalonClock timezone={values.timezone} />}
            footer={
              <>
                {hindrance && <p className="hint mt-0! mr-auto self-center">{hindrance}</p>}
                {onCancel && (
                  <Button disabled={isSubmitting} onClick={() => confirmLeave(onCancel)}>
                    {t('cancel')}
                  </Button>
                )}
                <Submit busy={isSubmitting} disabled={hindrance !== undefined}>
                  {submitLabel}
                </Submit>
              </>
            }
          >
            <SalonFields timezone={values.timezone} isNew={!onCancel} />
          </SalonFrame>
        </Form>
      )}
    </Formik>
  );
}

/** While the salon is sent: disabled, with the comb mark and the loading label. */
function Submit({ busy, disabled, children }: { busy: boolean; disabled: boolean; children: ReactNode }) {
  const { t } = useTranslation('salon');
  return (
    <Button type="submit" variant="primary" busy={busy} busyLabel={t('loading')} disabled={busy || disabled}>
      {children}
    </Button>
  );
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The thirteen fields; inside a Formik form. @param isNew there is no salon yet */
function SalonFields({ timezone, isNew }: { timezone: string; isNew: boolean }) {
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
      <FormikTextArea
        className="sm:col-span-6"
        name="no_show_policy"
        label={t('no_show_policy')}
        hint={t('no_show_policy_hint')}
        optional
        rows={3}
      />
      <div className="grid grid-cols-1 divide-y divide-line border-t border-line pt-1 *:py-1.5 sm:col-span-6">
        <FormikSwitch name="split_payment" label={t('split_payment')} hint={t('split_payment_hint')} />
        <FormikSwitch name="any_barber" label={t('any_barber')} hint={t('any_barber_hint')} />
        <FormikSwitch name="waiting_list" label={t('waiting_list')} hint={t('waiting_list_hint')} />
      </div>
    </div>
  );
}

const OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

/**
 * A new salon begins with the specification's lev, though Bulgaria pays in euro since 2026: the euro is one tap away. A salon that
 * there is has prices, and is asked about them (salon-currency.tsx).
 */
function CurrencyField({ isNew, className }: { isNew: boolean; className: string }) {
  const { t } = useTranslation('salon');
  const [currency, , set] = useField<Currency>('currency');
  return (
    <div className={className}>
      <FormikSelect name="currency" label={t('currency')} options={OPTIONS} />
      {isNew ? (
        <Checkbox
          className="mt-1 text-sm leading-snug"
          label={t('currency_in_euro')}
          checked={currency.value === 'EUR'}
          onChange={(inEuro) => void set.setValue(inEuro ? 'EUR' : SALON_DEFAULTS.currency)}
        />
      ) : null}
    </div>
  );
}

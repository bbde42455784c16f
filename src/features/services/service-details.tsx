import { useFormikContext } from 'formik';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TIMES_FIELDS } from '#domain/booking/typed-times.ts';
import { currencySymbol } from '#domain/money/money.ts';
import { TimePartsPicture } from '#features/shared/time-parts-picture.tsx';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { WHOLE } from '#ui/form/form-card.tsx';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { afterPress } from '#ui/input/after-press.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import {
  hasDetails,
  hasOtherCurrency,
  NO_DETAILS,
  offeredBy,
  ownErrors,
  ownInCurrency,
  ownOf,
  type ServiceFormValues,
  timePartsOf,
  withOfferer,
  withOwnTerms,
} from './service-form-values.ts';

interface ServiceDetailsProps {
  employees: readonly LocalRow<'resources'>[];
  currency: Currency;
}

const THIRD = 'col-span-6 md:col-span-2';

/**
 * When the client waits, what follows the appointment, who offers the service and at what terms. A salon that uses none of it
 * sees one quiet line; what is used, or wrong, is never folded away.
 */
export function ServiceDetails({ employees, currency }: ServiceDetailsProps) {
  const { t } = useTranslation('services');
  const { values, errors, initialValues, submitCount } = useFormikContext<ServiceFormValues>();
  const [asked, setAsked] = useState(() => hasDetails(initialValues));
  const body = useId();
  const wrong = submitCount > 0 && (Object.keys(NO_DETAILS) as (keyof typeof NO_DETAILS)[]).some((field) => errors[field]);
  const open = asked || wrong;
  const parts = timePartsOf(values);
  return (
    <div className={`${WHOLE} border-t border-line pt-2`}>
      <Button
        variant="ghost"
        breaks
        className="-ml-3 max-w-full text-left"
        aria-expanded={open}
        aria-controls={body}
        icon={open ? <ChevronDown className="i" aria-hidden="true" /> : <ChevronRight className="i" aria-hidden="true" />}
        onClick={() => setAsked(!open)}
      >
        {t('details')}
      </Button>
      <div id={body} className="grid grid-cols-6 gap-4 pt-2" hidden={!open}>
        {open ? (
          <>
            {TIMES_FIELDS.map((name) => (
              <FormikTextField
                key={name}
                name={name}
                label={t(name)}
                inputMode="numeric"
                autoComplete="off"
                affix={t('minutes')}
                className={THIRD}
              />
            ))}
            <div className={WHOLE}>
              {parts ? <TimePartsPicture parts={parts} /> : null}
              <p className="hint">{t('details_hint')}</p>
            </div>
            <ServiceOffer employees={employees} currency={currency} />
          </>
        ) : null}
      </div>
    </div>
  );
}

interface ServiceOfferProps {
  employees: readonly LocalRow<'resources'>[];
  currency: Currency;
}

/** The employees who offer the service, each with a duration and price of their own if these differ. */
function ServiceOffer({ employees, currency }: ServiceOfferProps) {
  const { t } = useTranslation(['services', 'lists']);
  const language = useLanguage();
  const { values, setFieldValue } = useFormikContext<ServiceFormValues>();
  const chosen = offeredBy(values);
  const shown = employees.filter(({ id, active }) => active || chosen?.includes(id));
  const offering = shown.filter(({ id }) => chosen === null || chosen.includes(id));
  const there = employees.map(({ id }) => id);
  if (shown.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of toggles */}
      <div className={WHOLE} role="group" aria-label={t('offered_by')}>
        <span className="label" aria-hidden="true">
          {t('offered_by')}
        </span>
        <div className="flex flex-wrap gap-1.5">
          <button
            type="button"
            className={classNames('chip', chosen === null && 'on')}
            aria-pressed={chosen === null}
            onClick={() => void setFieldValue('offered_by', '')}
          >
            {t('everybody')}
          </button>
          {shown.map(({ id, name, color }) => {
            const on = chosen?.includes(id) ?? false;
            return (
              <button
                key={id}
                type="button"
                className={classNames('chip', on && 'on')}
                aria-pressed={on}
                onClick={() => void setFieldValue('offered_by', withOfferer(values, id, there))}
              >
                <EmployeeAvatar name={name} color={color} size="sm" className="h-6! w-6! text-[.65rem]!" />
                {name}
              </button>
            );
          })}
        </div>
        <p className="hint">{t('offered_by_hint')}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={`${WHOLE} flex flex-col gap-2`} role="group" aria-label={t('own_terms')}>
        <span className="label mb-0!" aria-hidden="true">
          {t('own_terms')} <span className="opt">{t('own_terms_empty')}</span>
        </span>
        {offering.map((employee) => (
          <OwnRow key={employee.id} employee={employee} />
        ))}
        {offering.some(({ id }) => hasOtherCurrency(ownOf(values, id), currency)) ? (
          <Button
            size="sm"
            variant="ghost"
            className="self-end"
            onClick={() => void setFieldValue('own', ownInCurrency(values, currency, language))}
          >
            {t('lists:price_in', { symbol: currencySymbol(currency, language) })}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** One employee's own minutes and price; what the service says stands in the empty field. */
function OwnRow({ employee }: { employee: LocalRow<'resources'> }) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const { values, touched, setFieldValue, setFieldTouched } = useFormikContext<ServiceFormValues>();
  const typed = ownOf(values, employee.id);
  const errors = touched.own ? ownErrors(typed) : {};
  const currency = (typed.price.trim() === '' ? undefined : typed.currency) ?? values.currency;
  const field = (name: 'duration' | 'price', label: string, affix: string) => (
    <TextField
      label={`${label}, ${employee.name}`}
      hideLabel
      inputMode={name === 'price' ? 'decimal' : 'numeric'}
      autoComplete="off"
      affix={affix}
      placeholder={values[name]}
      value={typed[name]}
      error={errors[name] ? t(errors[name], { ns: 'services' }) : undefined}
      onChange={(text) =>
        void setFieldValue(
          'own',
          withOwnTerms(values, employee.id, name === 'price' ? { price: text, currency } : { duration: text }),
        )
      }
      onBlur={() => afterPress(() => void setFieldTouched('own'))}
    />
  );
  return (
    <div className="grid grid-cols-2 items-start gap-2 md:grid-cols-3">
      <span className="max-md:col-span-2 truncate md:pt-2">{employee.name}</span>
      {field('duration', t('duration'), t('minutes'))}
      {field('price', t('price'), currencySymbol(currency, language))}
    </div>
  );
}

import { useFormikContext } from 'formik';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TIMES_FIELDS } from '#domain/typed-times.ts';
import { StretchPicture } from '#features/stretch-picture.tsx';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { WHOLE } from '#ui/form-card.tsx';
import { FormikTextField } from '#ui/formik-fields.tsx';
import { hasDetails, NO_DETAILS, stretchOf } from './service-details-values.ts';
import type { ServiceFormValues } from './service-form-values.ts';
import { ServiceOffer } from './service-offer.tsx';

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
  const parts = stretchOf(values);
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
              {parts ? <StretchPicture parts={parts} /> : null}
              <p className="hint">{t('details_hint')}</p>
            </div>
            <ServiceOffer employees={employees} currency={currency} />
          </>
        ) : null}
      </div>
    </div>
  );
}

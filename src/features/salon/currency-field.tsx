import { useField } from 'formik';
import { useTranslation } from 'react-i18next';
import { SALON_DEFAULTS } from '#domain/salon-config.ts';
import { CURRENCIES, type Currency } from '#schemas/constants.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { FormikSelect } from '#ui/formik-fields.tsx';

const OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

/**
 * A new salon begins with the specification's lev, though Bulgaria pays in euro since 2026: the euro is one tap away. A salon that
 * there is has prices, and is asked about them (currency-offer.tsx).
 */
export function CurrencyField({ isNew, className }: { isNew: boolean; className: string }) {
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

import { useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { convertMoney, hasFixedRate } from '#domain/money/fixed-rate.ts';
import { currencySymbol, formatMoney, parseMoney } from '#domain/money/money.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { Button } from '#ui/page/button.tsx';

/** An amount as a person writes it in a field. */
export const priceText = (price: number, language: Language) => price.toFixed(2).replace('.', language === 'bg' ? ',' : '.');

/** A typed amount in another currency: at the fixed rate, else what was typed, which the person looks at. */
export function typedIn(typed: string, from: Currency, to: Currency, language: Language): string {
  const amount = parseMoney(typed);
  return amount !== null && hasFixedRate(from, to) ? priceText(convertMoney(amount, from, to), language) : typed;
}

interface PriceFieldProps {
  name: string;
  /** The form's field that says what it is in. */
  currencyName: string;
  /** The salon's currency. */
  salon: Currency;
  label: string;
  optional?: boolean;
  className: string;
}

/** An amount in its own currency. Where that is not the salon's: what it comes to there, and one tap that makes it so. */
export function PriceField({ name, currencyName, salon, ...field }: PriceFieldProps) {
  const { t } = useTranslation('lists');
  const language = useLanguage();
  const { values, setValues } = useFormikContext<Record<string, string>>();
  const typed = values[name] ?? '';
  const currency = values[currencyName] as Currency;
  const amount = parseMoney(typed);
  const salons = amount !== null && hasFixedRate(currency, salon) ? convertMoney(amount, currency, salon) : null;
  return (
    <FormikTextField
      {...field}
      name={name}
      inputMode="decimal"
      affix={currencySymbol(currency, language)}
      autoComplete="off"
      hint={
        currency === salon || typed.trim() === '' ? undefined : (
          <>
            {salons === null ? null : `= ${formatMoney(salons, salon, language)} `}
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                void setValues({ ...values, [name]: typedIn(typed, currency, salon, language), [currencyName]: salon })
              }
            >
              {t('price_in', { symbol: currencySymbol(salon, language) })}
            </Button>
          </>
        )
      }
    />
  );
}

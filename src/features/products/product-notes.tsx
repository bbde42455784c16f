import { ArrowDownToLine, CircleSlash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney, parseMoney } from '#domain/money.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Badge } from '#ui/badge.tsx';
import type { ProductFormValues } from './product-form-values.ts';

export interface ProductNotesProps {
  form: ProductFormValues;
  unit: string;
  /** The threshold as it is typed; empty: no mark. */
  lowAt: string;
}

/** Beside the form: what is between the prices, and what the marks of stock mean. */
export function ProductNotes({ form, unit, lowAt }: ProductNotesProps) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const supply = parseMoney(form.supply_price);
  const sale = parseMoney(form.sale_price);
  // Nothing lies between two currencies.
  const known = supply !== null && sale !== null && form.currency === form.supply_currency;
  return (
    <div className="flex flex-col gap-5">
      <section className="card p-4 text-sm">
        <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('margin')}</h2>
        <p className={`text-xl font-semibold ${known ? '' : 'text-ink-3'}`}>
          {known ? formatMoney(sale - supply, form.currency, language) : '–'}
        </p>
        {known ? null : <p className="hint">{t('margin_hint')}</p>}
      </section>
      <section className="card flex flex-col gap-2 p-4 text-sm">
        <h2 className="text-sm font-medium! text-ink-2">{t('stock_marks')}</h2>
        <p className="flex items-center gap-2.5">
          <Badge tone="warn" icon={<ArrowDownToLine className="i" aria-hidden="true" />}>
            {t('low')}
          </Badge>
          {lowAt.trim() ? t('below', { amount: `${lowAt.trim()} ${unit}` }) : t('no_threshold')}
        </p>
        <p className="flex items-center gap-2.5">
          <Badge tone="bad" icon={<CircleSlash2 className="i" aria-hidden="true" />}>
            {t('out')}
          </Badge>
          0 {unit}
        </p>
      </section>
    </div>
  );
}

import { ArrowDownToLine, CircleSlash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { stockMark } from '#domain/stock-order.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Badge } from '#ui/badge.tsx';
import { amountText, unitText } from './stock.ts';

/** Number and unit, and the mark left of it when little or nothing is left; on phones the mark holds the number. */
export function StockLevel({ product, inBadge }: { product: LocalRow<'products'>; inBadge?: boolean | undefined }) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const mark = stockMark(product);
  const number = amountText(product.quantity, language);
  const unit = unitText(product.unit, t);
  const amount = `${number}\u00a0${unit}`;
  const badge =
    mark === 'out' ? (
      <Badge tone="bad" icon={<CircleSlash2 className="i" aria-hidden="true" />}>
        {t('out')}
      </Badge>
    ) : mark === 'low' ? (
      <Badge tone="warn" icon={<ArrowDownToLine className="i" aria-hidden="true" />}>
        {inBadge ? t('low_amount', { amount }) : t('low')}
      </Badge>
    ) : null;
  if (inBadge) return badge ?? <span className="tnum whitespace-nowrap">{amount}</span>;
  return (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      {badge}
      <span>
        <span className={badge ? 'font-semibold' : undefined}>{number}</span> <span className="text-ink-3">{unit}</span>
      </span>
    </span>
  );
}

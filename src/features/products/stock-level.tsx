import type { TFunction } from 'i18next';
import { ArrowDownToLine, CircleSlash2 } from 'lucide';
import { amountText } from '#domain/money/amount-text.ts';
import { stockMark } from '#domain/stock/stock-order.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Badge } from '#ui/page/badge.tsx';
import { plainIcon } from '#ui/page/plain-icon.tsx';

/** The words that the rows of the list share, looked up once for all of them. */
export interface ProductWords {
  readonly t: TFunction<'products'>;
  readonly language: Language;
  /** A unit as it is written. */
  readonly unit: (unit: string) => string;
  readonly edit: string;
  readonly remove: string;
  readonly actions: string;
}

export interface StockLevelProps {
  product: LocalRow<'products'>;
  words: ProductWords;
  inBadge?: boolean | undefined;
}

const OUT = plainIcon(CircleSlash2);
const LOW = plainIcon(ArrowDownToLine);

/** Number and unit, and the mark left of it when little or nothing is left; on phones the mark holds the number. */
export function StockLevel({ product, words, inBadge }: StockLevelProps) {
  const { t, language } = words;
  const mark = stockMark(product);
  const number = amountText(product.quantity, language);
  const unit = words.unit(product.unit);
  const amount = `${number}\u00a0${unit}`;
  const badge =
    mark === 'out' ? (
      <Badge tone="bad" icon={OUT}>
        {t('out')}
      </Badge>
    ) : mark === 'low' ? (
      <Badge tone="warn" icon={LOW}>
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

import { memo } from 'react';
import { shownMoney } from '#domain/money/shown-money.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { PendingBadge } from '#ui/page/badge.tsx';
import { PlainRowActions } from '#ui/table/row-actions.tsx';
import { ProductThumb } from './product-thumb.tsx';
import { type ProductWords, StockLevel } from './stock-level.tsx';

export interface ProductRowProps {
  product: LocalRow<'products'>;
  /** The group's name; null: it has none. */
  group: string | null;
  currency: Currency | null;
  /** Its place in the list, from 0: each second one has the other picture, so that needs no column. */
  index: number;
  /** It was saved just now. */
  changed: boolean;
  words: ProductWords;
  onEdit: (product: LocalRow<'products'>) => void;
  /** Null: this person may not. */
  onDelete: ((product: LocalRow<'products'>) => void) | null;
}

/** A product's prices in words, each in its own currency; the supply price is null where it has none. */
function pricesOf({ product, currency, words: { language } }: Pick<ProductRowProps, 'product' | 'currency' | 'words'>) {
  const { sale_price, supply_price, supply_currency } = product;
  return {
    sale: shownMoney({ amount: sale_price, currency: product.currency }, currency, language),
    supply:
      supply_price === null || supply_currency === null
        ? null
        : shownMoney({ amount: supply_price, currency: supply_currency }, currency, language),
  };
}

/** A product's prices: the sale price, and the supply price under it where it has no column of its own. */
export function ProductPrices({ product, currency, words }: Pick<ProductRowProps, 'product' | 'currency' | 'words'>) {
  const { t } = words;
  const { sale, supply } = pricesOf({ product, currency, words });
  return (
    <>
      <b className="block font-semibold">{sale}</b>
      {supply === null ? null : <span className="text-xs font-normal text-ink-3">{t('supply_phone', { price: supply })}</span>}
    </>
  );
}

export interface ProductTableRowProps extends ProductRowProps {
  /** Both prices share a column. */
  narrow: boolean;
}

/** A product in the table of desks and tablets. It follows nothing by itself, and its links are plain (long-table.tsx). */
export const ProductRow = memo(function ProductRow(props: ProductTableRowProps) {
  const { product, group, currency, index, changed, words, narrow, onEdit, onDelete } = props;
  const { t } = words;
  const { sale, supply } = pricesOf(props);
  return (
    <tr data-row={product.id} data-index={index} aria-rowindex={index + 2} className={changed ? 'changed' : undefined}>
      <td>
        <span className="flex items-center gap-3">
          <ProductThumb other={index % 2 === 1} />
          <span className="leading-tight">
            <span className="block font-semibold">{product.name}</span>
            {product.barcode ? <span className="tnum text-xs text-ink-3">{product.barcode}</span> : null}
          </span>
          {product.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
        </span>
      </td>
      <td className="text-ink-2">{group ?? '–'}</td>
      <td className="num">
        <StockLevel product={product} words={words} />
      </td>
      {narrow ? null : <td className="num text-ink-2">{supply ?? '–'}</td>}
      <td className="num font-medium">{narrow ? <ProductPrices product={product} currency={currency} words={words} /> : sale}</td>
      <td className="acts">
        <PlainRowActions
          {...{ words, narrow }}
          name={product.name}
          to={`/products/edit/${product.id}`}
          onEdit={() => onEdit(product)}
          onDelete={onDelete && (() => onDelete(product))}
        />
      </td>
    </tr>
  );
});

import { memo } from 'react';
import { withSize } from '#domain/stock/product-size.ts';
import { PendingBadge } from '#ui/page/badge.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { PlainRowActionsMenu } from '#ui/table/row-actions.tsx';
import { ProductPrices, type ProductRowProps } from './product-row.tsx';
import { ProductThumb } from './product-thumb.tsx';
import { StockLevel } from './stock-level.tsx';

export interface ProductItemProps extends ProductRowProps {
  total: number;
}

/** A product in the phone's list: the row opens the form. A name that is too long keeps its size. */
export const ProductItem = memo(function ProductItem(props: ProductItemProps) {
  const { product, group, currency, index, changed, words, total, onDelete } = props;
  const { t } = words;
  const [beginning, size] = withSize(product.name);
  return (
    <li
      data-row={product.id}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classNames('list-row', changed && 'bg-horn-soft')}
    >
      <a href={`/products/edit/${product.id}`} className="flex min-w-0 flex-1 flex-wrap items-start gap-3 leading-tight">
        <ProductThumb other={index % 2 === 1} />
        <span className="min-w-24 flex-1">
          <span className="flex font-semibold max-[20rem]:block">
            <span className="truncate max-[20rem]:whitespace-normal">{beginning}</span>
            {size ? <span className="flex-none whitespace-pre max-[20rem]:whitespace-normal">{size}</span> : null}
          </span>
          <span className="mt-1 flex min-h-6 items-center gap-2 text-sm text-ink-2">
            <StockLevel product={product} words={words} inBadge />
            <span className="min-w-0 truncate text-ink-3">{group}</span>
            {product.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
          </span>
        </span>
        <span className="tnum ml-auto flex-none max-w-[45%] pt-px text-right">
          <ProductPrices product={product} currency={currency} words={words} />
        </span>
      </a>
      <span className="ml-auto flex flex-none">
        <PlainRowActionsMenu
          name={product.name}
          words={words}
          onEdit={() => props.onEdit(product)}
          onDelete={onDelete && (() => onDelete(product))}
        />
      </span>
    </li>
  );
});

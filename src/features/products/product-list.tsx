import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMoney } from '#domain/money.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { PendingBadge } from '#ui/pending-badge.tsx';
import { RowActions } from '#ui/row-actions.tsx';
import { sortedColumn } from '#ui/sort-head.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { DeleteProduct } from './delete-product.tsx';
import { ProductThumb } from './product-thumb.tsx';
import type { Sort, SortKey } from './sort-products.ts';
import { StockLevel } from './stock-level.tsx';

type Product = LocalRow<'products'>;

export interface ProductListProps {
  products: readonly Product[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency | null;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function ProductList({ products, groups, currency, sort, onSort }: ProductListProps) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const narrow = useIsNarrow();
  const [leaving, setLeaving] = useState<Product | null>(null);

  // Each second one has the other picture; by its place in the list, so it needs no column.
  const placeOf = new Map(products.map((row, place) => [row.id, place]));
  const thumb = (row: Product) => <ProductThumb other={(placeOf.get(row.id) ?? 0) % 2 === 1} />;
  const groupOf = (row: Product) => groups.find((group) => group.id === row.group_id)?.name ?? row.group_name;
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, currency, language));
  const waiting = (row: Product) => (row.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null);

  const head = (by: SortKey, label: string, numeric = false) => sortedColumn({ by, label, sort, onSort, numeric });
  const prices = (row: Product) => (
    <>
      <b className="block font-semibold">{money(row.sale_price)}</b>
      {row.supply_price === null ? null : (
        <span className="text-xs font-normal text-ink-3">{t('supply_phone', { price: money(row.supply_price) })}</span>
      )}
    </>
  );
  const supply: TableColumn<Product> = {
    ...head('supply', t('supply_short'), true),
    className: 'text-ink-2 whitespace-nowrap',
    cell: (row) => money(row.supply_price),
  };
  const columns: TableColumn<Product>[] = [
    {
      ...head('name', t('product')),
      cell: (row) => (
        <span className="flex items-center gap-3">
          {thumb(row)}
          <span className="leading-tight">
            <span className="block font-semibold">{row.name}</span>
            {row.barcode ? <span className="tnum text-xs text-ink-3">{row.barcode}</span> : null}
          </span>
          {waiting(row)}
        </span>
      ),
    },
    { ...head('group', t('group')), cell: (row) => groupOf(row) ?? '–', className: 'text-ink-2' },
    { ...head('quantity', t('quantity'), true), cell: (row) => <StockLevel product={row} /> },
    ...(narrow ? [] : [supply]),
    {
      ...head('sale', t('sale_short'), true),
      className: 'font-medium whitespace-nowrap',
      cell: (row) => (narrow ? prices(row) : money(row.sale_price)),
    },
  ];

  return (
    <>
      <Table
        label={t('title')}
        columns={columns}
        rows={products}
        rowKey={(row) => row.id}
        dense={narrow}
        actions={(row) => <RowActions name={row.name} editTo={`/products/edit/${row.id}`} onDelete={() => setLeaving(row)} />}
        phoneRow={(row) => (
          <Link to={`/products/edit/${row.id}`} className="flex min-w-0 flex-1 items-start gap-3 leading-tight">
            {thumb(row)}
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{row.name}</span>
              <span className="mt-1 flex min-h-6 flex-wrap items-center gap-2 text-sm text-ink-2">
                <StockLevel product={row} inBadge />
                <span className="truncate text-ink-3">{groupOf(row)}</span>
                {waiting(row)}
              </span>
            </span>
            <span className="tnum flex-none pt-px text-right whitespace-nowrap">{prices(row)}</span>
          </Link>
        )}
      />
      <DeleteProduct product={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}

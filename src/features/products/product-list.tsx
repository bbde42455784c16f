import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { rowState, useSavedRow } from '#features/list-address.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/class-names.ts';
import { SortHead } from '#ui/sort-head.tsx';
import { useIsPhone } from '#ui/use-media.ts';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { DeleteProduct } from './delete-product.tsx';
import { ProductItem } from './product-item.tsx';
import { ProductRow } from './product-row.tsx';
import type { Sort, SortKey } from './sort-products.ts';
import { useOverscan } from './use-overscan.ts';

type Product = LocalRow<'products'>;

/** Heights in px before they are measured. */
const TABLE_ROW = 57;
const LIST_ROW = 69;
const OVERSCAN = 10;

export interface ProductListProps {
  products: readonly Product[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency | null;
  /** Names the search and the filters: under other ones, and in another order, the list begins at its top. */
  listed: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Only the rows in sight are drawn. A table from 768 px, a list under it. */
export function ProductList({ products, groups, currency, listed, sort, onSort }: ProductListProps) {
  const { t } = useTranslation(['products', 'common']);
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<Product | null>(null);
  const names = useMemo(() => new Map(groups.map((group) => [group.id, group.name])), [groups]);
  const rows = useVirtualizer({
    count: products.length,
    getScrollElement: () => box.current,
    estimateSize: () => (phone ? LIST_ROW : TABLE_ROW),
    getItemKey: (index) => products[index]?.id ?? index,
    overscan: useOverscan(OVERSCAN),
    initialRect: { width: 800, height: 800 },
  });

  const top = useRef('');
  const order = `${sort.by} ${sort.descending} ${listed}`;
  useEffect(() => {
    if (top.current !== order) box.current?.scrollTo({ top: 0 });
    top.current = order;
  }, [order]);

  // Once: where a saved or a given up form leads back to.
  const { row: openAt } = rowState(useLocation().state);
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const index = products.findIndex(({ id }) => id === openAt);
    if (index >= 0) rows.scrollToIndex(index, { align: 'center' });
  }, [openAt, products, rows]);

  const items = rows.getVirtualItems();
  const saved = useSavedRow(items.some(({ index }) => products[index]?.id === openAt));
  const before = items[0]?.start ?? 0;
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  const shown = items.flatMap(({ index }) => {
    const product = products[index];
    if (!product) return [];
    const group = names.get(product.group_id ?? '') ?? product.group_name;
    return [
      { product, group, currency, index, measure: rows.measureElement, onDelete: setLeaving, changed: product.id === saved },
    ];
  });
  const gap = (height: number) =>
    height > 0 ? (
      <tr>
        <td colSpan={6} className="border-0! p-0!" style={{ height }} />
      </tr>
    ) : null;
  const head = (by: SortKey, label: string, numeric = false) => (
    <th
      scope="col"
      aria-sort={sort.by !== by ? undefined : sort.descending ? 'descending' : 'ascending'}
      className={numeric ? 'num' : undefined}
    >
      <SortHead by={by} label={label} sort={sort} onSort={onSort} numeric={numeric} />
    </th>
  );

  return (
    <>
      <div ref={box} className={classNames('min-h-0 scroll-py-16 overflow-auto', phone ? 'flex-1 bg-surface' : 'card')}>
        {phone ? (
          <ul aria-label={t('title')} style={{ paddingTop: before, paddingBottom: after }}>
            {shown.map((row) => (
              <ProductItem key={row.product.id} {...row} total={products.length} />
            ))}
          </ul>
        ) : (
          <table className={classNames('table', narrow && 'dense')} aria-label={t('title')} aria-rowcount={products.length + 1}>
            <thead className="relative z-(--z-sticky)">
              <tr>
                {head('name', t('product'))}
                {head('group', t('group'))}
                {head('quantity', t('quantity'), true)}
                {narrow ? null : head('supply', t('supply_short'), true)}
                {head('sale', t('sale_short'), true)}
                <th scope="col" className="acts">
                  <span className="sr-only">{t('common:actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {gap(before)}
              {shown.map((row) => (
                <ProductRow key={row.product.id} {...row} narrow={narrow} />
              ))}
              {gap(after)}
            </tbody>
          </table>
        )}
      </div>
      <DeleteProduct product={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}

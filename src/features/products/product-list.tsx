import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { rowState, useSavedRow } from '#features/list-address.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/class-names.ts';
import { useInnerLinks } from '#ui/inner-links.ts';
import { SortHead } from '#ui/sort-head.tsx';
import { useIsPhone } from '#ui/use-media.ts';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { useSeenRows } from '#ui/use-seen-rows.ts';
import { DeleteProduct } from './delete-product.tsx';
import type { Sort, SortKey } from './find-products.ts';
import { ProductItem } from './product-item.tsx';
import { ProductRow } from './product-row.tsx';
import { unitTexts } from './stock.ts';
import type { ProductWords } from './stock-level.tsx';
import { useOverscan } from './use-overscan.ts';

type Product = LocalRow<'products'>;

/** Heights of a row in px before one is drawn. */
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

/** Only the rows in sight are drawn, and not for each letter that is typed above. A table from 768 px, a list under it. */
export const ProductList = memo(function ProductList({ products, groups, currency, listed, sort, onSort }: ProductListProps) {
  const { t } = useTranslation('products');
  const { t: ofAll } = useTranslation('common');
  const language = useLanguage();
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<Product | null>(null);
  const names = useMemo(() => new Map(groups.map((group) => [group.id, group.name])), [groups]);
  const navigate = useNavigate();
  const onEdit = useCallback(({ id }: Product) => void navigate(`/products/edit/${id}`), [navigate]);
  const followLink = useInnerLinks();
  const words = useMemo<ProductWords>(
    () => ({
      ...{ t, language, unit: unitTexts(t) },
      ...{ edit: ofAll('edit'), remove: ofAll('delete'), actions: ofAll('actions') },
    }),
    [t, ofAll, language],
  );
  const rows = useSeenRows({
    count: products.length,
    box,
    height: phone ? LIST_ROW : TABLE_ROW,
    beyond: useOverscan(OVERSCAN),
  });

  const order = `${sort.by} ${sort.descending} ${listed}`;
  const shownFor = useRef(order);
  useLayoutEffect(() => {
    if (shownFor.current === order) return;
    shownFor.current = order;
    rows.scrollToTop();
  }, [order, rows]);

  // Once: where a saved or a given up form leads back to.
  const { row: openAt } = rowState(useLocation().state);
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const index = products.findIndex(({ id }) => id === openAt);
    if (index >= 0) rows.scrollToRow(index);
  }, [openAt, products, rows]);

  const { indexes, before, after } = rows;
  const saved = useSavedRow(indexes.some((index) => products[index]?.id === openAt));
  const shown = indexes.flatMap((index) => {
    const product = products[index];
    if (!product) return [];
    const group = names.get(product.group_id ?? '') ?? product.group_name;
    return [{ product, group, currency, index, words, onEdit, onDelete: setLeaving, changed: product.id === saved }];
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
      {/* biome-ignore lint/a11y: the links of its rows are links */}
      <div
        ref={box}
        onClick={followLink}
        className={classNames('min-h-0 scroll-py-16 overflow-auto', phone ? 'flex-1 bg-surface' : 'card')}
      >
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
                  <span className="sr-only">{ofAll('actions')}</span>
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
});

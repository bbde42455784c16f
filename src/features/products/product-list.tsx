import { type Key, memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { rowState } from '#features/shared/list-address.ts';
import { unitTexts } from '#features/shared/units.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useIsNarrow, useIsPhone } from '#ui/style/use-media.ts';
import { actionsColumn } from '#ui/table/data-table.tsx';
import { LongTable } from '#ui/table/long-table.tsx';
import { sortedColumn } from '#ui/table/sort-head.tsx';
import { DeleteProduct } from './delete-product.tsx';
import type { ProductSort, ProductSortKey } from './find-products.ts';
import { ProductItem } from './product-item.tsx';
import { ProductRow } from './product-row.tsx';
import type { ProductWords } from './stock-level.tsx';

type Product = LocalRow<'products'>;

/** In px. */
const ROW_HEIGHTS = { table: 57, list: 69 };

export interface ProductListProps {
  products: readonly Product[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency | null;
  /** Names the search and the filters: under other ones, and in another order, the list begins at its top. */
  listed: string;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
}

/** Drawn anew only for other products or another order, not for each letter that is typed above it. */
export const ProductList = memo(function ProductList({ products, groups, currency, listed, sort, onSort }: ProductListProps) {
  const { t } = useTranslation('products');
  const { t: ofAll } = useTranslation('common');
  const language = useLanguage();
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const [leaving, setLeaving] = useState<Product | null>(null);
  const mayDelete = useRights().may('products', 'deleted');
  const names = useMemo(() => new Map(groups.map((group) => [group.id, group.name])), [groups]);
  const navigate = useNavigate();
  const onEdit = useCallback(({ id }: Product) => void navigate(`/products/edit/${id}`), [navigate]);
  const words = useMemo<ProductWords>(
    () => ({
      ...{ t, language, unit: unitTexts(t) },
      ...{ edit: ofAll('edit'), remove: ofAll('delete'), actions: ofAll('actions') },
    }),
    [t, ofAll, language],
  );
  // The row that a saved or a given up form leads back to.
  const { row: openAt, saved = false } = rowState(useLocation().state);
  const head = (by: ProductSortKey, label: string, numeric = false) => sortedColumn({ by, label, sort, onSort, numeric });
  const drawRow = (product: Product, index: number, place: Key) => {
    const group = names.get(product.group_id ?? '') ?? product.group_name;
    const changed = saved && product.id === openAt;
    const row = { product, group, currency, index, words, onEdit, onDelete: mayDelete ? setLeaving : null, changed };
    if (phone) return <ProductItem key={place} {...row} total={products.length} />;
    return <ProductRow key={place} {...row} narrow={narrow} />;
  };
  return (
    <>
      <LongTable
        label={t('title')}
        columns={[
          head('name', t('product')),
          head('group', t('group')),
          head('quantity', t('quantity'), true),
          ...(narrow ? [] : [head('supply', t('supply_short'), true)]),
          head('sale', t('sale_short'), true),
          actionsColumn(ofAll('actions')),
        ]}
        rows={products}
        rowKey={({ id }) => id}
        dense={narrow}
        listed={`${sort.by} ${sort.descending} ${listed}`}
        opening={{ row: openAt, focus: saved }}
        rowHeights={ROW_HEIGHTS}
        drawRow={drawRow}
      />
      <DeleteProduct product={leaving} onDone={() => setLeaving(null)} />
    </>
  );
});

import { memo, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { unitTexts } from '#features/shared/units.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useIsNarrow, useIsPhone } from '#ui/style/use-media.ts';
import { actionsColumn } from '#ui/table/data-table.tsx';
import { LongTable, type LongTableHandle } from '#ui/table/long-table.tsx';
import { RevisionRow, type RowActs } from './revision-row.tsx';
import type { CountedRows } from './use-stock-count.ts';

/** In px. */
const ROW_HEIGHTS = { table: 57, list: 128 };

export interface RevisionListHandle {
  /** Brings a product into view, and the focus into its field. Returns false if it is not in the list. */
  goTo: (productId: string) => boolean;
}

export interface RevisionListProps {
  products: readonly LocalRow<'products'>[];
  groupOf: (product: LocalRow<'products'>) => string;
  rows: CountedRows;
  acts: Omit<RowActs, 'next'>;
  ref: Ref<RevisionListHandle>;
}

/** Not drawn anew for the sums above and below it. */
export const RevisionList = memo(function RevisionList({ products, groupOf, rows, acts, ref }: RevisionListProps) {
  const { t } = useTranslation(['stock', 'products']);
  const { t: ofProducts } = useTranslation('products');
  const { t: ofAll } = useTranslation('common');
  const language = useLanguage();
  const card = useIsPhone();
  const narrow = useIsNarrow();
  const table = useRef<LongTableHandle>(null);
  const newest = useRef(products);
  newest.current = products;
  const handle = useMemo<RevisionListHandle>(() => ({ goTo: (id) => table.current?.goTo(id, 'input') ?? false }), []);
  useImperativeHandle(ref, () => handle, [handle]);
  const withNext = useMemo<RowActs>(
    () => ({
      ...acts,
      next: (productId) => {
        const next = newest.current[newest.current.findIndex(({ id }) => id === productId) + 1];
        if (next) handle.goTo(next.id);
      },
    }),
    [acts, handle],
  );
  const words = useMemo(
    () => ({ unit: unitTexts(ofProducts), decrease: ofAll('decrease'), increase: ofAll('increase') }),
    [ofProducts, ofAll],
  );
  return (
    <LongTable
      ref={table}
      label={t('products:revision')}
      columns={[
        { key: 'product', head: t('products:product') },
        { key: 'group', head: t('products:group'), width: narrow ? 'w-[18%]' : 'w-[20%]' },
        { key: 'stock', head: t('products:stock'), width: narrow ? 'w-22' : 'w-32', numeric: true },
        { key: 'new_stock', head: t('new_stock'), width: narrow ? 'w-44' : 'w-52', numeric: true },
        { key: 'difference', head: t('difference'), width: narrow ? 'w-30' : 'w-32', numeric: true },
        actionsColumn(ofAll('actions'), narrow ? 'w-14' : 'w-16'),
      ]}
      rows={products}
      rowKey={({ id }) => id}
      dense={narrow}
      className={card ? 'bg-transparent! pt-2.5' : undefined}
      listed=""
      rowHeights={ROW_HEIGHTS}
      drawRow={(product, index) => (
        <RevisionRow
          key={product.id}
          product={product}
          group={groupOf(product)}
          row={rows.get(product.id)}
          index={index}
          card={card}
          acts={withNext}
          words={words}
          t={t}
          language={language}
        />
      )}
    />
  );
});

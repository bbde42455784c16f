import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverscan } from '#products/use-overscan.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/class-names.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { RevisionRow, type RowActs } from './revision-row.tsx';
import type { CountedRows } from './use-stock-count.ts';

/** Heights in px before they are measured. */
const TABLE_ROW = 57;
const CARD = 128;
const OVERSCAN = 8;

export interface RevisionListHandle {
  /** Brings a product into view, and the focus into its field. False: it is not in the list. */
  goTo: (productId: string) => boolean;
}

export interface RevisionListProps {
  products: readonly LocalRow<'products'>[];
  groupOf: (product: LocalRow<'products'>) => string;
  rows: CountedRows;
  acts: Omit<RowActs, 'next'>;
  ref: Ref<RevisionListHandle>;
}

/** Only the rows in sight are drawn: a count of 2,000 products answers like one of twenty. */
export function RevisionList({ products, groupOf, rows, acts, ref }: RevisionListProps) {
  const { t } = useTranslation(['stock', 'products', 'common']);
  const card = useIsPhone();
  const narrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const list = useVirtualizer({
    count: products.length,
    getScrollElement: () => box.current,
    estimateSize: () => (card ? CARD : TABLE_ROW),
    getItemKey: (index) => products[index]?.id ?? index,
    overscan: useOverscan(OVERSCAN),
    initialRect: { width: 800, height: 800 },
  });

  const place = useRef({ products, list });
  useEffect(() => {
    place.current = { products, list };
    // The row may be drawn only a few frames after it was asked for.
    const id = wanted.current;
    const field = id && box.current?.querySelector<HTMLElement>(`[data-product="${CSS.escape(id)}"] input`);
    if (!field) return;
    wanted.current = null;
    field.focus({ preventScroll: true });
  });

  const withNext = useMemo<RowActs & RevisionListHandle>(() => {
    const goTo = (productId: string) => {
      const index = place.current.products.findIndex(({ id }) => id === productId);
      if (index === -1) return false;
      wanted.current = productId;
      place.current.list.scrollToIndex(index, { align: 'auto' });
      const field = box.current?.querySelector<HTMLElement>(`[data-product="${CSS.escape(productId)}"] input`);
      if (field) {
        wanted.current = null;
        field.focus({ preventScroll: true });
      }
      return true;
    };
    return {
      ...acts,
      goTo,
      next: (productId) => {
        const { products: shown } = place.current;
        const after = shown[shown.findIndex(({ id }) => id === productId) + 1];
        if (after) goTo(after.id);
      },
    };
  }, [acts]);
  useImperativeHandle(ref, () => ({ goTo: withNext.goTo }), [withNext]);

  const items = list.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = list.getTotalSize() - (items.at(-1)?.end ?? 0);
  const drawn = items.flatMap((item) => {
    const product = products[item.index];
    if (!product) return [];
    return [
      <RevisionRow
        key={product.id}
        product={product}
        group={groupOf(product)}
        row={rows.get(product.id)}
        index={item.index}
        card={card}
        acts={withNext}
        measure={list.measureElement}
      />,
    ];
  });
  const gap = (height: number) =>
    height > 0 ? (
      <tr>
        <td colSpan={6} className="border-0! p-0!" style={{ height }} />
      </tr>
    ) : null;

  return (
    <div ref={box} className={classNames('min-h-0 scroll-py-16 overflow-auto', card ? 'flex-1 pt-2.5' : 'card')}>
      {card ? (
        <ul aria-label={t('products:revision')} style={{ paddingTop: before, paddingBottom: after }}>
          {drawn}
        </ul>
      ) : (
        <table
          className={classNames('table', narrow && 'dense')}
          aria-label={t('products:revision')}
          aria-rowcount={products.length + 1}
        >
          <thead className="relative z-(--z-sticky)">
            <tr>
              <th scope="col">{t('products:product')}</th>
              <th scope="col">{t('products:group')}</th>
              <th scope="col" className="num">
                {t('products:stock')}
              </th>
              <th scope="col" className="num">
                {t('new_stock')}
              </th>
              <th scope="col" className="num">
                {t('difference')}
              </th>
              <th scope="col" className="acts">
                <span className="sr-only">{t('common:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {gap(before)}
            {drawn}
            {gap(after)}
          </tbody>
        </table>
      )}
    </div>
  );
}

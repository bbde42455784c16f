import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { unitTexts } from '#products/stock.ts';
import { useOverscan } from '#products/use-overscan.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/class-names.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { useSeenRows } from '#ui/use-seen-rows.ts';
import { RevisionRow, type RowActs } from './revision-row.tsx';
import type { CountedRows } from './use-stock-count.ts';

/** Heights of a row in px before one is drawn. */
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

/** Only the rows in sight are drawn: a count of 2,000 products answers like one of twenty. Not drawn anew for the sums above and below. */
export const RevisionList = memo(function RevisionList({ products, groupOf, rows, acts, ref }: RevisionListProps) {
  const { t } = useTranslation(['stock', 'products']);
  const { t: ofProducts } = useTranslation('products');
  const { t: ofAll } = useTranslation('common');
  const language = useLanguage();
  const card = useIsPhone();
  const narrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const list = useSeenRows({ count: products.length, box, height: card ? CARD : TABLE_ROW, beyond: useOverscan(OVERSCAN) });

  const place = useRef({ products, list });
  useEffect(() => {
    place.current = { products, list };
    // The row may be drawn only a few frames after it was asked for.
    const id = wanted.current;
    const field = id && box.current?.querySelector<HTMLElement>(`[data-product="${CSS.escape(id)}"] input`);
    if (!field) return;
    wanted.current = null;
    showField(field);
  });

  const withNext = useMemo<RowActs & RevisionListHandle>(() => {
    const goTo = (productId: string) => {
      const index = place.current.products.findIndex(({ id }) => id === productId);
      if (index === -1) return false;
      wanted.current = productId;
      const field = box.current?.querySelector<HTMLElement>(`[data-product="${CSS.escape(productId)}"] input`);
      if (field) {
        wanted.current = null;
        showField(field);
      } else place.current.list.scrollToRow(index);
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

  const words = useMemo(
    () => ({ unit: unitTexts(ofProducts), decrease: ofAll('decrease'), increase: ofAll('increase') }),
    [ofProducts, ofAll],
  );
  const { before, after } = list;
  const drawn = list.indexes.flatMap((index) => {
    const product = products[index];
    if (!product) return [];
    return [
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
          className={classNames('table table-fixed wrap-anywhere', narrow && 'dense')}
          aria-label={t('products:revision')}
          aria-rowcount={products.length + 1}
        >
          {/* Widths of their own: a long mark in one row pushes no column out of sight. */}
          <colgroup>
            <col />
            <col className={narrow ? 'w-[18%]' : 'w-[20%]'} />
            <col className={narrow ? 'w-22' : 'w-32'} />
            <col className={narrow ? 'w-44' : 'w-52'} />
            <col className={narrow ? 'w-30' : 'w-32'} />
            <col className={narrow ? 'w-14' : 'w-16'} />
          </colgroup>
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
                <span className="sr-only">{ofAll('actions')}</span>
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
});

/** The whole row comes into sight: one that was drawn beyond the edge, or that stands lower because of a name of two lines. */
function showField(field: HTMLElement): void {
  field.closest('[data-product]')?.scrollIntoView({ block: 'nearest' });
  field.focus({ preventScroll: true });
}

import { Check, CircleHelp, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CountedRow, countFrom, MOST_COUNTED, standingOf } from '#domain/stock-count.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { amountText, differenceText, unitText } from '#products/stock.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Stepper } from '#ui/stepper.tsx';

type Product = LocalRow<'products'>;

/** What a row can do; the same functions as long as the screen stands. */
export interface RowActs {
  count: (product: Product, counted: number) => void;
  restore: (productId: string, row: undefined) => void;
  ask: (productId: string) => void;
  next: (productId: string) => void;
}

export interface RevisionRowProps {
  product: Product;
  group: string;
  row: CountedRow | undefined;
  index: number;
  card: boolean;
  acts: RowActs;
  measure: (element: Element | null) => void;
}

/** One product of the count: a table's row on desks and tablets, a card on phones. */
export const RevisionRow = memo(function RevisionRow({ product, group, row, index, card, acts, measure }: RevisionRowProps) {
  const { t } = useTranslation(['stock', 'products']);
  const { t: words } = useTranslation('products');
  const language = useLanguage();
  const standing = standingOf(row, product.quantity);
  const isChanged = standing === 'changed' || standing === 'asks';
  const counted = row?.counted ?? product.quantity;
  const stock = `${amountText(product.quantity, language)}\u00a0${unitText(product.unit, words)}`;
  const by = counted - product.quantity;
  const difference = (
    <span
      className={classNames('tnum', by < 0 ? 'text-danger' : by > 0 ? 'text-success' : 'text-ink-3', by !== 0 && 'font-semibold')}
    >
      {differenceText(by, language)}
    </span>
  );
  const stepper = (
    <Stepper
      label={t('new_stock_of', { name: product.name })}
      value={counted}
      max={MOST_COUNTED}
      parse={countFrom}
      onChange={(next) => acts.count(product, next)}
      onEnter={() => {
        if (!row) acts.count(product, product.quantity);
        acts.next(product.id);
      }}
    />
  );
  const mark = row ? (
    <Button
      variant="ghost"
      iconOnly
      label={t('take_back', { name: product.name })}
      icon={<Undo2 className="i" aria-hidden="true" />}
      onClick={() => acts.restore(product.id, undefined)}
    />
  ) : (
    <Button
      variant="ghost"
      iconOnly
      label={t('as_it_stands', { name: product.name })}
      icon={<Check className="i" aria-hidden="true" />}
      onClick={() => acts.count(product, product.quantity)}
    />
  );
  const asks =
    standing === 'asks' && row ? (
      <button type="button" className="badge warn mt-1 min-h-8 cursor-pointer" onClick={() => acts.ask(product.id)}>
        <CircleHelp className="i" aria-hidden="true" />
        {t('changed_elsewhere', { was: amountText(row.began, language), now: amountText(product.quantity, language) })}
      </button>
    ) : null;
  const note =
    standing === 'same' ? (
      <span className="inline-flex items-center gap-1 text-success text-sm">
        <Check className="i i-sm" aria-hidden="true" />
        {t('counted')}
      </span>
    ) : null;

  if (card) {
    return (
      <li ref={measure} data-index={index} data-product={product.id} className="px-3 pb-2.5">
        <div
          className={classNames('card px-3.5 py-3', isChanged && 'border-l-4! border-l-horn! bg-horn-soft!')}
          data-changed={isChanged || undefined}
        >
          <p className="font-semibold leading-snug">{product.name}</p>
          {asks}
          <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
            <p className="text-ink-2 leading-snug">
              {t('products:stock')} <span className="tnum">{stock}</span>
              <span className="block">
                {isChanged ? (
                  <>
                    {t('difference')} {difference}
                  </>
                ) : (
                  (note ?? t('unchanged'))
                )}
              </span>
            </p>
            <span className="flex items-center gap-1">
              {stepper}
              {mark}
            </span>
          </div>
        </div>
      </li>
    );
  }
  return (
    <tr
      ref={measure}
      data-index={index}
      data-product={product.id}
      aria-rowindex={index + 2}
      className={isChanged ? 'changed' : undefined}
    >
      <td className="font-medium">
        {product.name}
        {asks ? <div>{asks}</div> : null}
      </td>
      <td className="text-ink-2">{group}</td>
      <td className="num whitespace-nowrap">{stock}</td>
      <td className="num whitespace-nowrap">{stepper}</td>
      <td className="num whitespace-nowrap">{note ?? difference}</td>
      <td className="acts">{mark}</td>
    </tr>
  );
});

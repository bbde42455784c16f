import type { TFunction } from 'i18next';
import { Check, CircleQuestionMark, Undo2 } from 'lucide';
import { memo, type ReactElement } from 'react';
import { amountText } from '#domain/money/amount-text.ts';
import { type CountedRow, countFrom, countStateOf, MOST_COUNTED } from '#domain/stock/stock-count.ts';
import { differenceText } from '#products/stock.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { RowStepper } from '#ui/form/stepper.tsx';
import { plainIcon } from '#ui/page/plain-icon.tsx';
import { classNames } from '#ui/style/class-names.ts';

type Product = LocalRow<'products'>;

/** The actions of a row; they stay the same functions as long as the screen is open. */
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
  /** The list's words, those of all rows asked for once: a row follows nothing by itself. */
  words: { readonly unit: (unit: string) => string; readonly decrease: string; readonly increase: string };
  t: TFunction<['stock', 'products']>;
  language: Language;
}

const CHECK = plainIcon(Check);
const BACK = plainIcon(Undo2);
const ASKS = plainIcon(CircleQuestionMark);
const COUNTED = plainIcon(Check, 'i i-sm');

/** One product of the count: a table's row on desks and tablets, a card on phones. A screen full of them is drawn in one frame. */
export const RevisionRow = memo(function RevisionRow(props: RevisionRowProps) {
  const { product, group, row, index, card, acts, words, t, language } = props;
  const standing = countStateOf(row, product.quantity);
  const isChanged = standing === 'changed' || standing === 'asks';
  const counted = row?.counted ?? product.quantity;
  const stock = `${amountText(product.quantity, language)}\u00a0${words.unit(product.unit)}`;
  const by = counted - product.quantity;
  const difference = (
    <span
      className={classNames('tnum', by < 0 ? 'text-danger' : by > 0 ? 'text-success' : 'text-ink-3', by !== 0 && 'font-semibold')}
    >
      {differenceText(by, language)}
    </span>
  );
  const stepper = (
    <RowStepper
      label={t('new_stock_of', { name: product.name })}
      value={counted}
      max={MOST_COUNTED}
      parse={countFrom}
      words={words}
      onChange={(next) => acts.count(product, next)}
      onEnter={() => {
        if (!row) acts.count(product, product.quantity);
        acts.next(product.id);
      }}
    />
  );
  const mark = row
    ? iconButton(t('take_back', { name: product.name }), BACK, () => acts.restore(product.id, undefined))
    : iconButton(t('as_it_stands', { name: product.name }), CHECK, () => acts.count(product, product.quantity));
  const asks =
    standing === 'asks' && row ? (
      <button
        type="button"
        className="badge warn mt-1 h-auto! min-h-8 cursor-pointer whitespace-normal! text-left"
        onClick={() => acts.ask(product.id)}
      >
        {ASKS}
        {t('changed_elsewhere', { was: amountText(row.began, language), now: amountText(product.quantity, language) })}
      </button>
    ) : null;
  const note =
    standing === 'same' ? (
      <span className="inline-flex items-center gap-1 text-success text-sm">
        {COUNTED}
        {t('counted')}
      </span>
    ) : null;

  if (card) {
    return (
      <li data-index={index} data-product={product.id} className="px-3 pb-2.5">
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
            <span className="flex flex-wrap items-center gap-1">
              {stepper}
              {mark}
            </span>
          </div>
        </div>
      </li>
    );
  }
  return (
    <tr data-index={index} data-product={product.id} aria-rowindex={index + 2} className={isChanged ? 'changed' : undefined}>
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

function iconButton(label: string, icon: ReactElement, onClick: () => void): ReactElement {
  return (
    <button type="button" className="btn btn-ghost btn-icon" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}

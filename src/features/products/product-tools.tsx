import { ArrowDownToLine, CircleSlash2, ListFilter, ListTodo } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StockMark, stockMark } from '#domain/stock/stock-order.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { Select } from '#ui/form/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { CameraScan } from './camera-scan.tsx';
import { PRODUCT_SORTS, type ProductSort, type ProductSortKey } from './find-products.ts';
import { GroupFilter } from './group-filter.tsx';

export interface ProductToolsProps {
  products: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  query: string;
  onQuery: (query: string) => void;
  onEnter: () => void;
  group: string;
  onGroup: (group: string) => void;
  mark: StockMark;
  onMark: (mark: StockMark) => void;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
  onOrder: () => void;
  /** Shows all products again. */
  onClear: () => void;
  /** How many are shown. */
  found: number;
  /** A barcode that the camera has read. */
  onCode: (code: string) => void;
  /** Behind all the others. */
  more: ReactNode;
}

/** Above the list: search, group, what runs out. On a phone one row, with the rest and the order, which has no columns to press, behind a button. */
export function ProductTools(props: ProductToolsProps) {
  const { t } = useTranslation('products');
  const phone = useIsPhone();
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
      <span className="flex min-w-32 flex-1 items-center gap-2 md:w-80 md:flex-none">
        <SearchBox
          label={t('search')}
          value={props.query}
          onChange={props.onQuery}
          onEnter={props.onEnter}
          className="min-w-0 flex-1"
        />
        <CameraScan iconOnly onCode={props.onCode} />
      </span>
      {phone ? (
        <FilterButton {...props} />
      ) : (
        <>
          <GroupFilter groups={props.groups} value={props.group} onChange={props.onGroup} />
          <MarkChips {...props} />
          <button type="button" className="chip lg:hidden" onClick={props.onOrder}>
            <ListTodo className="i i-sm" aria-hidden="true" />
            {t('order')}
          </button>
        </>
      )}
      <span className="ml-auto">{props.more}</span>
    </div>
  );
}

function MarkChips({ products, mark, onMark }: Pick<ProductToolsProps, 'products' | 'mark' | 'onMark'>) {
  const { t } = useTranslation('products');
  const counts = useMemo(() => {
    const marks = products.map(stockMark);
    return { low: marks.filter((one) => one === 'low').length, out: marks.filter((one) => one === 'out').length };
  }, [products]);
  const chip = (own: 'low' | 'out', label: string, icon: ReactNode) => (
    <button
      type="button"
      className={classNames('chip', mark === own && 'on')}
      aria-pressed={mark === own}
      onClick={() => onMark(mark === own ? null : own)}
    >
      {icon}
      {label}
      <Count warn={own === 'low'}>{counts[own]}</Count>
    </button>
  );
  return (
    <>
      {chip('low', t('running_out'), <ArrowDownToLine className="i i-sm" aria-hidden="true" />)}
      {chip('out', t('out'), <CircleSlash2 className="i i-sm" aria-hidden="true" />)}
    </>
  );
}

/** How many filters hold, and the sheet in which they are chosen; a choice holds at once. */
function FilterButton(props: ProductToolsProps) {
  const { t } = useTranslation('products');
  const [open, setOpen] = useState(false);
  const holding = Number(props.group !== '') + Number(props.mark !== null);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={classNames('btn btn-secondary px-3!', holding > 0 && 'border-primary! bg-primary-soft! text-primary-ink!')}
        aria-label={t('filters', { count: holding })}
        aria-haspopup="dialog"
        title={t('filters', { count: holding })}
        onClick={() => setOpen(true)}
      >
        <ListFilter className="i" aria-hidden="true" />
        {holding > 0 ? <span className="tnum">{holding}</span> : null}
      </button>
      <Dialog
        open={open}
        onClose={close}
        title={t('filters_title')}
        size="narrow"
        footer={
          <>
            <Button variant="ghost" disabled={holding === 0 && props.query === ''} onClick={props.onClear}>
              {t('show_all')}
            </Button>
            <Button variant="primary" className="ml-auto" onClick={close}>
              {t('show_found', { count: props.found })}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4 pb-5">
          <GroupFilter groups={props.groups} value={props.group} onChange={props.onGroup} labelled />
          <SortChoice sort={props.sort} onSort={props.onSort} />
          <fieldset className="flex flex-wrap gap-2">
            <legend className="label">{t('stock_marks')}</legend>
            <MarkChips {...props} />
          </fieldset>
        </div>
      </Dialog>
    </>
  );
}

function SortChoice({ sort, onSort }: Pick<ProductToolsProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('products');
  const names: Record<ProductSortKey, string> = {
    name: t('sort_name'),
    group: t('sort_group'),
    quantity: t('sort_quantity'),
    supply: t('sort_supply'),
    sale: t('sort_sale'),
  };
  return (
    <Select<string>
      label={t('sort')}
      value={`${sort.by} ${sort.descending ? 'down' : 'up'}`}
      onChange={(value) => {
        const by = PRODUCT_SORTS.find((one) => value.startsWith(`${one} `)) ?? 'name';
        onSort({ by, descending: value.endsWith('down') });
      }}
      options={PRODUCT_SORTS.flatMap((by) => [
        { value: `${by} up`, label: `${names[by]} ↑` },
        { value: `${by} down`, label: `${names[by]} ↓` },
      ])}
    />
  );
}

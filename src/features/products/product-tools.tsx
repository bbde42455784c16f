import { ArrowDownToLine, CircleSlash2, ListTodo } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type StockMark, stockMark } from '#domain/stock/stock-order.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { Select } from '#ui/form/select.tsx';
import { Count } from '#ui/page/badge.tsx';
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
  /** A barcode that the camera has read. */
  onCode: (code: string) => void;
  /** Behind all the others. */
  more: ReactNode;
}

/** Above the list: search, group, what runs out. Where there are no columns to press, the order is chosen here. */
export function ProductTools(props: ProductToolsProps) {
  const { products, groups, mark, onMark, sort, onSort } = props;
  const { t } = useTranslation('products');
  const phone = useIsPhone();
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
  const names: Record<ProductSortKey, string> = {
    name: t('sort_name'),
    group: t('sort_group'),
    quantity: t('sort_quantity'),
    supply: t('sort_supply'),
    sale: t('sort_sale'),
  };
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
      <span className="flex w-full items-center gap-2 md:w-80">
        <SearchBox
          label={t('search')}
          value={props.query}
          onChange={props.onQuery}
          onEnter={props.onEnter}
          className="min-w-0 flex-1"
        />
        <CameraScan iconOnly onCode={props.onCode} />
      </span>
      <GroupFilter groups={groups} value={props.group} onChange={props.onGroup} />
      {phone ? (
        <Select<string>
          label={t('sort')}
          hideLabel
          className="min-w-40 flex-1"
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
      ) : null}
      {chip('low', t('running_out'), <ArrowDownToLine className="i i-sm" aria-hidden="true" />)}
      {chip('out', t('out'), <CircleSlash2 className="i i-sm" aria-hidden="true" />)}
      <button type="button" className="chip lg:hidden" onClick={props.onOrder}>
        <ListTodo className="i i-sm" aria-hidden="true" />
        {t('order')}
      </button>
      <span className="ml-auto">{props.more}</span>
    </div>
  );
}

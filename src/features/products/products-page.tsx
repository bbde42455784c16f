import type { TFunction } from 'i18next';
import { ClipboardCheck, Layers, ListTodo } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import type { CsvCell } from '#domain/imports/csv.ts';
import { type FileMoney, moneyCell } from '#domain/imports/money-cell.ts';
import { PRODUCT_FIELDS } from '#domain/imports/product-import.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { idsWithin } from '#domain/stock/group-tree.ts';
import { stockMark } from '#domain/stock/stock-order.ts';
import { parseSort, rowState, useListAddress, useRowShown } from '#features/shared/list-address.ts';
import { ListMore, MoveInLink } from '#features/shared/list-more.tsx';
import { ListPaper } from '#features/shared/list-paper.tsx';
import { saveCsv } from '#features/shared/save-file.ts';
import { unitText } from '#features/shared/units.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { AddButton, AddLink, BarLink, CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { finder, PRODUCT_SORTS, type ProductSort, sorted, withBarcode } from './find-products.ts';
import { OrderDialog } from './order-dialog.tsx';
import { ProductList } from './product-list.tsx';
import { ProductTools } from './product-tools.tsx';
import { useScanner } from './use-scanner.ts';

type Product = LocalRow<'products'>;

const MARKS = ['low', 'out'] as const;
const NO_GROUPS: readonly LocalRow<'product_groups'>[] = [];
const ADDRESS = ['q', 'group', 'mark', 'sort'] as const;

/** `/products?q=…&group=…`: search by name or barcode, one group with those below it or all, what runs out, the list. */
export function ProductsPage() {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const replica = useReplica();
  const navigate = useNavigate();
  const mayAdd = useRights().mayMake('products');
  const phone = useIsPhone();
  const products = useLiveState(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]) ?? NO_GROUPS;
  const salon = useLive(() => salon$(replica), [replica]);
  const [address, setAddress] = useListAddress(ADDRESS);
  const { q: query, group } = address;
  const asked = useDeferredValue(query);
  const mark = MARKS.find((one) => one === address.mark) ?? null;
  const sort = useMemo(() => parseSort(address.sort, PRODUCT_SORTS), [address.sort]);
  const [ordering, setOrdering] = useState(false);
  useLoadFailure(products, t('failed_to_load_products'));

  const all = products.value;
  const currency = salon?.effective.currency ?? null;
  const found = useMemo(() => {
    const within = group ? idsWithin(groups, group) : null;
    const names = new Map(groups.map((one) => [one.id, one.name]));
    const groupOf = (row: Product) => names.get(row.group_id ?? '') ?? row.group_name;
    const fits = finder(asked);
    const rows = all?.filter(
      (row) => (!within || within.has(row.group_id ?? '')) && (!mark || stockMark(row) === mark) && fits(row),
    );
    return rows && sorted(rows, sort, groupOf, currency);
  }, [all, groups, group, mark, asked, sort, currency]);
  const clear = () => setAddress({ q: '', group: '', mark: '' });
  const { row: returned, saved } = rowState(useLocation().state);
  useRowShown(saved ? returned : null, all, found, clear);
  // The same function as long as the screen stands: the list is not drawn anew for a letter above it.
  const write = useRef(setAddress);
  useEffect(() => {
    write.current = setAddress;
  });
  const order = useCallback(({ by, descending }: ProductSort) => write.current({ sort: descending ? `-${by}` : by }), []);
  const scanned = (code: string) => {
    const product = withBarcode(all ?? [], code);
    if (product) navigate(`/products/edit/${product.id}`);
    else setAddress({ q: code, group: '', mark: '' });
  };
  useScanner({ onScan: scanned, off: ordering });

  return (
    <Page
      title={<CountedTitle title={t('title')} count={all?.length} />}
      documentTitle={t('title')}
      actions={
        <>
          <Button
            icon={<ListTodo className="i" aria-hidden="true" />}
            className="max-lg:hidden"
            onClick={() => setOrdering(true)}
          >
            {t('order')}
          </Button>
          <BarLink to="/products/revision" label={t('revision')} icon={<ClipboardCheck className="i" aria-hidden="true" />} />
          <BarLink to="/products/groups" label={t('groups')} icon={<Layers className="i" aria-hidden="true" />} />
          {all?.length === 0 || !mayAdd ? null : <AddLink to="/products/add" label={t('add')} />}
        </>
      }
      flush
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 p-5 max-md:gap-0 max-md:p-0">
        {all && all.length > 0 ? (
          <ProductTools
            products={all}
            groups={groups}
            query={query}
            onQuery={(q) => setAddress({ q })}
            onEnter={() => {
              const product = withBarcode(all, query);
              if (product) navigate(`/products/edit/${product.id}`);
            }}
            group={group}
            onGroup={(id) => setAddress({ group: id })}
            mark={mark}
            onMark={(chosen) => setAddress({ mark: chosen ?? '' })}
            sort={sort}
            onSort={order}
            onOrder={() => setOrdering(true)}
            onClear={clear}
            found={found?.length ?? 0}
            onCode={scanned}
            more={
              <ListMore
                table="products"
                count={found?.length ?? 0}
                first={
                  phone
                    ? [
                        {
                          label: t('order'),
                          icon: <ListTodo className="i" aria-hidden="true" />,
                          onSelect: () => setOrdering(true),
                        },
                      ]
                    : []
                }
                onExport={() => exportProducts(found ?? [], groups ?? [], { currency, language }, t, deviceToday())}
              />
            }
          />
        ) : null}
        {products.phase === 'loading' ? <SkeletonRows /> : null}
        {products.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_products')} detail={failureText(products.error)} onRetry={products.retry} />
        ) : null}
        {found && found.length > 0 ? (
          <ProductList
            products={found}
            listed={`${group} ${mark ?? ''} ${asked}`}
            groups={groups}
            currency={currency}
            sort={sort}
            onSort={order}
          />
        ) : null}
        {all?.length === 0 ? (
          <EmptyState
            title={t('empty')}
            action={
              mayAdd ? (
                <span className="flex flex-wrap justify-center gap-2">
                  <AddButton to="/products/add" label={t('add')} />
                  <MoveInLink table="products" />
                </span>
              ) : null
            }
            className="max-md:m-3"
          />
        ) : null}
        {all && all.length > 0 && found?.length === 0 ? (
          <EmptyState
            title={t('nothing_found')}
            action={<Button onClick={clear}>{t('show_all')}</Button>}
            className="max-md:m-3"
          />
        ) : null}
      </div>
      <ListPaper
        title={t('title')}
        rows={found}
        columns={[
          { label: t('product'), cell: ({ name }) => name },
          { label: t('group'), cell: (row) => groups.find(({ id }) => id === row.group_id)?.name ?? row.group_name },
          {
            label: t('quantity'),
            numeric: true,
            cell: ({ quantity, unit }) => `${amountText(quantity, language)}\u00a0${unitText(unit, t)}`,
          },
          {
            label: t('sale_short'),
            numeric: true,
            cell: (row) => shownMoney({ amount: row.sale_price, currency: row.currency }, currency, language),
          },
        ]}
      />
      {ordering ? <OrderDialog products={all ?? []} groups={groups} onClose={() => setOrdering(false)} /> : null}
    </Page>
  );
}

type Groups = readonly LocalRow<'product_groups'>[];

/** The exported fields. Name and unit are exported as a whole. */
const EXPORTED = PRODUCT_FIELDS.filter((field) => field !== 'variation' && field !== 'content');

/** A head and a row for each product, such as our own import understands. */
export function productTable(
  products: readonly Product[],
  groups: Groups,
  money: FileMoney,
  t: TFunction<'products'>,
): CsvCell[][] {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const rows = products.map((product) => {
    const group = names.get(product.group_id ?? '') ?? product.group_name;
    const { sale_price, currency, supply_price, supply_currency } = product;
    const cells: Record<(typeof EXPORTED)[number], CsvCell> = {
      ...{ ...product, group, unit: unitText(product.unit, t) },
      sale_price: moneyCell({ amount: sale_price, currency }, money),
      supply_price:
        supply_price === null || supply_currency === null
          ? null
          : moneyCell({ amount: supply_price, currency: supply_currency }, money),
    };
    return EXPORTED.map((field) => cells[field]);
  });
  return [EXPORTED.map((field) => t(field === 'low_stock_at' ? 'threshold' : field)), ...rows];
}

/** @param today yyyy-MM-dd, for the file's name */
function exportProducts(
  products: readonly Product[],
  groups: Groups,
  money: FileMoney,
  t: TFunction<'products'>,
  today: string,
): void {
  saveCsv(`greben-products-${today}.csv`, productTable(products, groups, money, t));
}

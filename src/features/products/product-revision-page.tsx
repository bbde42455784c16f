import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { matchesText } from '#domain/search.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { StockLevel } from './stock-level.tsx';

type Product = LocalRow<'products'>;

/** `/products/revision`: the stock there is. Counting comes with a later version, and the screen says so. */
export function ProductRevisionPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const products = useLiveState(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]);
  const [query, setQuery] = useState('');
  const all = products.value;
  const found = useMemo(() => all?.filter((row) => matchesText(row.name, query)), [all, query]);
  const groupOf = (row: Product) => groups?.find((group) => group.id === row.group_id)?.name ?? row.group_name ?? '–';

  const columns: TableColumn<Product>[] = [
    { key: 'name', head: t('product'), cell: (row) => row.name, className: 'font-medium' },
    { key: 'group', head: t('group'), cell: groupOf, className: 'text-ink-2' },
    { key: 'stock', head: t('stock'), numeric: true, cell: (row) => <StockLevel product={row} /> },
  ];
  return (
    <Page title={t('revision')} lead={<BackLink to="/products" label={t('back')} />} className="max-md:p-0!">
      <div className="flex flex-col gap-4 max-md:gap-0">
        <div className="flex flex-wrap items-center gap-3 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
          <SearchBox label={t('search_name')} value={query} onChange={setQuery} className="w-full md:w-80" />
          <p className="text-xs text-ink-3 md:ml-auto">{t('revision_later')}</p>
        </div>
        {products.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {products.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_products')} detail={String(products.error)} onRetry={products.retry} />
        ) : null}
        {found && found.length > 0 ? (
          <Table
            label={t('revision')}
            columns={columns}
            rows={found}
            rowKey={(row) => row.id}
            phoneRow={(row) => (
              <>
                <span className="min-w-0 flex-1 leading-tight">
                  <span className="block font-semibold">{row.name}</span>
                  <span className="text-sm text-ink-3">{groupOf(row)}</span>
                </span>
                <StockLevel product={row} inBadge />
              </>
            )}
          />
        ) : null}
        {all && found?.length === 0 ? (
          <EmptyState title={all.length === 0 ? t('empty') : t('nothing_found')} className="max-md:m-3" />
        ) : null}
      </div>
    </Page>
  );
}

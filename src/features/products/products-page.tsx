import { ClipboardCheck, Layers } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { matchesText } from '#domain/search.ts';
import { useReplica } from '#features/use-replica.ts';
import { ColorDot } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { AddLink, BarLink, CountedTitle } from '#ui/page-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Select } from '#ui/select.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ProductList } from './product-list.tsx';

/** `/products`: search by name or barcode, one group or all, the list. */
export function ProductsPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const products = useLiveState(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState('');

  const all = products.value;
  const found = useMemo(
    () =>
      all
        ?.filter((row) => group === '' || row.group_id === group)
        .filter((row) => matchesText(row.name, query) || Boolean(query.trim() && row.barcode?.includes(query.trim()))),
    [all, group, query],
  );
  const clear = () => {
    setQuery('');
    setGroup('');
  };

  return (
    <Page
      title={<CountedTitle title={t('title')} count={all?.length} />}
      documentTitle={t('title')}
      actions={
        <>
          <BarLink to="/products/revision" label={t('revision')} icon={<ClipboardCheck className="i" aria-hidden="true" />} />
          <BarLink to="/products/groups" label={t('groups')} icon={<Layers className="i" aria-hidden="true" />} />
          <AddLink to="/products/add" label={t('add')} />
        </>
      }
      className="max-md:p-0!"
    >
      <div className="flex flex-col gap-4 max-md:gap-0">
        {all && all.length > 0 ? (
          <div className="flex flex-wrap items-center gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
            <SearchBox label={t('search')} value={query} onChange={setQuery} className="w-full md:w-80" />
            <Select<string>
              label={t('group')}
              hideLabel
              value={group}
              onChange={setGroup}
              className="w-full md:w-52"
              options={[
                { value: '', label: t('all_groups') },
                ...(groups ?? []).map((one) => ({ value: one.id, label: one.name, icon: <ColorDot color={one.color} /> })),
              ]}
            />
          </div>
        ) : null}
        {products.phase === 'loading' ? <SkeletonRows /> : null}
        {products.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_products')} detail={String(products.error)} onRetry={products.retry} />
        ) : null}
        {found && found.length > 0 ? (
          <ProductList products={found} groups={groups ?? []} currency={salon?.effective.currency ?? null} />
        ) : null}
        {all?.length === 0 ? (
          <EmptyState title={t('empty')} action={<AddLink to="/products/add" label={t('add')} />} className="max-md:m-3" />
        ) : null}
        {all && all.length > 0 && found?.length === 0 ? (
          <EmptyState
            title={t('nothing_found')}
            action={<Button onClick={clear}>{t('show_all')}</Button>}
            className="max-md:m-3"
          />
        ) : null}
      </div>
    </Page>
  );
}

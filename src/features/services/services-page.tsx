import { Tags } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { compareNames } from '#domain/names.ts';
import { matchesText } from '#domain/search.ts';
import { serviceName } from '#domain/service-duration.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { Page } from '#ui/page.tsx';
import { AddLink, BarLink, CountedTitle } from '#ui/page-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ServiceList } from './service-list.tsx';

/** `/services`: search, filter by category, the list. */
export function ServicesPage() {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const replica = useReplica();
  const services = useLiveState(() => services$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<string | null>(null);

  const all = services.value;
  const categories = useMemo(() => [...new Set(all?.flatMap((row) => row.category ?? []))].sort(compareNames), [all]);
  const found = useMemo(
    () =>
      all
        ?.filter((row) => category === null || row.category === category)
        .filter((row) => matchesText(`${row.name} ${row.name_bg ?? ''} ${row.name_en ?? ''}`, query))
        .sort((a, b) => compareNames(serviceName(a, language), serviceName(b, language))),
    [all, category, query, language],
  );
  const clear = () => {
    setQuery('');
    setCategory(null);
  };

  return (
    <Page
      title={<CountedTitle title={t('title')} count={all?.length} />}
      documentTitle={t('title')}
      actions={
        <>
          <BarLink to="/services/categories" label={t('categories')} icon={<Tags className="i" aria-hidden="true" />} />
          <AddLink to="/services/add" label={t('add')} />
        </>
      }
      className="max-md:p-0!"
    >
      <div className="flex flex-col gap-4 max-md:gap-0">
        {all && all.length > 0 ? (
          <div className="flex flex-wrap items-center gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
            <SearchBox label={t('search')} value={query} onChange={setQuery} className="w-full md:w-80" />
            <FilterChips
              label={t('category_filter')}
              all={t('all_categories')}
              options={categories}
              value={category}
              onChange={setCategory}
            />
          </div>
        ) : null}
        {services.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {services.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_services')} detail={String(services.error)} onRetry={services.retry} />
        ) : null}
        {found && found.length > 0 ? <ServiceList services={found} currency={salon?.effective.currency ?? null} /> : null}
        {all?.length === 0 ? (
          <EmptyState title={t('empty')} action={<AddLink to="/services/add" label={t('add')} />} className="max-md:m-3" />
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

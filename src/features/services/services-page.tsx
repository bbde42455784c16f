import type { TFunction } from 'i18next';
import { Tags } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { durationOf, serviceName } from '#domain/booking/service-duration.ts';
import type { CsvCell } from '#domain/imports/csv.ts';
import { type FileMoney, moneyCell } from '#domain/imports/money-cell.ts';
import { SERVICE_FIELDS } from '#domain/imports/service-import.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { compareNames } from '#domain/people/names.ts';
import { matchesText } from '#domain/people/search.ts';
import { parseSort, useListAddress, useRowShown, useSavedRow } from '#features/shared/list-address.ts';
import { ListMore, MoveInLink } from '#features/shared/list-more.tsx';
import { ListPaper } from '#features/shared/list-paper.tsx';
import { saveCsv } from '#features/shared/save-file.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { AddButton, AddLink, BarLink, CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { ServiceList } from './service-list.tsx';
import { SERVICE_SORTS, sortedServices } from './sort-services.ts';

const ADDRESS = ['q', 'category', 'sort'] as const;

/** `/services`: search, filter by category, the list. */
export function ServicesPage() {
  const { t } = useTranslation(['services', 'move-in']);
  const language = useLanguage();
  const replica = useReplica();
  const mayAdd = useRights().mayMake('services');
  const services = useLiveState(() => services$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  const [address, setAddress] = useListAddress(ADDRESS);
  const { q: query, category } = address;
  const sort = useMemo(() => parseSort(address.sort, SERVICE_SORTS), [address.sort]);
  useLoadFailure(services, t('failed_to_load_services'));

  const all = services.value;
  const categories = useMemo(() => [...new Set(all?.flatMap((row) => row.category ?? []))].sort(compareNames), [all]);
  const currency = salon?.effective.currency ?? null;
  const found = useMemo(() => {
    const rows = all
      ?.filter((row) => category === '' || row.category === category)
      .filter((row) => matchesText(`${row.name} ${row.name_bg ?? ''} ${row.name_en ?? ''}`, query));
    return rows && sortedServices(rows, sort, language, currency);
  }, [all, category, query, sort, language, currency]);
  // The list itself goes to the row: it may not be drawn yet.
  const saved = useSavedRow(false);
  const showAll = () => setAddress({ q: '', category: '' });
  useRowShown(saved, all, found, showAll);

  return (
    <Page
      title={<CountedTitle title={t('title')} count={all?.length} />}
      documentTitle={t('title')}
      actions={
        <>
          <BarLink to="/services/categories" label={t('categories')} icon={<Tags className="i" aria-hidden="true" />} />
          {all?.length === 0 || !mayAdd ? null : <AddLink to="/services/add" label={t('add')} />}
        </>
      }
      flush
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 p-5 max-md:gap-0 max-md:p-0">
        {all && all.length > 0 ? (
          <div className="flex flex-none flex-wrap items-center gap-2 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
            <SearchBox
              label={t('search')}
              value={query}
              onChange={(q) => setAddress({ q })}
              className="min-w-0 flex-1 md:w-80 md:flex-none"
            />
            {categories.length > 0 ? (
              <div className="order-last w-full min-w-0">
                <CategoryChips
                  categories={categories}
                  value={category || null}
                  onChange={(chosen) => setAddress({ category: chosen ?? '' })}
                />
              </div>
            ) : null}
            <span className="ml-auto">
              <ListMore
                table="services"
                count={found?.length ?? 0}
                onExport={() => exportServices(found ?? [], { currency, language }, t, deviceToday())}
              />
            </span>
          </div>
        ) : null}
        {services.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {services.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_services')} detail={failureText(services.error)} onRetry={services.retry} />
        ) : null}
        {found && found.length > 0 ? (
          <ServiceList
            services={found}
            currency={currency}
            sort={sort}
            onSort={({ by, descending }) => setAddress({ sort: descending ? `-${by}` : by })}
            listed={`${query}|${category}|${address.sort}`}
            saved={saved}
          />
        ) : null}
        {all?.length === 0 ? (
          <EmptyState
            title={t('empty')}
            action={
              mayAdd ? (
                <span className="flex flex-wrap justify-center gap-2">
                  <AddButton to="/services/add" label={t('add')} />
                  <Link to="/first-steps/services" className="btn btn-secondary">
                    {t('starter_list')}
                  </Link>
                  <MoveInLink table="services" />
                </span>
              ) : null
            }
            className="max-md:m-3"
          />
        ) : null}
        {all && all.length > 0 && found?.length === 0 ? (
          <EmptyState
            title={t('nothing_found')}
            action={<Button onClick={showAll}>{t('show_all')}</Button>}
            className="max-md:m-3"
          />
        ) : null}
      </div>
      <ListPaper
        title={t('title')}
        rows={found}
        columns={[
          { label: t('service'), cell: (row) => serviceName(row, language) },
          { label: t('category'), cell: (row) => row.category },
          { label: t('duration'), numeric: true, cell: (row) => `${durationOf(row)} ${t('minutes')}` },
          {
            label: t('price'),
            numeric: true,
            cell: (row) => shownMoney({ amount: row.price, currency: row.currency }, currency, language),
          },
        ]}
      />
    </Page>
  );
}

interface CategoryChipsProps {
  categories: readonly string[];
  /** Null: all of them. */
  value: string | null;
  onChange(value: string | null): void;
}

/** Chips of one category each, and one of all. On phones the row scrolls sideways. */
function CategoryChips({ categories, value, onChange }: CategoryChipsProps) {
  const { t } = useTranslation('services');
  const chip = (name: string, own: string | null) => (
    <button
      key={own ?? ' all'}
      type="button"
      className={classNames('chip flex-none', own === value && 'on')}
      aria-pressed={own === value}
      onClick={() => onChange(own)}
    >
      {name}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for what is a row of toggles
    <div
      role="group"
      aria-label={t('category_filter')}
      className="flex gap-1.5 max-md:-mx-3 max-md:w-[calc(100%+1.5rem)] max-md:overflow-x-auto max-md:px-3 md:flex-wrap"
    >
      {chip(t('all_categories'), null)}
      {categories.map((category) => chip(category, category))}
    </div>
  );
}

type Service = LocalRow<'services'>;
type Texts = TFunction<['services', 'move-in']>;

/** The exported fields. A name is exported as a whole. */
const EXPORTED = SERVICE_FIELDS.filter((field) => field !== 'variation');

function cellOf(service: Service, field: (typeof EXPORTED)[number], money: FileMoney, t: Texts): CsvCell {
  if (field === 'name_bg') return service.name_bg ?? (service.name_en ? null : service.name);
  if (field === 'duration') return durationOf(service);
  if (field === 'buffer_after') return service.buffer_after || null;
  if (field === 'show_online') return t(service.show_online ? 'move-in:yes' : 'move-in:no');
  if (field === 'price') return moneyCell({ amount: service.price, currency: service.currency }, money);
  return service[field];
}

/** A head and a row for each service, such as our own import understands. */
export function serviceTable(services: readonly Service[], money: FileMoney, t: Texts): CsvCell[][] {
  return [
    EXPORTED.map((field) => t(field)),
    ...services.map((service) => EXPORTED.map((field) => cellOf(service, field, money, t))),
  ];
}

/** @param today yyyy-MM-dd, for the file's name */
function exportServices(services: readonly Service[], money: FileMoney, t: Texts, today: string): void {
  saveCsv(`greben-services-${today}.csv`, serviceTable(services, money, t));
}

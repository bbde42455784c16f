import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients$ } from '#data/clients.queries.ts';
import { buildIndex, searchClients } from '#domain/search.ts';
import { useReplica } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { AddLink, CountedTitle } from '#ui/page-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { ClientList } from './client-list.tsx';

/** `/clients`: everybody on this device, found by name (in any script), e-mail or phone. */
export function ClientsPage() {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const clients = useLiveState(() => clients$(replica), [replica]);
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);

  const all = clients.value;
  const index = useMemo(() => (all ? buildIndex(all) : null), [all]);
  const found = useMemo(() => (index ? searchClients(index, asked, Number.POSITIVE_INFINITY) : []), [index, asked]);

  return (
    <Page
      title={<CountedTitle title={t('title')} count={all?.length} />}
      documentTitle={t('title')}
      actions={<AddLink to="/clients/add" label={t('add')} />}
      flush
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 p-5 max-md:gap-0 max-md:p-0">
        {all && all.length > 0 ? (
          <div className="flex flex-none flex-wrap items-center gap-3 max-md:border-b max-md:border-line max-md:px-3 max-md:py-2.5">
            <SearchBox label={t('search')} value={query} onChange={setQuery} className="w-full md:w-[26rem]" />
            <p className="ml-auto text-xs text-ink-3 max-md:sr-only" role="status">
              {asked.trim() ? t('found', { count: found.length }) : t('on_device', { count: all.length })}
            </p>
          </div>
        ) : null}
        {clients.phase === 'loading' ? <SkeletonRows rows={8} /> : null}
        {clients.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_clients')} detail={String(clients.error)} onRetry={clients.retry} />
        ) : null}
        {found.length > 0 ? <ClientList key={asked} clients={found} /> : null}
        {all?.length === 0 ? (
          <EmptyState title={t('empty')} action={<AddLink to="/clients/add" label={t('add')} />} className="max-md:m-3" />
        ) : null}
        {all && all.length > 0 && found.length === 0 ? (
          <EmptyState
            title={t('nothing_found')}
            action={<Button onClick={() => setQuery('')}>{t('show_all')}</Button>}
            className="max-md:m-3"
          />
        ) : null}
      </div>
    </Page>
  );
}

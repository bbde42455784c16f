import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigationType } from 'react-router-dom';
import { clients$ } from '#data/clients.queries.ts';
import { issuesByRow$ } from '#data/issues/issues.queries.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { rowState, useRowShown } from '#features/shared/list-address.ts';
import { ListMore, MoveInLink } from '#features/shared/list-more.tsx';
import { ListPaper } from '#features/shared/list-paper.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { AddButton, AddLink, CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLiveAside, useLiveState } from '#ui/timing/use-live.ts';
import { ClientList } from './client-list.tsx';
import { ClientTools } from './client-tools.tsx';
import { exportClients } from './export-clients.ts';
import { keptOffset, useClientList } from './use-client-list.ts';

/** `/clients?q=…&sort=…`: everybody on this device, found by name (in any script), e-mail or phone. */
export function ClientsPage() {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const read = useLiveState(() => clients$(replica), [replica]);
  // The screen that was asked for is painted before its rows are drawn: together they took 130 ms on a slow tablet.
  const clients = useDeferredValue(read);
  const trouble = useLiveAside(() => issuesByRow$(replica, 'clients'), [replica]);
  useLoadFailure(clients, t('failed_to_load_clients'));

  const all = clients.value;
  const list = useClientList(all);
  const { found, query, onQuery } = list;
  const at = useOpening(query);
  useRowShown(at.row, all, found, () => onQuery(''));

  return (
    <Page
      title={<CountedTitle title={t('title')} count={all?.length} />}
      documentTitle={t('title')}
      actions={all?.length === 0 ? null : <AddLink to="/clients/add" label={t('add')} />}
      flush
    >
      <div data-listed-for={query} className="flex min-h-0 flex-1 flex-col gap-4 p-5 max-md:gap-0 max-md:p-0">
        {all && all.length > 0 ? (
          <ClientTools
            list={list}
            total={all.length}
            more={<ListMore table="clients" count={found.length} onExport={() => exportClients(found, t, deviceToday())} />}
          />
        ) : null}
        {clients.phase === 'loading' ? <SkeletonRows rows={8} /> : null}
        {clients.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_clients')} detail={failureText(clients.error)} onRetry={clients.retry} />
        ) : null}
        {found.length > 0 ? (
          <ClientList
            asked={query}
            clients={found}
            sort={list.sort}
            onSort={list.onSort}
            trouble={trouble}
            at={at}
            changed={at.saved ? at.row : undefined}
          />
        ) : null}
        {all?.length === 0 ? (
          <EmptyState
            title={t('empty')}
            action={
              <span className="flex flex-wrap justify-center gap-2">
                <AddButton to="/clients/add" label={t('add')} />
                <MoveInLink table="clients" />
              </span>
            }
            className="max-md:m-3"
          />
        ) : null}
        {all && all.length > 0 && found.length === 0 ? (
          <EmptyState
            title={t('nothing_found')}
            action={<Button onClick={() => onQuery('')}>{t('show_all')}</Button>}
            className="max-md:m-3"
          />
        ) : null}
      </div>
      <ListPaper
        title={t('title')}
        rows={found}
        personal
        columns={[
          { label: t('name'), cell: clientName },
          { label: t('phone'), cell: ({ phone }) => displayPhone(phone) },
          { label: t('city'), cell: ({ city }) => city },
        ]}
      />
    </Page>
  );
}

/** Back returns to where the list was; from a form it opens at the row of that form. Another search begins at its top. */
function useOpening(asked: string) {
  const { state } = useLocation();
  const { row, saved } = rowState(state);
  const again = useNavigationType() === 'POP' || row !== undefined;
  // The address changes with the search, and what it said at first goes with it.
  const [first] = useState({ asked, row, saved: saved === true, offset: again ? keptOffset() : 0 });
  const offset = asked === first.asked ? first.offset : 0;
  return useMemo(() => ({ ...first, offset }), [first, offset]);
}

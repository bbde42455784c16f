import { CalendarPlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { DuplicatesNotice } from '#clients/duplicates/duplicates-notice.tsx';
import { listPath } from '#clients/use-client-list.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { clientName } from '#domain/names.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { busy } from '#ui/busy.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackButton, BackLink, BarLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { type CardHistory, useCardHistory } from './card-visit.ts';
import { ClientDetails } from './client-details.tsx';
import { ClientHead } from './client-head.tsx';
import { ClientMerged } from './client-merged.tsx';
import { ClientNotes } from './client-notes.tsx';
import { ClientPrivacy } from './client-privacy.tsx';
import { NextVisit } from './next-visit.tsx';
import { VisitList } from './visit-list.tsx';

/** `/clients/{id}`: everything about one client. The id of a merged duplicate leads to the client that stands for it. */
export function ClientCardPage() {
  const { t } = useTranslation('clients');
  const { id = '' } = useParams();
  const replica = useReplica();
  const found = useLiveState(() => clientsById$(replica, [id]), [replica, id]);
  useLoadFailure(found, t('failed_to_load_client'));
  const client = useHeld(found.value?.get(id), id);
  if (client && client.id !== id) return <Navigate to={`/clients/${client.id}`} replace />;
  if (client) return <Card key={client.id} client={client} />;
  return (
    <Page title={t('card_title')} lead={<BackLink to={listPath()} state={{ row: id }} label={t('back')} />}>
      {found.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_client')} detail={failureText(found.error)} onRetry={found.retry} />
      ) : null}
      {found.phase === 'loading' ? <SkeletonRows /> : null}
      {found.value ? (
        <EmptyState title={t('invalid_id')} action={<BackButton to={listPath()} label={t('back')} />}>
          {t('invalid_id_text')}
        </EmptyState>
      ) : null}
    </Page>
  );
}

/** The client, and under an open dialog the one that stood there: erased from it, or elsewhere meanwhile, they go when it closes. */
function useHeld(client: LocalRow<'clients'> | undefined, id: string): LocalRow<'clients'> | undefined {
  const dialog = useStore(busy, (counts) => counts.dialog > 0);
  const [held, setHeld] = useState(client);
  if (client && client !== held) setHeld(client);
  return client ?? (dialog && held?.id === id ? held : undefined);
}

/** The booking dialog with the client, and what they had last and with whom: all services of a visit. */
function bookAgainPath(clientId: string, card: CardHistory | undefined): string {
  const last = card?.facts.lastVisit ?? card?.facts.coming[0];
  const params = new URLSearchParams({ client: clientId });
  const [first, ...others] = last?.held ?? [];
  if (first?.service_id) params.set('service', first.service_id);
  if (first) params.set('employee', first.resource_id);
  for (const { service_id, resource_id } of first?.service_id ? others : []) {
    if (service_id === null) continue;
    params.append('service', service_id);
    params.append('employee', resource_id);
  }
  return `/calendar/add?${params}`;
}

function Card({ client }: { client: LocalRow<'clients'> }) {
  const { t } = useTranslation('clients');
  const phone = useIsPhone();
  const { card, history } = useCardHistory(client.id);
  useLoadFailure(history, t('failed_to_load_visits'));
  const name = clientName(client);
  const again = bookAgainPath(client.id, card);
  const aside = (
    <>
      {card ? <NextVisit card={card} /> : null}
      <ClientNotes client={client} />
    </>
  );
  return (
    <Page
      title={phone ? name : t('card_title')}
      documentTitle={name}
      lead={<BackLink to={listPath()} state={{ row: client.id }} label={t('back')} />}
      actions={
        <>
          <BarLink to={`/clients/edit/${client.id}`} label={t('edit_card')} icon={<Pencil className="i" aria-hidden="true" />} />
          {phone ? null : (
            <BarLink primary to={again} label={t('book_again')} icon={<CalendarPlus className="i" aria-hidden="true" />} />
          )}
        </>
      }
      foot={
        phone ? (
          <Link to={again} className="btn btn-primary w-full">
            <CalendarPlus className="i" aria-hidden="true" />
            {t('book_again')}
          </Link>
        ) : null
      }
    >
      <div className="grid items-start gap-5 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5 max-md:gap-3">
          <DuplicatesNotice client={client} />
          <ClientHead client={client} card={card} />
          {phone ? aside : null}
          {history.phase === 'failed' ? (
            <ErrorBox title={t('failed_to_load_visits')} detail={failureText(history.error)} onRetry={history.retry} />
          ) : null}
          {history.phase === 'loading' ? <SkeletonRows /> : null}
          {card ? <VisitList card={card} onRetry={history.retry} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-md:gap-3">
          {phone ? null : aside}
          <ClientDetails client={client} card={card} />
          <ClientMerged client={client} />
          <ClientPrivacy client={client} card={card} />
        </div>
      </div>
    </Page>
  );
}

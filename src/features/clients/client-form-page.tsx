import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { clients$ } from '#data/clients.queries.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { ClientForm } from './client-form.tsx';
import { listPath } from './use-client-list.ts';

/** `/clients/add` and `/clients/edit/{id}`; an id that is nobody's says so. */
export function ClientFormPage() {
  const { t } = useTranslation('clients');
  const { id } = useParams();
  const replica = useReplica();
  const clients = useLiveState(() => clients$(replica), [replica]);

  useLoadFailure(clients, t('failed_to_load_client'));

  const title = t(id ? 'edit_title' : 'new_title');
  const client = id ? clients.value?.find((row) => row.id === id) : undefined;
  return (
    <Page title={title} lead={<BackLink to={listPath()} state={id ? { row: id } : undefined} label={t('back')} />}>
      {clients.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_client')} detail={String(clients.error)} onRetry={clients.retry} />
      ) : null}
      {clients.phase === 'loading' ? <SkeletonRows /> : null}
      {clients.value && id && !client ? (
        <EmptyState title={t('invalid_id')} action={<BackLink to={listPath()} label={t('back')} />}>
          {t('invalid_id_text')}
        </EmptyState>
      ) : null}
      {clients.value && (client || !id) ? (
        <ClientForm key={id ?? 'new'} title={title} client={client} others={clients.value.filter((row) => row.id !== id)} />
      ) : null}
    </Page>
  );
}

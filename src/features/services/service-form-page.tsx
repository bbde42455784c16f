import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { salon$ } from '#data/salon.queries.ts';
import { serviceGroups$ } from '#data/service-groups.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { listAddress } from '#features/list-address.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ServiceForm } from './service-form.tsx';

/** `/services/add` and `/services/edit/{id}`; an id that is no service's says so. */
export function ServiceFormPage() {
  const { t } = useTranslation('services');
  const { id } = useParams();
  const replica = useReplica();
  const services = useLiveState(() => services$(replica), [replica]);
  const groups = useLive(() => serviceGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);

  useLoadFailure(services, t('failed_to_load_service'));

  const list = listAddress('/services');
  const title = t(id ? 'edit_title' : 'new_title');
  const ready = services.phase === 'ready' && groups && salon;
  const service = id ? services.value?.find((row) => row.id === id) : undefined;
  return (
    <Page title={title} lead={<BackLink to={list} label={t('back')} />}>
      {services.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_service')} detail={String(services.error)} onRetry={services.retry} />
      ) : null}
      {ready || services.phase === 'failed' ? null : <SkeletonRows avatar={false} />}
      {ready && id && !service ? (
        <EmptyState title={t('invalid_id')} action={<BackLink to={list} label={t('back')} />}>
          {t('invalid_id_text')}
        </EmptyState>
      ) : null}
      {ready && (service || !id) ? (
        <ServiceForm key={id ?? 'new'} title={title} service={service} groups={groups} currency={salon.effective.currency} />
      ) : null}
    </Page>
  );
}

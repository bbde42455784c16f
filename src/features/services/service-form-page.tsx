import { useTranslation } from 'react-i18next';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { serviceGroups$ } from '#data/service-groups.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { CatalogueFormPage } from '#features/catalogue-form-page.tsx';
import { listAddress } from '#features/list-address.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ServiceForm } from './service-form.tsx';

/** `/services/add` and `/services/edit/{id}`; an id that is no service's says so. */
export function ServiceFormPage() {
  const { t } = useTranslation('services');
  const replica = useReplica();
  const services = useLiveState(() => services$(replica), [replica]);
  const groups = useLive(() => serviceGroups$(replica), [replica]);
  const employees = useLive(() => employees$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listAddress('/services')}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_service'),
        invalidId: t('invalid_id'),
        invalidIdText: t('invalid_id_text'),
      }}
      rows={services}
      needs={groups && salon && employees ? { groups, employees, ...salon.effective } : undefined}
      avatar={false}
      form={({ title, row, needs }) => (
        <ServiceForm
          {...{ title, service: row, groups: needs.groups, employees: needs.employees }}
          {...{ currency: needs.currency, zone: needs.timezone }}
        />
      )}
    />
  );
}

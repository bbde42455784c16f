import { useTranslation } from 'react-i18next';
import { employeeGroups$ } from '#data/employee-groups.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { todayIn } from '#domain/time.ts';
import { CatalogueFormPage } from '#features/catalogue-form-page.tsx';
import { listAddress } from '#features/list-address.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { EmployeeForm } from './employee-form.tsx';

/** `/employees/add` and `/employees/edit/{id}`. */
export function EmployeeFormPage() {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  const employees = useLiveState(() => employees$(replica), [replica]);
  const groups = useLive(() => employeeGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listAddress('/employees')}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_employee'),
        invalidId: t('not_found'),
        invalidIdText: t('not_found_text'),
      }}
      rows={employees}
      needs={groups && salon ? { groups, zone: salon.effective.timezone } : undefined}
      form={({ title, row, others, needs }) => (
        <EmployeeForm
          title={title}
          employee={row}
          today={todayIn(needs.zone, Date.now())}
          others={others}
          groups={needs.groups}
        />
      )}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { employeeGroups$ } from '#data/employee-groups.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { todayIn } from '#domain/time.ts';
import { listAddress } from '#features/list-address.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { EmployeeForm } from './employee-form.tsx';
import { emptyEmployee } from './employee-form-values.ts';

/** `/employees/add` and `/employees/edit/{id}`. */
export function EmployeeFormPage() {
  const { t } = useTranslation('employees');
  const { id } = useParams();
  const replica = useReplica();
  const employees = useLiveState(() => employees$(replica), [replica]);
  const groups = useLive(() => employeeGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);

  useLoadFailure(employees, t('failed_to_load_employee'));

  const list = listAddress('/employees');
  const title = t(id ? 'edit_title' : 'new_title');
  const ready = employees.phase === 'ready' && groups && salon;
  const employee = id ? employees.value?.find((row) => row.id === id) : undefined;
  return (
    <Page title={title} lead={<BackLink to={list} label={t('back')} />}>
      {employees.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_employee')} detail={String(employees.error)} onRetry={employees.retry} />
      ) : null}
      {ready || employees.phase === 'failed' ? null : <SkeletonRows />}
      {ready && id && !employee ? (
        <EmptyState title={t('not_found')} action={<BackLink to={list} label={t('back')} />}>
          {t('not_found_text')}
        </EmptyState>
      ) : null}
      {ready && (employee || !id) ? (
        <EmployeeForm
          key={id ?? 'new'}
          title={title}
          employee={employee}
          fresh={emptyEmployee(todayIn(salon.effective.timezone, Date.now()))}
          others={employees.value.filter((row) => row.id !== id)}
          groups={groups}
        />
      ) : null}
    </Page>
  );
}

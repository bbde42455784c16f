import { useTranslation } from 'react-i18next';
import { employeeGroups$ } from '#data/employee-groups.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { AddLink, CountedTitle } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { DefaultEmployeeHint } from './default-employee-hint.tsx';
import { EmployeeGroupsPanel } from './employee-groups-panel.tsx';
import { EmployeeList } from './employee-list.tsx';
import { useDefaultEmployee } from './use-default-employee.ts';

/** `/employees`: the list, the groups beside it, and the employee that a salon without any is given. */
export function EmployeesPage() {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  const employees = useLiveState(() => employees$(replica), [replica]);
  const groups = useLiveState(() => employeeGroups$(replica), [replica]);
  useDefaultEmployee(replica);

  const rows = employees.value;
  return (
    <Page
      title={<CountedTitle title={t('title')} count={rows?.length} />}
      documentTitle={t('title')}
      actions={<AddLink to="/employees/add" label={t('add')} />}
      className="max-md:p-0!"
    >
      <div className="grid items-start gap-5 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {employees.phase === 'loading' ? <SkeletonRows /> : null}
          {employees.phase === 'failed' ? (
            <ErrorBox title={t('failed_to_load_employees')} detail={String(employees.error)} onRetry={employees.retry} />
          ) : null}
          {rows && rows.length > 0 ? <EmployeeList employees={rows} /> : null}
          {rows?.length === 0 ? (
            <EmptyState title={t('empty')} action={<AddLink to="/employees/add" label={t('add')} />} className="max-md:m-3" />
          ) : null}
          {rows ? <DefaultEmployeeHint employees={rows} /> : null}
        </div>
        <EmployeeGroupsPanel groups={groups} employees={rows ?? []} />
      </div>
    </Page>
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { employeeGroups$ } from '#data/employee-groups.queries.ts';
import { employees$ } from '#data/resources.queries.ts';
import { sortOf, useListAddress, useSavedRow } from '#features/list-address.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { AddButton, AddLink, CountedTitle } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { DefaultEmployeeHint } from './default-employee-hint.tsx';
import { EmployeeGroupsButton, EmployeeGroupsPanel } from './employee-groups-panel.tsx';
import { EmployeeList } from './employee-list.tsx';
import { EMPLOYEE_SORTS, sortedEmployees } from './sort-employees.ts';
import { useDefaultEmployee } from './use-default-employee.ts';

const ADDRESS = ['sort'] as const;

/** `/employees`: the list, the groups beside it, and the employee that a salon without any is given. */
export function EmployeesPage() {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  const employees = useLiveState(() => employees$(replica), [replica]);
  const groups = useLiveState(() => employeeGroups$(replica), [replica]);
  const phone = useIsPhone();
  const [address, setAddress] = useListAddress(ADDRESS);
  useDefaultEmployee(replica);
  useLoadFailure(employees, t('failed_to_load_employees'));
  useLoadFailure(groups, t('failed_to_load_employee_groups'));

  const all = employees.value;
  const sort = useMemo(() => sortOf(address.sort, EMPLOYEE_SORTS), [address.sort]);
  const rows = useMemo(() => all && sortedEmployees(all, sort), [all, sort]);
  const saved = useSavedRow(rows !== undefined);
  return (
    <Page
      title={<CountedTitle title={t('title')} count={rows?.length} />}
      documentTitle={t('title')}
      actions={
        <>
          {phone ? <EmployeeGroupsButton groups={groups} employees={all ?? []} /> : null}
          {all?.length === 0 ? null : <AddLink to="/employees/add" label={t('add')} />}
        </>
      }
      className="max-md:p-0!"
    >
      <div className="grid items-start gap-5 max-md:gap-3 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {employees.phase === 'loading' ? <SkeletonRows /> : null}
          {employees.phase === 'failed' ? (
            <ErrorBox title={t('failed_to_load_employees')} detail={failureText(employees.error)} onRetry={employees.retry} />
          ) : null}
          {rows && rows.length > 0 ? (
            <EmployeeList
              employees={rows}
              sort={sort}
              onSort={({ by, descending }) => setAddress({ sort: descending ? `-${by}` : by })}
              saved={saved}
            />
          ) : null}
          {rows?.length === 0 ? (
            <EmptyState title={t('empty')} action={<AddButton to="/employees/add" label={t('add')} />} className="max-md:m-3" />
          ) : null}
          {rows ? <DefaultEmployeeHint employees={rows} /> : null}
        </div>
        {phone ? null : <EmployeeGroupsPanel groups={groups} employees={all ?? []} />}
      </div>
    </Page>
  );
}

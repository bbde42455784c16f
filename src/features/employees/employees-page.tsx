import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OpenReplica } from '#data/open-replica.ts';
import { ensureDefaultEmployee } from '#data/resources.commands.ts';
import { employeeGroups$, employees$ } from '#data/resources.queries.ts';
import { parseSort, useListAddress, useSavedRow } from '#features/shared/list-address.ts';
import { ListPaper } from '#features/shared/list-paper.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { AddButton, AddLink, CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { EmployeeGroupsButton, EmployeeGroupsPanel } from './employee-groups.tsx';
import { EMPLOYEE_SORTS, EmployeeList, sortedEmployees } from './employee-list.tsx';

const ADDRESS = ['sort'] as const;

/** `/employees`: the list, the groups beside it, and the employee that a salon without any is given. */
export function EmployeesPage() {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  const employees = useLiveState(() => employees$(replica), [replica]);
  const groups = useLiveState(() => employeeGroups$(replica), [replica]);
  const phone = useIsPhone();
  const mayAdd = useRights().mayMake('resources');
  const [address, setAddress] = useListAddress(ADDRESS);
  useDefaultEmployee(replica);
  useLoadFailure(employees, t('failed_to_load_employees'));
  useLoadFailure(groups, t('failed_to_load_employee_groups'));

  const all = employees.value;
  const sort = useMemo(() => parseSort(address.sort, EMPLOYEE_SORTS), [address.sort]);
  const rows = useMemo(() => all && sortedEmployees(all, sort), [all, sort]);
  const saved = useSavedRow(rows !== undefined);
  return (
    <Page
      title={<CountedTitle title={t('title')} count={rows?.length} />}
      documentTitle={t('title')}
      actions={
        <>
          {phone ? <EmployeeGroupsButton groups={groups} employees={all ?? []} /> : null}
          {all?.length === 0 || !mayAdd ? null : <AddLink to="/employees/add" label={t('add')} />}
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
            <EmptyState
              title={t('empty')}
              action={mayAdd ? <AddButton to="/employees/add" label={t('add')} /> : null}
              className="max-md:m-3"
            />
          ) : null}
          {rows && mayAdd ? <DefaultEmployeeHint employees={rows} /> : null}
        </div>
        {phone ? null : <EmployeeGroupsPanel groups={groups} employees={all ?? []} />}
      </div>
      <ListPaper
        title={t('title')}
        rows={rows}
        columns={[
          { label: t('name'), cell: ({ name }) => name },
          { label: t('position'), cell: ({ position }) => position },
          { label: t('email'), cell: ({ email }) => email },
          { label: t('status'), cell: ({ active }) => t(active ? 'active' : 'inactive') },
        ]}
      />
    </Page>
  );
}

/** The id under which a salon's first employee is made, on whichever device. */
const DEFAULT_ID = 'default';

/** While the given employee is the only one and still has no e-mail: what to do with it. */
function DefaultEmployeeHint({ employees }: { employees: readonly LocalRow<'resources'>[] }) {
  const { t } = useTranslation(['employees', 'common']);
  const only = employees.length === 1 ? employees[0] : undefined;
  if (only?.id !== DEFAULT_ID || only.email) return null;
  return (
    <Notice tone="info" className="items-center! max-md:mx-3">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-60 flex-1">{t('default_hint')}</span>
        <Link to={`/employees/edit/${only.id}`} className="btn btn-secondary btn-sm">
          {t('common:edit')}
        </Link>
      </span>
    </Notice>
  );
}

/** A salon without any employee is given one when the screen opens (document 2 §2), and told so. */
function useDefaultEmployee(replica: OpenReplica): void {
  const { t } = useTranslation(['employees', 'common']);
  useEffect(() => {
    const left = new AbortController();
    ensureDefaultEmployee(replica, left.signal)
      .then((created) => {
        if (created) toast({ title: t('common:success'), description: t('default_employee_created') });
      })
      .catch((error: unknown) => {
        toast({ title: t('failed_to_save_employee'), description: failureText(error), variant: 'destructive' });
      });
    return () => left.abort();
  }, [replica, t]);
}

import { CircleCheck, CirclePause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { shortName } from '#domain/people/names.ts';
import { sortRows } from '#domain/records/sort-rows.ts';
import { RowMark, useRowIssues } from '#features/shared/row-mark.tsx';
import { useRights } from '#features/shared/use-rights.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { useIsNarrow } from '#ui/style/use-media.ts';
import { DataTable, type TableColumn } from '#ui/table/data-table.tsx';
import { RowActions } from '#ui/table/row-actions.tsx';
import { type SortOrder, sortedColumn } from '#ui/table/sort-head.tsx';
import { DeleteEmployee } from './delete-employee.tsx';

type Employee = LocalRow<'resources'>;

const NONE = <span className="text-ink-3">–</span>;

export interface EmployeeListProps {
  employees: readonly Employee[];
  sort: EmployeeSort;
  onSort: (sort: EmployeeSort) => void;
  /** The row that was just saved. */
  saved: string | null;
}

export function EmployeeList({ employees, sort, onSort, saved }: EmployeeListProps) {
  const { t } = useTranslation('employees');
  const narrow = useIsNarrow();
  const [leaving, setLeaving] = useState<Employee | null>(null);
  const rights = useRights();

  const issues = useRowIssues('resources');
  const head = (by: EmployeeSortKey, label: string) => sortedColumn({ by, label, sort, onSort });
  const status = (row: Employee) =>
    row.active ? (
      <Badge tone="ok" icon={<CircleCheck className="i" aria-hidden="true" />}>
        {t('active')}
      </Badge>
    ) : (
      <Badge icon={<CirclePause className="i" aria-hidden="true" />}>{t('inactive')}</Badge>
    );

  const columns: TableColumn<Employee>[] = [
    {
      ...head('name', t('name')),
      cell: (row) => (
        <span className="flex items-center gap-3">
          <EmployeeAvatar name={row.name} color={row.color} />
          <span className="min-w-24 font-semibold [overflow-wrap:anywhere]">{row.name}</span>
          <RowMark row={row} issues={issues} />
        </span>
      ),
    },
    {
      ...head('email', t('email')),
      cell: (row) => <span title={row.email ?? undefined}>{row.email ?? NONE}</span>,
      className: 'max-w-44 truncate text-ink-2 xl:max-w-none',
    },
    { ...head('position', t('position')), cell: (row) => row.position ?? NONE },
    { ...head('status', t('status')), cell: status },
  ];

  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={employees}
        rowKey={(row) => row.id}
        dense={narrow}
        changed={(row) => row.id === saved}
        actions={(row) => (
          <RowActions
            name={row.name}
            editTo={`/employees/edit/${row.id}`}
            isRead={!rights.may('resources', 'name')}
            onDelete={rights.may('resources', 'deleted') ? () => setLeaving(row) : null}
          />
        )}
        phoneRow={(row) => (
          <Link to={`/employees/edit/${row.id}`} className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
            <span className="flex w-16 flex-none flex-col items-center">
              <EmployeeAvatar name={row.name} color={row.color} />
              <span className="text-2xs whitespace-nowrap text-ink-3" aria-hidden="true">
                {shortName(row.name)}
              </span>
            </span>
            <span className="min-w-24 flex-1 leading-tight">
              <b className="block truncate font-semibold max-[20rem]:whitespace-normal">{row.name}</b>
              <span className="flex flex-wrap items-center gap-1.5 text-sm text-ink-3">
                {row.position ?? row.email}
                {row.active ? null : status(row)}
                <RowMark row={row} issues={issues} plain />
              </span>
            </span>
          </Link>
        )}
      />
      <DeleteEmployee employee={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}

/** The table's columns; the first one is the order without a choice. */
export const EMPLOYEE_SORTS = ['name', 'email', 'position', 'status'] as const;
type EmployeeSortKey = (typeof EMPLOYEE_SORTS)[number];
type EmployeeSort = SortOrder<EmployeeSortKey>;

/** Active ones stand before the others. */
const valueIn = (row: Employee, by: EmployeeSortKey) => (by === 'status' ? Number(!row.active) : row[by]);

/** @param employees by name */
export function sortedEmployees(employees: readonly Employee[], { by, descending }: EmployeeSort): readonly Employee[] {
  return by === 'name' && !descending ? employees : sortRows(employees, descending, (row) => valueIn(row, by));
}

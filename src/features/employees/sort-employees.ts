import { sortRows } from '#domain/sort-rows.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SortOrder } from '#ui/sort-head.tsx';

type Employee = LocalRow<'resources'>;

/** The table's columns; the first one is the order without a choice. */
export const EMPLOYEE_SORTS = ['name', 'email', 'position', 'status'] as const;
export type EmployeeSortKey = (typeof EMPLOYEE_SORTS)[number];
export type EmployeeSort = SortOrder<EmployeeSortKey>;

/** Active ones stand before the others. */
const valueIn = (row: Employee, by: EmployeeSortKey) => (by === 'status' ? Number(!row.active) : row[by]);

/** @param employees by name */
export function sortedEmployees(employees: readonly Employee[], { by, descending }: EmployeeSort): readonly Employee[] {
  return by === 'name' && !descending ? employees : sortRows(employees, descending, (row) => valueIn(row, by));
}

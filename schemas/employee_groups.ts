import { boolean, initially, key, type RowOf, table, text } from './table.ts';

/** Groups of employees (document 2 §3). */
export const employee_groups = table('employee_groups', {
  name: text(),
  color: initially(key(), '#3b82f6'),
  show_online: boolean(true),
});
export type EmployeeGroup = RowOf<typeof employee_groups>;

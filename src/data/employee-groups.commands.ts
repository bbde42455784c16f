/** Groups of employees (document 2 §3, §5). */
import { Refusal } from '#domain/refusal.ts';
import type { Values } from '#schemas/registry.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, changeRow, deleteRow, rowsWhere } from './row-writes.ts';

/** The fields of the form of a group. */
export type EmployeeGroupFields = Partial<Omit<Values<'employee_groups'>, 'deleted'>>;

function checked(fields: EmployeeGroupFields): EmployeeGroupFields {
  if (fields.name !== undefined && !fields.name.trim()) throw new Refusal('group_name_required', 'name');
  return fields;
}

/** Adds a group. @returns the new id. @throws Refusal `group_name_required`. */
export async function addEmployeeGroup(replica: OpenReplica, fields: EmployeeGroupFields): Promise<string> {
  const id = newId();
  await insideOf(replica).write([changeOf('employee_groups', id, checked({ name: '', ...fields }))]);
  return id;
}

/**
 * Changes the named fields of a group; the switch names `show_online` alone. @throws Refusal `group_name_required`, `invalid_id`.
 */
export async function updateEmployeeGroup(replica: OpenReplica, id: string, fields: EmployeeGroupFields): Promise<void> {
  await changeRow(replica, 'employee_groups', id, checked(fields));
}

/** Removes a group. @throws Refusal `cannot_delete_group_with_employees` while an employee, active or not, is in it. */
export async function deleteEmployeeGroup(replica: OpenReplica, id: string): Promise<void> {
  if ((await rowsWhere(replica, 'resources', { group_id: id })).length > 0)
    throw new Refusal('cannot_delete_group_with_employees');
  await deleteRow(replica, 'employee_groups', id);
}

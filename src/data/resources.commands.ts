/**
 * Employees and their groups (document 2 §3, §5). The password is not among an employee's columns: it goes straight to the server
 * (`set_resource_password`).
 */
import { filter, firstValueFrom, fromEvent, map, merge, of } from 'rxjs';
import { isEmail } from '#domain/people/email.ts';
import { normalizePhone } from '#domain/people/phones.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { WeekOfShifts } from '#domain/shifts/usual-week.ts';
import type { Values } from '#schemas/registry.ts';
import { insideOf } from './inside-replica.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { rightsOf } from './person-rights.ts';
import { changeOf, changeRow, deleteRow, rowsWhere } from './row-writes.ts';
import { planChanges } from './shifts.commands.ts';

/** The employee form's fields (document 2 §3). */
export type EmployeeFields = Partial<Omit<Values<'resources'>, 'deleted' | 'role'>>;

const filled = (text: string | null | undefined) => Boolean(text?.trim());

/** Checks the named fields. @throws Refusal `name_required`, `email_required`, `email_invalid`. */
function checked(fields: EmployeeFields): EmployeeFields {
  if (fields.name !== undefined && !filled(fields.name)) throw new Refusal('name_required', 'name');
  if (fields.email !== undefined && !filled(fields.email)) throw new Refusal('email_required', 'email');
  if (fields.email && !isEmail(fields.email.trim())) throw new Refusal('email_invalid', 'email');
  return fields.phone ? { ...fields, phone: normalizePhone(fields.phone) } : fields;
}

/**
 * Adds an employee.
 * @param week the employee's shifts of every week, written in the same call of `write`; without it no shifts (document 2 §2).
 * @returns the new id. @throws Refusal: name and e-mail are required (document 2 §5).
 */
export async function addEmployee(replica: OpenReplica, fields: EmployeeFields, week: WeekOfShifts = []): Promise<string> {
  const id = newId();
  const employee = changeOf('resources', id, { ...checked({ name: '', email: null, ...fields }), role: 'employee' });
  await insideOf(replica).write([employee, ...planChanges(week.map((rows, weekday) => ({ resourceId: id, weekday, rows })))]);
  return id;
}

/** Changes the named fields of an employee. @throws Refusal */
export async function updateEmployee(replica: OpenReplica, id: string, fields: EmployeeFields): Promise<void> {
  await changeRow(replica, 'resources', id, checked(fields));
}

/** Removes an employee; their bookings stay. Nothing happens if it is not there. */
export async function deleteEmployee(replica: OpenReplica, id: string): Promise<void> {
  await deleteRow(replica, 'resources', id);
}

/** The default employee (document 2 §2, §9). Every column is named, so that a revived one is as new. */
const DEFAULT_EMPLOYEE: Values<'resources'> = {
  name: 'Default Employee',
  color: '#7c3aed',
  email: null,
  role: 'employee',
  active: true,
  position: null,
  phone: null,
  username: null,
  start_date: null,
  end_date: null,
  group_id: null,
  avatar: null,
  deleted: false,
};
const DEFAULT_EMPLOYEE_ID = 'default';

/** Tells whether this is the default employee without a name: it counts as nobody. */
export const isDefaultAsMade = ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
  id === DEFAULT_EMPLOYEE_ID && name === DEFAULT_EMPLOYEE.name;

/** The creation that is running, by replica. */
const pendingEnsure = new WeakMap<OpenReplica, Promise<boolean>>();

async function createDefaultEmployee(replica: OpenReplica): Promise<boolean> {
  if (!rightsOf(replica).mayMake('resources')) return false;
  const employees = await rowsWhere(replica, 'resources', {}).catch(() => null); // the screen's own list tells of the failure
  if (employees === null || employees.length > 0) return false;
  await insideOf(replica).write([changeOf('resources', DEFAULT_EMPLOYEE_ID, DEFAULT_EMPLOYEE)]);
  return true;
}

/**
 * Gives a salon without any employee, active or not, its default one, if the person may. It waits until all employees have been pulled, so that a
 * device that has no rows yet makes none. The id is the same everywhere, so two devices make one. Reviving a deleted default
 * employee counts as creating it.
 * @param signal ends the waiting, e.g. when the screen is left.
 * @returns true if it was created now (toast `default_employee_created`).
 */
export async function ensureDefaultEmployee(replica: OpenReplica, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false;
  const aborted = signal ? fromEvent(signal, 'abort').pipe(map(() => false)) : of<boolean>();
  const pulled = await firstValueFrom(merge(replica.pulledOnce$.pipe(filter(Boolean)), aborted), { defaultValue: false });
  if (!pulled || signal?.aborted) return false;
  const first = pendingEnsure.get(replica);
  if (first) return first.then(() => false);
  const creating = createDefaultEmployee(replica).finally(() => pendingEnsure.delete(replica));
  pendingEnsure.set(replica, creating);
  return creating;
}

/** The fields of the form of a group. */
export type EmployeeGroupFields = Partial<Omit<Values<'employee_groups'>, 'deleted'>>;

function checkedGroup(fields: EmployeeGroupFields): EmployeeGroupFields {
  if (fields.name !== undefined && !fields.name.trim()) throw new Refusal('group_name_required', 'name');
  return fields;
}

/** Adds a group. @returns the new id. @throws Refusal `group_name_required`. */
export async function addEmployeeGroup(replica: OpenReplica, fields: EmployeeGroupFields): Promise<string> {
  const id = newId();
  await insideOf(replica).write([changeOf('employee_groups', id, checkedGroup({ name: '', ...fields }))]);
  return id;
}

/**
 * Changes the named fields of a group; the switch names `show_online` alone. @throws Refusal `group_name_required`, `invalid_id`.
 */
export async function updateEmployeeGroup(replica: OpenReplica, id: string, fields: EmployeeGroupFields): Promise<void> {
  await changeRow(replica, 'employee_groups', id, checkedGroup(fields));
}

/** Removes a group. @throws Refusal `cannot_delete_group_with_employees` while an employee, active or not, is in it. */
export async function deleteEmployeeGroup(replica: OpenReplica, id: string): Promise<void> {
  if ((await rowsWhere(replica, 'resources', { group_id: id })).length > 0)
    throw new Refusal('cannot_delete_group_with_employees');
  await deleteRow(replica, 'employee_groups', id);
}

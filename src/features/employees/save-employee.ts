import type { TFunction } from 'i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { addEmployee, updateEmployee } from '#data/resources.commands.ts';
import { dataProblem } from '#data/session/own-answers.ts';
import type { Session } from '#data/session/session.ts';
import type { WeekOfShifts } from '#domain/usual-hours.ts';
import { writeChange } from '#features/use-catalogue-form.ts';
import { toast } from '#ui/toast-store.ts';
import { type EmployeeFormValues, employeeChange } from './employee-form-values.ts';

/**
 * Writes the form to this device. Returns the employee's id.
 * @param week what a new employee works every week, where that was chosen
 */
export async function saveEmployee(
  replica: OpenReplica,
  id: string | undefined,
  opened: EmployeeFormValues,
  form: EmployeeFormValues,
  week: WeekOfShifts | undefined,
): Promise<string> {
  return writeChange(id, employeeChange(opened), employeeChange(form), {
    add: (whole) => addEmployee(replica, whole, week),
    update: (employeeId, change) => updateEmployee(replica, employeeId, change),
  });
}

/** The password goes straight to the server, which must know the employee first; nothing of it stays on this device. */
export async function savePassword(
  replica: OpenReplica,
  client: Session['client'],
  id: string,
  password: string,
  t: TFunction<['employees', 'common']>,
): Promise<void> {
  await replica.syncNow();
  const asked = { p_salon_id: replica.salonId, p_resource_id: id, p_password: password };
  const ask = async () => (await client()).rpc('set_resource_password', asked);
  const { error, status } = await ask().catch((error: unknown) => ({ error: { message: String(error) }, status: 0 }));
  if (error) {
    toast({
      title: t('common:error'),
      description: t('password_not_set', { reason: dataProblem(error, status).message }),
      variant: 'destructive',
    });
  }
}

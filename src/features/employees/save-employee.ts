import type { TFunction } from 'i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { addEmployee, updateEmployee } from '#data/resources.commands.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import { dataProblem } from '#data/session/portal-guard.ts';
import type { Session } from '#data/session/session.ts';
import type { WeekOfShifts } from '#domain/shifts/usual-week.ts';
import { writeChange } from '#features/shared/catalogue-form.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
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

const asksBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * The password goes straight to the server, which must know the employee first; nothing of it stays on this device. So closing the
 * window asks until the server has it, and then it is said.
 */
export async function savePassword(
  replica: OpenReplica,
  client: Session['client'],
  id: string,
  password: string,
  t: TFunction<['employees', 'common']>,
): Promise<void> {
  window.addEventListener('beforeunload', asksBeforeClosing);
  try {
    await replica.syncNow();
    const asked = { p_salon_id: replica.salonId, p_resource_id: id, p_password: password };
    const { error, status } = await (await client()).rpc('set_resource_password', asked);
    if (error) throw dataProblem(error, status);
    toast({ title: t('common:success'), description: t('password_set') });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const reason = isUnreached(error) || !navigator.onLine ? t('common:needs_connection') : why;
    toast({ title: t('common:error'), description: t('password_not_set', { reason }), variant: 'destructive' });
  } finally {
    window.removeEventListener('beforeunload', asksBeforeClosing);
  }
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { upcomingCount$ } from '#data/events/events.queries.ts';
import { deleteEmployee, updateEmployee } from '#data/resources.commands.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';

export interface DeleteEmployeeProps {
  /** Null: nobody is asked about. */
  employee: LocalRow<'resources'> | null;
  /** Null: nothing was done. */
  onDone: (done: 'deleted' | 'inactive' | null) => void;
}

/** The question before an employee goes. With appointments ahead it says how many, and offers to make them inactive instead. */
export function DeleteEmployee({ employee, onDone }: DeleteEmployeeProps) {
  const { t } = useTranslation(['employees', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const id = employee?.id;
  const ahead = useLiveState(() => (id ? upcomingCount$(replica, id, new Date().toISOString()) : of(0)), [replica, id]);
  const upcoming = ahead.value ?? 0;

  const makeInactive = async (one: LocalRow<'resources'>) => {
    setBusy(true);
    try {
      await saving(one.name, () => updateEmployee(replica, one.id, { active: false }));
      toast({ title: t('common:success'), description: t('employee_updated') });
      onDone('inactive');
    } catch (error) {
      toast({ title: t('failed_to_save_employee'), description: failureText(error), variant: 'destructive' });
      onDone(null);
    } finally {
      setBusy(false);
    }
  };

  return (
    <DeleteQuestion
      name={employee?.name ?? null}
      title={t('delete_title', { name: employee?.name ?? '' })}
      confirmLabel={upcoming > 0 ? t('delete_anyway') : undefined}
      waiting={busy || ahead.phase === 'loading'}
      remove={async () => {
        if (employee) await deleteEmployee(replica, employee.id);
      }}
      done={t('employee_deleted')}
      failed={t('failed_to_delete_employee')}
      onDone={(deleted) => onDone(deleted ? 'deleted' : null)}
      between={
        upcoming > 0 && employee?.active ? (
          <Button busy={busy} onClick={() => void makeInactive(employee)}>
            {t('make_inactive')}
          </Button>
        ) : null
      }
    >
      {upcoming > 0 ? <b className="block font-semibold text-ink">{t('delete_upcoming', { count: upcoming })}</b> : null}
      {t('delete_body')}
      {upcoming > 0 && employee?.active ? ` ${t('inactive_instead')}` : null}
    </DeleteQuestion>
  );
}

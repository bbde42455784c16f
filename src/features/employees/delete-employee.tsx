import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { upcomingCount$ } from '#data/events/upcoming.queries.ts';
import { deleteEmployee, updateEmployee } from '#data/resources.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLiveState } from '#ui/use-live.ts';

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
  const name = employee?.name ?? '';

  const doing = async (done: 'deleted' | 'inactive', what: string, work: () => Promise<void>) => {
    const key = done === 'deleted' ? 'employee_deleted' : 'employee_updated';
    setBusy(true);
    try {
      await saving(what, work);
      toast({ title: t('common:success'), description: t(key) });
      onDone(done);
    } catch (error) {
      const failed = done === 'deleted' ? 'failed_to_delete_employee' : 'failed_to_save_employee';
      toast({ title: t(failed), description: failureText(error), variant: 'destructive' });
      onDone(null);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={employee !== null}
      title={t('delete_title', { name })}
      confirmLabel={t(upcoming > 0 ? 'delete_anyway' : 'common:delete')}
      busy={busy || ahead.phase === 'loading'}
      onCancel={() => onDone(null)}
      onConfirm={() => employee && void doing('deleted', deletionOf(name), () => deleteEmployee(replica, employee.id))}
      between={
        upcoming > 0 && employee?.active ? (
          <Button
            busy={busy}
            onClick={() => void doing('inactive', name, () => updateEmployee(replica, employee.id, { active: false }))}
          >
            {t('make_inactive')}
          </Button>
        ) : null
      }
    >
      {upcoming > 0 ? <b className="block font-semibold text-ink">{t('delete_upcoming', { count: upcoming })}</b> : null}
      {t('delete_body')}
      {upcoming > 0 && employee?.active ? ` ${t('inactive_instead')}` : null}
    </ConfirmDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteEmployee } from '#data/resources.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

export interface DeleteEmployeeProps {
  /** Null: nobody is asked about. */
  employee: LocalRow<'resources'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteEmployee({ employee, onDone }: DeleteEmployeeProps) {
  const { t } = useTranslation(['employees', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteEmployee(replica, id));
      toast({ title: t('common:success'), description: t('employee_deleted') });
      onDone(true);
    } catch (error) {
      toast({ title: t('failed_to_delete_employee'), description: failureText(error), variant: 'destructive' });
      onDone(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={employee !== null}
      title={t('delete_title', { name: employee?.name ?? '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => employee && void remove(employee.id, employee.name)}
    >
      {t('delete_body')}
    </ConfirmDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteEmployeeGroup } from '#data/employee-groups.commands.ts';
import { failureOf } from '#data/failures.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

const REFUSED = 'cannot_delete_group_with_employees';

export interface DeleteGroupProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'employee_groups'> | null;
  onDone: () => void;
}

/** The question before a group goes. Whether it is empty is looked up on the device when the person has confirmed. */
export function DeleteGroup({ group, onDone }: DeleteGroupProps) {
  const { t } = useTranslation(['employees', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteEmployeeGroup(replica, id));
      toast({ title: t('common:success'), description: t('employee_group_deleted') });
    } catch (error) {
      const description = failureOf(error).key === REFUSED ? t(REFUSED) : failureText(error);
      toast({ title: t('failed_to_delete_employee_group'), description, variant: 'destructive' });
    } finally {
      setBusy(false);
      onDone();
    }
  };

  return (
    <ConfirmDialog
      open={group !== null}
      title={t('group_delete_title', { name: group?.name ?? '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={onDone}
      onConfirm={() => group && void remove(group.id, group.name)}
    >
      {t('group_delete_body')}
    </ConfirmDialog>
  );
}

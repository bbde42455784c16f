import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteServiceGroup } from '#data/service-groups.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

export interface DeleteCategoryProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'service_groups'> | null;
  /** How many services name it. */
  size: number;
  onDone: () => void;
}

/** The question before a category goes; its services keep its name. */
export function DeleteCategory({ group, size, onDone }: DeleteCategoryProps) {
  const { t } = useTranslation(['services', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteServiceGroup(replica, id));
      toast({ title: t('common:success'), description: t('group_deleted') });
    } catch (error) {
      toast({ title: t('failed_to_delete_group'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
      onDone();
    }
  };

  return (
    <ConfirmDialog
      open={group !== null}
      title={t('delete_title', { name: group?.name ?? '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={onDone}
      onConfirm={() => group && void remove(group.id, group.name)}
    >
      {size > 0 ? t('category_delete_used', { count: size }) : t('category_delete_body')}
    </ConfirmDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { deleteProductGroup } from '#data/product-groups.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

const REFUSALS = ['cannot_delete_group_with_products', 'cannot_delete_group_with_groups'] as const;

export interface DeleteGroupProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'product_groups'> | null;
  onDone: (deleted: boolean) => void;
}

/** The question before a group goes. Whether it is empty is looked up on the device when the person has confirmed. */
export function DeleteGroup({ group, onDone }: DeleteGroupProps) {
  const { t } = useTranslation(['products', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteProductGroup(replica, id));
      toast({ title: t('common:success'), description: t('product_group_deleted') });
      onDone(true);
    } catch (error) {
      const { key } = failureOf(error);
      const refusal = REFUSALS.find((one) => one === key);
      toast({
        title: t('failed_to_delete_product_group'),
        description: refusal ? t(refusal) : failureText(error),
        variant: 'destructive',
      });
      onDone(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={group !== null}
      title={t('delete_title', { name: group?.name ?? '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => group && void remove(group.id, group.name)}
    >
      {t('group_delete_body')}
    </ConfirmDialog>
  );
}

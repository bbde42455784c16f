import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { deleteProductGroup } from '#data/product-groups.commands.ts';
import { DeleteQuestion } from '#features/delete-question.tsx';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';

const REFUSALS = ['cannot_delete_group_with_products', 'cannot_delete_group_with_groups'] as const;

export interface DeleteGroupProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'product_groups'> | null;
  onDone: (deleted: boolean) => void;
}

/** Whether a group is empty is looked up on the device when the person has confirmed. */
export function DeleteGroup({ group, onDone }: DeleteGroupProps) {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const reasonOf = (error: unknown) => {
    const { key } = failureOf(error);
    const refusal = REFUSALS.find((one) => one === key);
    return refusal ? t(refusal) : failureText(error);
  };
  return (
    <DeleteQuestion
      name={group?.name ?? null}
      title={t('delete_title', { name: group?.name ?? '' })}
      remove={async () => {
        if (group) await deleteProductGroup(replica, group.id);
      }}
      done={t('product_group_deleted')}
      failed={t('failed_to_delete_product_group')}
      reasonOf={reasonOf}
      onDone={onDone}
    >
      {t('group_delete_body')}
    </DeleteQuestion>
  );
}

import { useTranslation } from 'react-i18next';
import { deleteServiceGroup } from '#data/service-groups.commands.ts';
import { DeleteQuestion } from '#features/delete-question.tsx';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';

export interface DeleteCategoryProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'service_groups'> | null;
  /** How many services name it. */
  size: number;
  onDone: () => void;
}

/** The question before a category goes; its services keep its name. */
export function DeleteCategory({ group, size, onDone }: DeleteCategoryProps) {
  const { t } = useTranslation('services');
  const replica = useReplica();
  return (
    <DeleteQuestion
      name={group?.name ?? null}
      title={t('delete_title', { name: group?.name ?? '' })}
      remove={async () => {
        if (group) await deleteServiceGroup(replica, group.id);
      }}
      done={t('group_deleted')}
      failed={t('failed_to_delete_group')}
      onDone={onDone}
    >
      {size > 0 ? t('category_delete_used', { count: size }) : t('category_delete_body')}
    </DeleteQuestion>
  );
}

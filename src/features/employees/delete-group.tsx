import { useTranslation } from 'react-i18next';
import { deleteEmployeeGroup } from '#data/employee-groups.commands.ts';
import { failureOf } from '#data/failures.ts';
import { DeleteQuestion } from '#features/delete-question.tsx';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';

const REFUSED = 'cannot_delete_group_with_employees';

export interface DeleteGroupProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'employee_groups'> | null;
  onDone: () => void;
}

/** The question before a group goes. Whether it is empty is looked up on the device when the person has confirmed. */
export function DeleteGroup({ group, onDone }: DeleteGroupProps) {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  return (
    <DeleteQuestion
      name={group?.name ?? null}
      title={t('group_delete_title', { name: group?.name ?? '' })}
      remove={async () => {
        if (group) await deleteEmployeeGroup(replica, group.id);
      }}
      done={t('employee_group_deleted')}
      failed={t('failed_to_delete_employee_group')}
      reasonOf={(error) => (failureOf(error).key === REFUSED ? t(REFUSED) : failureText(error))}
      onDone={onDone}
    >
      {t('group_delete_body')}
    </DeleteQuestion>
  );
}

import { useTranslation } from 'react-i18next';
import { updateEmployeeGroup } from '#data/employee-groups.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';

/** Whether clients see a group online: saved at once (document 2 §4). */
export function GroupOnline({ group }: { group: LocalRow<'employee_groups'> }) {
  const { t } = useTranslation(['employees', 'common']);
  const replica = useReplica();
  const turn = async (show_online: boolean) => {
    try {
      await saving(group.name, () => updateEmployeeGroup(replica, group.id, { show_online }));
    } catch (error) {
      toast({ title: t('failed_to_update_visibility'), description: failureText(error), variant: 'destructive' });
    }
  };
  return (
    <Switch
      className="min-h-0! text-xs text-ink-2"
      label={
        <>
          {t('group_online')}
          <span className="sr-only">: {group.name}</span>
        </>
      }
      hint={t('common:kept_unused')}
      checked={group.show_online}
      onChange={(checked) => void turn(checked)}
    />
  );
}

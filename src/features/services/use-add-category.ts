import { useTranslation } from 'react-i18next';
import { addServiceGroup } from '#data/service-groups.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { toast } from '#ui/toast-store.ts';

/** Adds a category and says what became of it. The promise says whether it is on disk. */
export function useAddCategory(): (name: string) => Promise<boolean> {
  const { t } = useTranslation(['services', 'common']);
  const replica = useReplica();
  return async (name) => {
    try {
      await saving(name, () => addServiceGroup(replica, name));
      toast({ title: t('common:success'), description: t('group_added_successfully') });
      return true;
    } catch (error) {
      toast({ title: t('failed_to_add_group'), description: failureText(error), variant: 'destructive' });
      return false;
    }
  };
}

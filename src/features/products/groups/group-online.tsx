import { useTranslation } from 'react-i18next';
import { updateProductGroup } from '#data/product-groups.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';

/** Whether a group that there is already can be seen online: saved at once (document 2 §4). */
export function GroupOnline({ group, layout }: { group: LocalRow<'product_groups'>; layout: 'row' | 'bare' }) {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const turn = async (show_online: boolean) => {
    try {
      await saving(group.name, () => updateProductGroup(replica, group.id, { show_online }));
    } catch (error) {
      toast({ title: t('failed_to_update_visibility'), description: failureText(error), variant: 'destructive' });
    }
  };
  return (
    <Switch
      layout={layout}
      label={layout === 'bare' ? `${t('group_online')}: ${group.name}` : t('group_online')}
      hint={layout === 'bare' ? undefined : t('saved_at_once')}
      checked={group.show_online}
      onChange={(checked) => void turn(checked)}
    />
  );
}

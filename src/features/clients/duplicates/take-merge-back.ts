import { undoMerge } from '#data/clients/client-merge.commands.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { clientName } from '#domain/people/names.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';

/** Says how it went: back, or too late. */
export async function takeMergeBack(replica: OpenReplica, other: LocalRow<'clients'>): Promise<void> {
  const t = i18n.getFixedT(null, 'clients');
  try {
    const outcome = await saving(clientName(other), () => undoMerge(replica, other.id));
    if (outcome === 'undone') toast({ title: t('merge_undone'), description: clientName(other) });
    else toast({ title: t('merge_not_undone'), description: t(`merge_${outcome}`), variant: 'destructive' });
  } catch (error) {
    toast({ title: t('merge_not_undone'), description: failureText(error), variant: 'destructive' });
  }
}

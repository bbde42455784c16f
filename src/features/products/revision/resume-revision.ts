import type { OpenReplica } from '#data/open-replica.ts';
import { completeRevision as finish } from '#data/product-revisions.commands.ts';
import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/overlay/toast-store.ts';

/** Completes a revision whose saving broke off, and says so. Where that fails it is tried again on the next opening. */
export async function resumeRevision(replica: OpenReplica): Promise<void> {
  try {
    const finished = await finish(replica);
    if (finished && finished.saved > 0) toast({ title: i18n.t('common:success'), description: i18n.t('stock:saved') });
  } catch (error) {
    console.warn('A revision that broke off is not completed yet', error);
  }
}

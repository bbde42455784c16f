import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnreached } from '#data/session/auth-errors.ts';
import { useSession } from '#features/shared/use-replica.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { AdminClient } from './admin-reads.ts';

/** Runs an administrator's action on the server, one at a time. A toast tells a failure, and the typed values stay. */
export function useAdminAction(): { busy: boolean; act(work: (client: AdminClient) => Promise<void>): Promise<boolean> } {
  const { t } = useTranslation('admin');
  const session = useSession();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async act(work) {
      if (busy) return false;
      setBusy(true);
      try {
        await work(await session.client());
        return true;
      } catch (error) {
        const description = isUnreached(error) ? t('needs_connection') : error instanceof Error ? error.message : String(error);
        toast({ variant: 'destructive', title: t('action_failed'), description });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

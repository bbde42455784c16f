import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { ensureDefaultEmployee } from '#data/resources.commands.ts';
import { failureText } from '#features/use-saving.ts';
import { toast } from '#ui/toast-store.ts';

/** A salon without any employee is given one when the screen opens (document 2 §2), and told so. */
export function useDefaultEmployee(replica: OpenReplica): void {
  const { t } = useTranslation(['employees', 'common']);
  useEffect(() => {
    const left = new AbortController();
    ensureDefaultEmployee(replica, left.signal)
      .then((created) => {
        if (created) toast({ title: t('common:success'), description: t('default_employee_created') });
      })
      .catch((error: unknown) => {
        toast({ title: t('failed_to_save_employee'), description: failureText(error), variant: 'destructive' });
      });
    return () => left.abort();
  }, [replica, t]);
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteService } from '#data/services.commands.ts';
import { serviceName } from '#domain/service-duration.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

export interface DeleteServiceProps {
  /** Null: nothing is asked about. */
  service: LocalRow<'services'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteService({ service, onDone }: DeleteServiceProps) {
  const { t } = useTranslation(['services', 'common']);
  const language = useLanguage();
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteService(replica, id));
      toast({ title: t('common:success'), description: t('service_deleted') });
      onDone(true);
    } catch (error) {
      toast({ title: t('failed_to_delete_service'), description: failureText(error), variant: 'destructive' });
      onDone(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={service !== null}
      title={t('delete_title', { name: service ? serviceName(service, language) : '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => service && void remove(service.id, serviceName(service, language))}
    >
      {t('delete_body')}
    </ConfirmDialog>
  );
}

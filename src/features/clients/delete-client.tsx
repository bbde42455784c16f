import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteClient } from '#data/clients.commands.ts';
import { clientName } from '#domain/names.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

export interface DeleteClientProps {
  /** Null: nobody is asked about. */
  client: LocalRow<'clients'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteClient({ client, onDone }: DeleteClientProps) {
  const { t } = useTranslation(['clients', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteClient(replica, id));
      toast({ title: t('common:success'), description: t('client_deleted') });
      onDone(true);
    } catch (error) {
      toast({ title: t('failed_to_delete_client'), description: failureText(error), variant: 'destructive' });
      onDone(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={client !== null}
      title={t('delete_title', { name: client ? clientName(client) : '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => client && void remove(client.id, clientName(client))}
    >
      {t('delete_body')}
    </ConfirmDialog>
  );
}

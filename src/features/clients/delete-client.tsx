import { useTranslation } from 'react-i18next';
import { deleteClient } from '#data/clients.commands.ts';
import { clientName } from '#domain/names.ts';
import { DeleteQuestion } from '#features/delete-question.tsx';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';

export interface DeleteClientProps {
  /** Null: nobody is asked about. */
  client: LocalRow<'clients'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteClient({ client, onDone }: DeleteClientProps) {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const name = client && clientName(client);
  return (
    <DeleteQuestion
      name={name}
      title={t('delete_title', { name: name ?? '' })}
      remove={async () => {
        if (client) await deleteClient(replica, client.id);
      }}
      done={t('client_deleted')}
      failed={t('failed_to_delete_client')}
      onDone={onDone}
    >
      {t('delete_body')}
    </DeleteQuestion>
  );
}

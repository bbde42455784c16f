import { useTranslation } from 'react-i18next';
import { of, switchMap } from 'rxjs';
import { recordsBehind$ } from '#data/clients/client-merge.commands.ts';
import { deleteClient } from '#data/clients.commands.ts';
import { upcomingVisits$ } from '#data/events/events.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { clientName } from '#domain/people/names.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/timing/use-live.ts';

export interface DeleteClientProps {
  /** Null: nobody is asked about. */
  client: LocalRow<'clients'> | null;
  onDone: (deleted: boolean) => void;
}

/** How many visits are to come, those of the records that were merged into the client's too. */
const aheadOf$ = (replica: OpenReplica, id: string) =>
  recordsBehind$(replica, id).pipe(
    switchMap((behind) => upcomingVisits$(replica, [id, ...behind.map((one) => one.id)], new Date().toISOString())),
  );

/** The question before a client goes. With appointments ahead it says how many, and what becomes of them. */
export function DeleteClient({ client, onDone }: DeleteClientProps) {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const name = client && clientName(client);
  const id = client?.id;
  const ahead = useLiveState(() => (id ? aheadOf$(replica, id) : of(0)), [replica, id]);
  const upcoming = ahead.value ?? 0;
  return (
    <DeleteQuestion
      name={name}
      title={t('delete_title', { name: name ?? '' })}
      confirmLabel={upcoming > 0 ? t('delete_anyway') : undefined}
      waiting={ahead.phase === 'loading'}
      remove={async () => {
        if (client) await deleteClient(replica, client.id);
      }}
      done={t('client_deleted')}
      failed={t('failed_to_delete_client')}
      onDone={onDone}
    >
      {upcoming > 0 ? <b className="block font-semibold text-ink">{t('delete_upcoming', { count: upcoming })}</b> : null}
      {t('delete_body')}
    </DeleteQuestion>
  );
}

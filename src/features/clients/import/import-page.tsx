import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { listPath } from '#clients/use-client-list.ts';
import { clients$ } from '#data/clients.queries.ts';
import { CLIENT_FIELDS, type ClientField, guessClientColumns } from '#domain/imports/client-import-columns.ts';
import { judgeClients } from '#domain/imports/client-import-rows.ts';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import { clientName, fullName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { ImportFrame } from '#features/shared/import-frame.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { readShortDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { deviceToday } from '#ui/dates/month.ts';
import { useLiveState } from '#ui/timing/use-live.ts';

/** `/clients/import` */
export function ImportPage() {
  const { t } = useTranslation(['clients', 'importing']);
  const replica = useReplica();
  const language = useLanguage();
  const clients = useLiveState(() => clients$(replica), [replica]);
  const monthFirst = readShortDate('01/02/2003', language) === '2003-01-02';
  const judge = useCallback(
    (rows: readonly (readonly string[])[], columns: ColumnMapping<ClientField>, known: readonly LocalRow<'clients'>[]) =>
      judgeClients(rows, columns, known, { monthFirst, today: deviceToday() }),
    [monthFirst],
  );
  return (
    <ImportFrame
      of={{
        table: 'clients',
        back: { to: listPath(), label: t('back') },
        known: clients,
        failedTitle: t('failed_to_load_clients'),
        fields: CLIENT_FIELDS.map((field) => ({ value: field, label: field === 'name' ? t('importing:whole_name') : t(field) })),
        gathered: 'notes',
        guess: guessClientColumns,
        judge,
        say: (client) => ({
          name: fullName(client.first_name, client.last_name),
          detail: [displayPhone(client.phone), client.email, client.city],
        }),
        linkOf: (client) => ({ name: clientName(client), to: `/clients/${client.id}` }),
      }}
    />
  );
}

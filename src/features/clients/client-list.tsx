import { type Key, memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRights } from '#features/shared/use-rights.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useIsNarrow, useIsPhone, useMedia } from '#ui/style/use-media.ts';
import { actionsColumn } from '#ui/table/data-table.tsx';
import { LongTable } from '#ui/table/long-table.tsx';
import { sortedColumn } from '#ui/table/sort-head.tsx';
import { ClientListItem } from './client-list-item.tsx';
import { ClientRow } from './client-row.tsx';
import { DeleteClient } from './delete-client.tsx';
import { CLIENT_SORTS, type ClientSort, type ClientSortKey } from './sort-clients.ts';
import { keepOffset } from './use-client-list.ts';

type Client = LocalRow<'clients'>;

/** Heights of a row in px (`--row-h`): dense on a desk, larger for fingers. */
const DESK_ROW = 53;
const TOUCH_ROW = 61;
const WIDTHS: Partial<Record<ClientSortKey, string>> = { name: 'w-[30%]', phone: 'w-36', city: 'w-[16%]' };
/** Nobody has chosen an order: the list is by name. */
const BY_NAME: ClientSort = { by: 'name', descending: false };

export interface ClientListProps {
  clients: readonly Client[];
  /** Null: nobody has chosen an order. */
  sort: ClientSort | null;
  onSort: (sort: ClientSort) => void;
  /** Ids of those about whom something has to be decided. */
  trouble: { has(id: string): boolean } | undefined;
  /** The text of the search: another search begins at the top. */
  asked: string;
  /** The place at which the list opens: a row, or a distance from the top in px. */
  at: { readonly row?: string | undefined; readonly offset: number };
  /** The id of the client who was saved just now. */
  changed: string | undefined;
}

/** Drawn anew only for other clients or another order, not for each letter that is typed above it. */
export const ClientList = memo(function ClientList(props: ClientListProps) {
  const { clients, sort, onSort, trouble, asked, at, changed } = props;
  const { t } = useTranslation(['clients', 'common']);
  const phone = useIsPhone();
  const coarse = useMedia('(pointer: coarse)');
  const narrow = useIsNarrow();
  const [leaving, setLeaving] = useState<Client | null>(null);
  const navigate = useNavigate();
  const mayDelete = useRights().may('clients', 'deleted');
  const edit = useCallback((client: Client) => void navigate(`/clients/edit/${client.id}`), [navigate]);
  const words = useMemo(() => ({ edit: t('common:edit'), remove: t('common:delete'), actions: t('common:actions') }), [t]);
  const drawRow = (client: Client, index: number, place: Key) => {
    const row = { client, index, trouble: trouble?.has(client.id) === true, changed: client.id === changed };
    if (phone) return <ClientListItem key={place} {...row} t={t} total={clients.length} />;
    return <ClientRow key={place} {...row} {...{ words, narrow }} onEdit={edit} onDelete={mayDelete ? setLeaving : null} />;
  };
  return (
    <>
      <LongTable
        label={t('title')}
        columns={[
          ...CLIENT_SORTS.map((by) => ({
            ...sortedColumn({ by, label: t(by), sort: sort ?? BY_NAME, onSort }),
            width: WIDTHS[by],
          })),
          actionsColumn(t('common:actions'), narrow ? 'w-14' : 'w-28'),
        ]}
        rows={clients}
        rowKey={({ id }) => id}
        dense={narrow}
        listed={asked}
        opening={at}
        rowHeights={{ table: coarse ? TOUCH_ROW : DESK_ROW, list: TOUCH_ROW }}
        drawRow={drawRow}
        onLeave={keepOffset}
      />
      <DeleteClient client={leaving} onDone={() => setLeaving(null)} />
    </>
  );
});

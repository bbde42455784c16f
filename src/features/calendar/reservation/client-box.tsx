import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientIndex$ } from '#data/client-index.queries.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { clientName } from '#domain/names.ts';
import { displayPhone, isTypedPhone, normalizePhone } from '#domain/phones.ts';
import { searchClients } from '#domain/search.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Combobox, type ComboboxItem } from '#ui/combobox.tsx';
import { oncePainted } from '#ui/once-painted.ts';
import { useLive } from '#ui/use-live.ts';
import { LONGEST, NewClientForm } from './client-box-new.tsx';
import type { NewClient } from './reservation-form.ts';
import { hintOf } from './reservation-meanwhile.tsx';

/** Rows of clients: each one more makes the first letter slower, and whoever does not see theirs types on. */
const ROWS = 20;

interface ClientBoxProps {
  client: string;
  newClient: NewClient | null;
  /** The dialog begins here. */
  first: boolean;
  /** The chosen one is not there any more. */
  gone: boolean;
  /** What another device changed meanwhile. */
  note?: string | undefined;
  onClient(id: string): void;
  onNewClient(client: NewClient): void;
}

/**
 * Finds a client by any part of the name or phone; the last row makes a new one without leaving the dialog. What is typed of
 * a new client is in the form from the first letter on: Save takes it, leaving asks.
 */
export function ClientBox({ client, newClient, first, gone, note, onClient, onNewClient }: ClientBoxProps) {
  const replica = useReplica();
  const { t } = useTranslation(['calendar', 'reservation']);
  const box = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  /** As it stood in the list: it is shown until its row is read. */
  const [picked, setPicked] = useState<ComboboxItem | null>(null);
  /** While the small form is open: what stood here before it. */
  const [before, setBefore] = useState<{ client: string; newClient: NewClient | null } | null>(null);
  const index = useLive(() => oncePainted(() => clientIndex$(replica)), [replica]);
  const known = useLive(() => clientsById$(replica, client ? [client] : []), [replica, client]);
  const chosen = known?.get(client);
  const writing = before !== null && newClient !== null;

  // The small form goes with the focus in it: who is done goes on to the service, who gave up is back in the field.
  const [left, setLeft] = useState<'done' | 'back' | null>(null);
  useEffect(() => {
    if (left === 'done') box.current?.closest('form')?.querySelector<HTMLElement>('button[name="service"]')?.focus();
    else if (left === 'back') box.current?.querySelector('input')?.focus();
  }, [left]);
  const open = (made: NewClient) => {
    setLeft(null);
    setBefore({ client, newClient });
    onNewClient(made);
  };
  const close = (how: 'done' | 'back') => {
    setBefore(null);
    setLeft(how);
  };

  const item = (row: LocalRow<'clients'>): ComboboxItem => {
    const name = clientName(row);
    return { id: row.id, label: name, note: displayPhone(row.phone), icon: <ClientAvatar name={name} size="sm" /> };
  };
  const newPhone = newClient ? displayPhone(normalizePhone(newClient.phone)) : '';
  const value: ComboboxItem | null = newClient
    ? { id: 'new', label: newClient.name, note: newPhone }
    : chosen
      ? item(chosen)
      : client
        ? { id: client, label: known ? t('removed_client') : picked?.id === client ? picked.label : '' }
        : null;
  const found = index && !writing ? searchClients(index, query, Number.POSITIVE_INFINITY) : [];
  const none = index?.entries.length === 0 ? t('reservation.no_clients') : undefined;

  return (
    <div ref={box} className="col-span-6">
      {writing ? (
        <NewClientForm
          client={newClient}
          others={index}
          onChange={onNewClient}
          onDone={() => close('done')}
          onCancel={() => {
            if (before.newClient) onNewClient(before.newClient);
            else onClient(before.client);
            close('back');
          }}
          onOther={(id) => {
            onClient(id);
            close('done');
          }}
        />
      ) : (
        <Combobox
          label={t('reservation.client')}
          autoFocus={first || left !== null}
          value={value}
          items={found.slice(0, ROWS).map(item)}
          total={found.length}
          query={query}
          onQuery={setQuery}
          onChange={(next) => {
            if (!next || next.id === 'new') return;
            setPicked(next);
            onClient(next.id);
          }}
          onCreate={(text) => {
            const isPhone = isTypedPhone(text);
            open({ name: isPhone ? '' : text.slice(0, LONGEST.name), phone: isPhone ? text.slice(0, LONGEST.phone) : '' });
          }}
          createLabel={(name) => t('reservation.create_client', { name })}
          placeholder={t('reservation.client_placeholder')}
          emptyText={none}
          error={gone ? t('reservation:gone.client') : undefined}
          hint={
            newClient
              ? hintOf(t('reservation.new_client.title'), newPhone, note)
              : (none ?? hintOf(chosen && displayPhone(chosen.phone), note))
          }
        />
      )}
      {newClient && !writing ? (
        <Button variant="ghost" size="sm" className="-ml-2" onClick={() => open(newClient)}>
          {t('reservation:new_client.change')}
        </Button>
      ) : null}
    </div>
  );
}

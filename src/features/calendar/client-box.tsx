import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientIndex$, clientsById$ } from '#data/clients.queries.ts';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import { searchClients } from '#domain/search.ts';
import { useReplica } from '#features/use-replica.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Combobox, type ComboboxItem } from '#ui/combobox.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useLive } from '#ui/use-live.ts';
import type { NewClient } from './reservation-form.ts';
import { hintOf } from './reservation-meanwhile.tsx';

interface ClientBoxProps {
  client: string;
  newClient: NewClient | null;
  /** The dialog begins here. */
  first: boolean;
  /** What another device changed meanwhile. */
  note?: string | undefined;
  onClient(id: string): void;
  onNewClient(client: NewClient): void;
}

/** Finds a client by any part of the name or phone; the last row makes a new one without leaving the dialog. */
export function ClientBox({ client, newClient, first, note, onClient, onNewClient }: ClientBoxProps) {
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const [query, setQuery] = useState('');
  const [draft, setDraft] = useState<NewClient | null>(null);
  const index = useLive(() => clientIndex$(replica), [replica]);
  const chosen = useLive(() => clientsById$(replica, client ? [client] : []), [replica, client])?.get(client);

  const item = (row: NonNullable<typeof chosen>): ComboboxItem => {
    const name = clientName(row);
    return { id: row.id, label: name, note: displayPhone(row.phone), icon: <ClientAvatar name={name} size="sm" /> };
  };
  const value: ComboboxItem | null = newClient
    ? { id: 'new', label: newClient.name, note: displayPhone(newClient.phone) }
    : chosen
      ? item(chosen)
      : client
        ? { id: client, label: t('removed_client') }
        : null;

  if (draft) {
    return (
      <NewClientForm
        draft={draft}
        onCancel={() => setDraft(null)}
        onDone={(made) => {
          setDraft(null);
          onNewClient(made);
        }}
      />
    );
  }
  return (
    <Combobox
      label={t('reservation.client')}
      className="col-span-6"
      autoFocus={first}
      value={value}
      items={index ? searchClients(index, query).map(item) : []}
      query={query}
      onQuery={setQuery}
      onChange={(next) => next && next.id !== 'new' && onClient(next.id)}
      onCreate={(name) => setDraft(/^[\d\s+()./-]+$/.test(name) ? { name: '', phone: name } : { name, phone: '' })}
      createLabel={(name) => t('reservation.create_client', { name })}
      placeholder={t('reservation.client_placeholder')}
      emptyText={index?.entries.length === 0 ? t('reservation.no_clients') : undefined}
      hint={
        newClient
          ? hintOf(t('reservation.new_client.title'), displayPhone(newClient.phone), note)
          : index?.entries.length === 0
            ? t('reservation.no_clients')
            : hintOf(chosen && displayPhone(chosen.phone), note)
      }
    />
  );
}

interface NewClientFormProps {
  draft: NewClient;
  onCancel(): void;
  onDone(client: NewClient): void;
}

function NewClientForm({ draft, onCancel, onDone }: NewClientFormProps) {
  const { t } = useTranslation('calendar');
  const [values, setValues] = useState(draft);
  const [tried, setTried] = useState(false);
  const done = () => {
    setTried(true);
    if (values.name.trim()) onDone({ name: values.name.trim(), phone: values.phone.trim() });
  };
  // Enter means this small form, not the reservation around it.
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    done();
  };
  return (
    <fieldset className="col-span-6 card grid grid-cols-2 gap-4 p-4">
      <legend className="sr-only">{t('reservation.new_client.title')}</legend>
      <TextField
        className="max-md:col-span-2"
        label={t('reservation.new_client.name')}
        value={values.name}
        autoComplete="off"
        autoFocus={draft.name === ''}
        onChange={(name) => setValues({ ...values, name })}
        onKeyDown={onKeyDown}
        error={tried && !values.name.trim() ? t('reservation.new_client.name_required') : undefined}
      />
      <TextField
        className="max-md:col-span-2"
        label={t('reservation.new_client.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        optional
        autoFocus={draft.name !== ''}
        value={values.phone}
        onChange={(phone) => setValues({ ...values, phone })}
        onKeyDown={onKeyDown}
      />
      <div className="col-span-2 flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          {t('reservation.cancel')}
        </Button>
        <Button variant="secondary" onClick={done}>
          {t('reservation.new_client.add')}
        </Button>
      </div>
    </fieldset>
  );
}

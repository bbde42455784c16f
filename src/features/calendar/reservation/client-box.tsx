import { UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientIndex$ } from '#data/client-index.queries.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone, isTypedPhone, normalizePhone } from '#domain/people/phones.ts';
import { type ClientIndex, searchClients } from '#domain/people/search.ts';
import { isWalkIn, WALK_IN } from '#domain/people/walk-in.ts';
import { walkInWord } from '#features/shared/client-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Combobox, type ComboboxItem } from '#ui/form/combobox.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { oncePainted } from '#ui/timing/defer-until-paint.ts';
import { useLive } from '#ui/timing/use-live.ts';
import type { NewClient } from './reservation-form.ts';
import { hintOf } from './reservation-meanwhile.tsx';

/** Rows of clients: each one more makes the first letter slower, and whoever does not see theirs types on. */
const ROWS = 20;

/** The words by which people call the walk-in, whatever language the interface has. */
const WALK_IN_WORDS = ['гост', 'walk-in', 'walkin', 'gost'] as const;
/** Fewer letters are the beginning of anybody's name. */
const LEAST_LETTERS = 3;

function isWalkInWord(query: string): boolean {
  const typed = query.trim().toLowerCase();
  return typed.length >= LEAST_LETTERS && WALK_IN_WORDS.some((word) => word.startsWith(typed));
}

interface ClientBoxProps {
  client: string;
  newClient: NewClient | null;
  /** The dialog begins here. */
  first: boolean;
  /** The chosen one is not there any more. */
  unavailable: boolean;
  /** The change by another device meanwhile, in words. */
  note?: string | undefined;
  onClient(id: string): void;
  onNewClient(client: NewClient): void;
}

/**
 * Finds a client by any part of the name or phone; the last row makes a new one without leaving the dialog. What is typed of
 * a new client is in the form from the first letter on: Save takes it, leaving asks.
 */
export function ClientBox({ client, newClient, first, unavailable, note, onClient, onNewClient }: ClientBoxProps) {
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
  const [closedHow, setClosedHow] = useState<'done' | 'back' | null>(null);
  useEffect(() => {
    if (closedHow === 'done') box.current?.closest('form')?.querySelector<HTMLElement>('button[name="service"]')?.focus();
    else if (closedHow === 'back') box.current?.querySelector('input')?.focus();
  }, [closedHow]);
  const open = (made: NewClient) => {
    setClosedHow(null);
    setBefore({ client, newClient });
    onNewClient(made);
  };
  /** One press, and on to the service: the button itself goes. */
  const takeWalkIn = () => {
    onClient(WALK_IN);
    const next = box.current?.closest('form')?.querySelector<HTMLElement>('button[name="service"]');
    (next ?? box.current?.querySelector('input'))?.focus();
  };
  const close = (how: 'done' | 'back') => {
    setBefore(null);
    setClosedHow(how);
  };

  const item = (row: LocalRow<'clients'>): ComboboxItem => {
    const name = clientName(row);
    return { id: row.id, label: name, note: displayPhone(row.phone), icon: <ClientAvatar name={name} size="sm" /> };
  };
  const walkIn: ComboboxItem = { id: WALK_IN, label: walkInWord(), icon: <UserRound className="i" aria-hidden="true" /> };
  const newPhone = newClient ? displayPhone(normalizePhone(newClient.phone)) : '';
  const value: ComboboxItem | null = newClient
    ? { id: 'new', label: newClient.name, note: newPhone }
    : isWalkIn(client)
      ? walkIn
      : chosen
        ? item(chosen)
        : client
          ? { id: client, label: known ? t('removed_client') : picked?.id === client ? picked.label : '' }
          : null;
  const found = index && !writing ? searchClients(index, query, Number.POSITIVE_INFINITY) : [];
  const asksForWalkIn = isWalkInWord(query);
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
          autoFocus={first || closedHow !== null}
          value={value}
          items={[...found.slice(0, ROWS).map(item), ...(asksForWalkIn ? [walkIn] : [])]}
          total={found.length + (asksForWalkIn ? 1 : 0)}
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
          error={unavailable ? t('reservation:gone.client') : undefined}
          hint={
            newClient
              ? hintOf(t('reservation.new_client.title'), newPhone, note)
              : (none ?? hintOf(chosen && displayPhone(chosen.phone), note))
          }
        />
      )}
      {client || newClient ? null : (
        <button type="button" className="chip mt-2" onClick={takeWalkIn}>
          <UserRound className="i i-sm" aria-hidden="true" />
          {walkInWord()}
        </button>
      )}
      {newClient && !writing ? (
        <Button variant="ghost" size="sm" className="-ml-2" onClick={() => open(newClient)}>
          {t('reservation:new_client.change')}
        </Button>
      ) : null}
    </div>
  );
}

type Client = LocalRow<'clients'>;

interface NewClientFormProps {
  client: NewClient;
  /** Those who are known, once they are read. */
  others: ClientIndex<Client> | undefined;
  onChange(client: NewClient): void;
  onDone(): void;
  onCancel(): void;
  /** It was somebody who is known. */
  onOther(id: string): void;
}

/** The most letters that the client's columns take. */
const LONGEST = { name: 200, phone: 40 } as const;
/** Fewer digits say nothing about who it is. */
const LEAST_DIGITS = 6;

/** Returns the client who already has this phone. */
function ownerOf(phone: string, others: ClientIndex<Client> | undefined): Client | undefined {
  const number = normalizePhone(phone);
  if (number.replace(/\D/g, '').length < LEAST_DIGITS) return undefined;
  return others?.entries.find(({ client }) => client.phone === number)?.client;
}

/** Name and phone of a client who is made with the reservation. */
function NewClientForm({ client, others, onChange, onDone, onCancel, onOther }: NewClientFormProps) {
  const { t } = useTranslation(['calendar', 'reservation']);
  const [startsWithName] = useState(client.name === '');
  const [tried, setTried] = useState(false);
  const owner = ownerOf(client.phone, others);
  const done = () => {
    setTried(true);
    if (client.name.trim()) onDone();
  };
  // Enter means this small form, not the reservation around it.
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    done();
  };
  return (
    <fieldset className="card grid grid-cols-2 gap-4 p-4">
      <legend className="sr-only">{t('reservation.new_client.title')}</legend>
      <TextField
        className="max-md:col-span-2"
        label={t('reservation.new_client.name')}
        value={client.name}
        maxLength={LONGEST.name}
        autoComplete="off"
        autoFocus={startsWithName}
        onChange={(name) => onChange({ ...client, name })}
        onKeyDown={onKeyDown}
        error={tried && !client.name.trim() ? t('reservation.new_client.name_required') : undefined}
      />
      <TextField
        className="max-md:col-span-2"
        label={t('reservation.new_client.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        optional
        autoFocus={!startsWithName}
        value={client.phone}
        maxLength={LONGEST.phone}
        onChange={(phone) => onChange({ ...client, phone })}
        onKeyDown={onKeyDown}
      />
      <div className="contents" role="status">
        {owner ? (
          <Notice tone="warn" className="col-span-2 items-center! py-2.5!">
            <span className="flex flex-wrap items-center gap-3">
              <span className="min-w-[min(12rem,100%)] flex-1">
                {t('reservation:new_client.phone_taken', { phone: displayPhone(owner.phone), name: clientName(owner) })}
              </span>
              <Button size="sm" onClick={() => onOther(owner.id)}>
                {t('reservation:new_client.choose')}
              </Button>
            </span>
          </Notice>
        ) : null}
      </div>
      <div className="col-span-2 flex flex-wrap justify-end gap-2">
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

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientName } from '#domain/names.ts';
import { displayPhone, normalizePhone } from '#domain/phones.ts';
import type { ClientIndex } from '#domain/search.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { NewClient } from './reservation-form.ts';

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

/** What fits into the client's columns. */
export const LONGEST = { name: 200, phone: 40 } as const;
/** Fewer digits say nothing about who it is. */
const LEAST_DIGITS = 6;

/** Whose phone it already is. */
function ownerOf(phone: string, others: ClientIndex<Client> | undefined): Client | undefined {
  const number = normalizePhone(phone);
  if (number.replace(/\D/g, '').length < LEAST_DIGITS) return undefined;
  return others?.entries.find(({ client }) => client.phone === number)?.client;
}

/** Name and phone of a client who is made with the reservation. */
export function NewClientForm({ client, others, onChange, onDone, onCancel, onOther }: NewClientFormProps) {
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

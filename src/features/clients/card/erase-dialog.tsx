import { CalendarX, Check, Download, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listPath } from '#clients/use-client-list.ts';
import { eraseClient } from '#data/clients/client-erasure.ts';
import { clientName } from '#domain/people/names.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import type { CardHistory } from './card-visit.ts';

export interface EraseDialogProps {
  client: LocalRow<'clients'>;
  card: CardHistory;
  onCopy: () => void;
  onClose: () => void;
}

const plain = (text: string) => text.trim().toLocaleLowerCase('bg');

/** The list of what goes and what stays, and the question for the surname: erasing cannot be undone. */
export function EraseDialog({ client, card, onCopy, onClose }: EraseDialogProps) {
  const { t } = useTranslation(['clients', 'common']);
  const navigate = useNavigate();
  const replica = useReplica();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const name = clientName(client);
  // Who has no surname is named by what they have.
  const word = client.last_name || name;
  // Of a visit each service is a row of its own.
  const coming = card.facts.coming.flatMap(({ held }) => held);
  const all = [...card.facts.coming, ...card.facts.past].flatMap(({ legs }) => legs);

  const erase = async () => {
    setBusy(true);
    try {
      await saving(name, () => eraseClient(replica, client.id, new Date().toISOString()));
      toast({ title: t('common:success'), description: t('client_erased') });
      navigate(listPath());
    } catch (error) {
      toast({ title: t('failed_to_erase'), description: failureText(error), variant: 'destructive' });
      setBusy(false);
    }
  };
  const right = plain(typed) === plain(word);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('erase_title', { name })}
      size="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (right && !busy) void erase();
      }}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="danger" type="submit" busy={busy} disabled={!right}>
            {t('erase_forever')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2.5">
        <li className="flex gap-2.5">
          <X className="i mt-px flex-none text-danger" aria-hidden="true" />
          {t('erase_goes')}
        </li>
        {all.length > 0 ? (
          <li className="flex gap-2.5">
            <Check className="i mt-px flex-none text-success" aria-hidden="true" />
            {t('erase_stays', { count: all.length })}
          </li>
        ) : null}
        {coming.length > 0 ? (
          <li className="flex gap-2.5">
            <CalendarX className="i mt-px flex-none text-danger" aria-hidden="true" />
            {t('erase_cancels', { count: coming.length })}
          </li>
        ) : null}
      </ul>
      <p className="notice my-4 flex-wrap items-center!">
        <Download className="i flex-none" aria-hidden="true" />
        <span className="min-w-24 flex-1">{t('erase_copy_first')}</span>
        <Button size="sm" onClick={onCopy}>
          {t('download')}
        </Button>
      </p>
      <TextField
        label={client.last_name ? t('erase_confirm') : t('erase_confirm_name')}
        placeholder={word}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
    </Dialog>
  );
}

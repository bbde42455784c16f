import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mergeClients, takenOver } from '#data/clients/client-merge.commands.ts';
import { clientVisits$ } from '#data/events/client-visits.ts';
import { salon$ } from '#data/salon.queries.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatMonth, formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { takeMergeBack } from './take-merge-back.ts';

type Client = LocalRow<'clients'>;

const FIELDS = ['phone', 'email', 'address', 'city', 'birth_date', 'notes'] as const;
const ID = 'merge-keep';
/** In large text on a phone what a row is about stands above the two. */
const ROW = 'max-[20rem]:grid max-[20rem]:grid-cols-2';
const ABOUT = 'text-sm text-ink-3 max-[20rem]:col-span-2';

/** Both records side by side, and the question which one is kept. */
export function MergeDialog({ one, other, onClose }: { one: Client; other: Client; onClose: () => void }) {
  const { t } = useTranslation(['clients', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const replica = useReplica();
  const [keepId, setKeepId] = useState(one.id);
  const [busy, setBusy] = useState(false);
  const [keep, drop] = keepId === one.id ? [one, other] : [other, one];
  const taken = takenOver(keep, drop);
  const visits = { [one.id]: useVisits(one), [other.id]: useVisits(other) };

  const merge = async () => {
    setBusy(true);
    try {
      await saving(clientName(keep), () => mergeClients(replica, keep.id, drop.id));
      toast({
        title: t('merged'),
        description: clientName(keep),
        action: { label: t('undo_merge'), onAction: () => void takeMergeBack(replica, drop) },
      });
      onClose();
      navigate(`/clients/${keep.id}`, { replace: true });
    } catch (error) {
      toast({ title: t('failed_to_merge'), description: failureText(error), variant: 'destructive' });
      setBusy(false);
    }
  };
  const textOf = (client: Client, field: (typeof FIELDS)[number]) => {
    if (field === 'phone') return displayPhone(client.phone);
    return field === 'birth_date' && client.birth_date ? formatShortDate(client.birth_date, language) : client[field];
  };
  const both = [one, other];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('merge_title')}
      size="wide"
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void merge()}>
            {t('merge')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('merge_text')}</p>
      <table className="w-full table-fixed text-left" aria-label={t('merge_title')}>
        <thead>
          <tr className={ROW}>
            <th scope="col" className={`w-24 pb-2 align-top font-medium md:w-36 ${ABOUT}`}>
              {t('keep')}
            </th>
            {both.map((client) => (
              <th key={client.id} scope="col" className="pr-3 pb-2 align-top">
                <label className="flex cursor-pointer items-start gap-2">
                  <input
                    type="radio"
                    name={ID}
                    className="mt-1 accent-primary"
                    checked={keepId === client.id}
                    onChange={() => setKeepId(client.id)}
                  />
                  <span className="min-w-0 font-semibold break-words">{clientName(client)}</span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIELDS.filter((field) => both.some((client) => client[field])).map((field) => (
            <tr key={field} className={`border-t border-line ${ROW}`}>
              <th scope="row" className={`py-2 pr-3 align-top font-normal ${ABOUT}`}>
                {t(field)}
              </th>
              {both.map((client) => (
                <td
                  key={client.id}
                  className={classNames(
                    'py-2 pr-3 align-top break-words whitespace-pre-line',
                    client.id === drop.id && !(field in taken) && 'text-ink-3',
                  )}
                >
                  {textOf(client, field) || '–'}
                </td>
              ))}
            </tr>
          ))}
          <tr className={`border-t border-line ${ROW}`}>
            <th scope="row" className={`py-2 pr-3 font-normal ${ABOUT}`}>
              {t('visits_title')}
            </th>
            {both.map((client) => (
              <td key={client.id} className="tnum py-2 pr-3">
                {visits[client.id] ?? '…'}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Dialog>
  );
}

/** „12“, or „12, от октомври 2025 насам“ of whom this device does not have all visits. */
function useVisits({ id, created_at }: Client): string | undefined {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const replica = useReplica();
  const visits = useLive(() => clientVisits$(replica, { id, created_at }), [replica, id, created_at]);
  const zone = useLive(() => salon$(replica), [replica])?.effective.timezone;
  if (!visits?.since) return visits?.came.toString();
  return zone && `${visits.came}, ${t('visits_since', { month: formatMonth(zonedParts(visits.since, zone).date, language) })}`;
}

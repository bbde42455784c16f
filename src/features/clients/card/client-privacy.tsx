import { Braces, Eraser, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsBehind$ } from '#data/clients/client-merge.commands.ts';
import { zonedParts } from '#domain/time/time.ts';
import { saveFile } from '#features/shared/save-file.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/page/button.tsx';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import type { CardHistory } from './card-visit.ts';
import { copyAsJson, copyAsText, isPartial } from './client-copy.ts';

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx').then((m) => m.EraseDialog));

/** The two requests that a client may make: a copy of all their data, and its erasure. */
export function ClientPrivacy({ client, card }: { client: LocalRow<'clients'>; card: CardHistory | undefined }) {
  const { t } = useTranslation(['clients', 'rights']);
  const [erasing, setErasing] = useState(false);
  const mayErase = useRights().may('clients', 'erased_at');
  const copies = useCopies(client, card);
  return (
    <section className="card flex flex-col gap-2.5 p-4">
      <h2 className="text-sm font-medium! text-ink-2">{t('personal_data')}</h2>
      <p className="text-sm text-ink-2">{t('on_request')}</p>
      <Button breaks icon={<FileText className="i" aria-hidden="true" />} disabled={!copies} onClick={copies?.text}>
        {t('copy_text')}
      </Button>
      <Button breaks icon={<Braces className="i" aria-hidden="true" />} disabled={!copies} onClick={copies?.json}>
        {t('copy_json')}
      </Button>
      {copies?.partial ? <p className="text-sm text-warning">{copies.partial}</p> : null}
      {mayErase ? (
        <Button
          variant="danger-ghost"
          breaks
          icon={<Eraser className="i" aria-hidden="true" />}
          disabled={!card}
          onClick={() => setErasing(true)}
        >
          {t('erase')}
        </Button>
      ) : (
        <p className="text-sm text-ink-2">{t('rights:erase')}</p>
      )}
      {erasing && card && copies ? (
        <EraseDialog client={client} card={card} onCopy={copies.text} onClose={() => setErasing(false)} />
      ) : null}
    </section>
  );
}

/** Nothing until the appointments and merged records are read: they belong to the copy. */
function useCopies(client: LocalRow<'clients'>, card: CardHistory | undefined) {
  const { t } = useTranslation(['clients', 'booking']);
  const language = useLanguage();
  const replica = useReplica();
  const behind = useLive(() => recordsBehind$(replica, client.id), [replica, client.id]);
  if (!card || !behind) return null;
  const before = card.older.before;
  return {
    text: () => saveFile(`client-${client.id}.txt`, copyAsText(client, behind, card, t, language), 'text/plain'),
    json: () => saveFile(`client-${client.id}.json`, copyAsJson(client, behind, card), 'application/json'),
    partial:
      isPartial(card) && before
        ? t('copy_partial', { date: formatShortDate(zonedParts(before, card.zone).date, language) })
        : null,
  };
}

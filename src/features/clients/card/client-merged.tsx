import { useTranslation } from 'react-i18next';
import { heldOtherwise, recordsBehind$ } from '#data/clients/client-merge.ts';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import { useReplica } from '#features/use-replica.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveAside } from '#ui/use-live.ts';

/**
 * What the hidden records hold otherwise that were merged into the client: a telephone that was left out, or a note that another
 * device wrote without knowing that its client was merged.
 */
export function ClientMerged({ client }: { client: LocalRow<'clients'> }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const replica = useReplica();
  const merged = useLiveAside(() => recordsBehind$(replica, client.id), [replica, client.id]) ?? [];
  return merged.map((other) => {
    const { phone, birth_date, ...texts } = heldOtherwise(client, other);
    const said = {
      phone: displayPhone(phone ?? null),
      ...texts,
      birth_date: birth_date && formatShortDate(birth_date, language),
    };
    const known = Object.entries(said).filter(([, text]) => text);
    if (known.length === 0) return null;
    return (
      <section key={other.id} className="card p-4" aria-labelledby={`merged-${other.id}`}>
        <h2 id={`merged-${other.id}`} className="mb-2 text-sm font-medium! break-words text-ink-2">
          {t('merged_record', { name: clientName(other) })}
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {known.map(([field, text]) => (
            <div key={field} className="contents">
              <dt className="text-ink-3">{t(field)}</dt>
              <dd className="break-words whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}

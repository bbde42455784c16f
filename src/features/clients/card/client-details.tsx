import { useTranslation } from 'react-i18next';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { CardHistory } from './card-visit.ts';

/** What is written down about the client, and what their visits say they like. */
export function ClientDetails({ client, card }: { client: LocalRow<'clients'>; card: CardHistory | undefined }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const facts = card?.facts;
  const last = facts?.lastVisit;
  const rows: [string, string | null | undefined][] = [
    [t('email'), client.email],
    [t('address'), [client.address, client.city].filter(Boolean).join(', ')],
    [t('birth_date'), client.birth_date ? formatShortDate(client.birth_date, language) : null],
    [t('last_visit'), last && card ? formatShortDate(card.visitOf(last).date, language) : null],
    [t('favourite_employee'), card?.employeeOf(facts?.favouriteEmployee ?? null)],
    [t('favourite_service'), card?.serviceOf(facts?.favouriteService ?? null)],
  ];
  const known = rows.filter(([, text]) => text);
  if (known.length === 0) return null;
  return (
    <section className="card p-4">
      <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('details')}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {known.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

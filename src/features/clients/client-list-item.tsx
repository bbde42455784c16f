import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { PendingBadge } from '#ui/pending-badge.tsx';

export interface ClientListItemProps {
  client: LocalRow<'clients'>;
  index: number;
  total: number;
  measure: (element: Element | null) => void;
}

/** A client on the phone's list: the row opens the card, the button calls. */
export function ClientListItem({ client, index, total, measure }: ClientListItemProps) {
  const { t } = useTranslation('clients');
  const name = clientName(client);
  const about = [displayPhone(client.phone), client.city].filter(Boolean).join(' · ');
  return (
    <li ref={measure} data-index={index} aria-setsize={total} aria-posinset={index + 1} className="list-row pr-1!">
      <Link to={`/clients/edit/${client.id}`} className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <ClientAvatar name={name} />
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-semibold">{name}</span>
          <span className="flex flex-wrap items-center gap-1.5 text-sm text-ink-3">
            {about}
            {client.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
          </span>
        </span>
      </Link>
      {client.phone ? (
        <a
          href={`tel:${client.phone.replace(/[^+\d]/g, '')}`}
          className="btn btn-ghost btn-icon"
          aria-label={t('call', { name })}
        >
          <Phone className="i" aria-hidden="true" />
        </a>
      ) : null}
    </li>
  );
}

import { Pencil, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { ClientMarks } from './client-marks.tsx';

export interface ClientListItemProps {
  client: LocalRow<'clients'>;
  index: number;
  total: number;
  trouble: boolean;
  changed: boolean;
  measure: (element: Element | null) => void;
}

/** A client on the phone's list: the row opens the card, the buttons call and edit. */
export function ClientListItem({ client, index, total, trouble, changed, measure }: ClientListItemProps) {
  const { t } = useTranslation('clients');
  const name = clientName(client);
  const about = [displayPhone(client.phone), client.city].filter(Boolean).join(' · ');
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classNames('list-row gap-1! pr-1!', changed && 'bg-horn-soft')}
    >
      <Link to={`/clients/${client.id}`} className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <ClientAvatar name={name} />
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-ink-3">{about}</span>
        </span>
      </Link>
      <ClientMarks client={client} trouble={trouble} />
      {client.phone ? (
        <a
          href={`tel:${client.phone.replace(/[^+\d]/g, '')}`}
          className="btn btn-ghost btn-icon"
          aria-label={t('call', { name })}
        >
          <Phone className="i" aria-hidden="true" />
        </a>
      ) : null}
      <Link to={`/clients/edit/${client.id}`} className="btn btn-ghost btn-icon" aria-label={t('edit', { name })}>
        <Pencil className="i" aria-hidden="true" />
      </Link>
    </li>
  );
}

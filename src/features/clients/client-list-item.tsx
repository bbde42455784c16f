import type { TFunction } from 'i18next';
import { Pencil, Phone } from 'lucide';
import { memo } from 'react';
import { dialled } from '#domain/people/dialled.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { plainIcon } from '#ui/page/plain-icon.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { ClientMarks } from './client-marks.tsx';
import type { ClientRowProps } from './client-row.tsx';

export interface ClientListItemProps extends ClientRowProps {
  t: TFunction<['clients', 'common']>;
  total: number;
}

const CALL = plainIcon(Phone);
const EDIT = plainIcon(Pencil);

/** A client on the phone's list: the row opens the card, the buttons call and edit. As light as a row of the table. */
export const ClientListItem = memo(function ClientListItem(props: ClientListItemProps) {
  const { client, index, total, trouble, changed, t } = props;
  const name = clientName(client);
  const number = dialled(client.phone ?? '');
  const about = [displayPhone(client.phone), client.city].filter(Boolean).join(' · ');
  return (
    <li
      data-index={index}
      data-row={client.id}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classNames('list-row gap-1! pr-1!', changed && 'bg-horn-soft')}
    >
      <a href={`/clients/${client.id}`} className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-3">
        <ClientAvatar name={name} />
        <span className="min-w-24 flex-1 leading-tight">
          <span className="line-clamp-2 font-semibold break-words">{name}</span>
          <span className="line-clamp-2 text-sm break-words text-ink-3">{about}</span>
        </span>
      </a>
      {client.pending || trouble ? <ClientMarks client={client} trouble={trouble} /> : null}
      {number ? (
        <a href={`tel:${number}`} className="btn btn-ghost btn-icon" aria-label={t('call', { name })}>
          {CALL}
        </a>
      ) : null}
      <a href={`/clients/edit/${client.id}`} className="btn btn-ghost btn-icon" aria-label={t('edit', { name })}>
        {EDIT}
      </a>
    </li>
  );
});

import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { PendingBadge } from '#ui/pending-badge.tsx';
import { RowActions } from '#ui/row-actions.tsx';

export interface ClientRowProps {
  client: LocalRow<'clients'>;
  index: number;
  measure: (element: Element | null) => void;
  onDelete: () => void;
}

const NONE = <span className="text-ink-3">–</span>;

export function ClientRow({ client, index, measure, onDelete }: ClientRowProps) {
  const { t } = useTranslation('clients');
  const name = clientName(client);
  const navigate = useNavigate();
  const edit = `/clients/edit/${client.id}`;
  // For the pointer; by keys and for screen readers the row opens by the link on its name.
  const open = ({ target, button, currentTarget }: MouseEvent) => {
    if (button !== 0 || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button') || !window.getSelection()?.isCollapsed) return;
    navigate(edit);
  };
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="cursor-pointer" onClick={open}>
      <td>
        <span className="flex items-center gap-3">
          <ClientAvatar name={name} />
          <Link to={edit} className="font-semibold underline-offset-3 hover:underline">
            {name}
          </Link>
          {client.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
        </span>
      </td>
      <td className="max-w-48 truncate text-ink-2 lg:max-w-72" title={client.email ?? undefined}>
        {client.email ?? NONE}
      </td>
      <td className="tnum whitespace-nowrap">{client.phone ? displayPhone(client.phone) : NONE}</td>
      <td>{client.city ?? NONE}</td>
      <td className="acts">
        <RowActions name={name} editTo={edit} onDelete={onDelete} />
      </td>
    </tr>
  );
}

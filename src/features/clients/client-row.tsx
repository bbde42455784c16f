import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { RowActions } from '#ui/row-actions.tsx';
import { ClientMarks } from './client-marks.tsx';

export interface ClientRowProps {
  client: LocalRow<'clients'>;
  index: number;
  /** Something about it has to be decided. */
  trouble: boolean;
  /** It was saved just now. */
  changed: boolean;
  measure: (element: Element | null) => void;
  onDelete: () => void;
}

const NONE = <span className="text-ink-3">–</span>;

/** The row opens the client's card, its pencil the form. */
export function ClientRow({ client, index, trouble, changed, measure, onDelete }: ClientRowProps) {
  const name = clientName(client);
  const navigate = useNavigate();
  const card = `/clients/${client.id}`;
  // For the pointer; by keys and for screen readers the row opens by the link on its name.
  const open = ({ target, button, currentTarget }: MouseEvent) => {
    if (button !== 0 || !(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button') || !window.getSelection()?.isCollapsed) return;
    navigate(card);
  };
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={classNames('cursor-pointer', changed && 'changed')}
      onClick={open}
    >
      <td>
        <span className="flex items-center gap-3">
          <ClientAvatar name={name} />
          <Link to={card} className="font-semibold underline-offset-3 hover:underline">
            {name}
          </Link>
          <ClientMarks client={client} trouble={trouble} />
        </span>
      </td>
      <td className="max-w-48 truncate text-ink-2 lg:max-w-72" title={client.email ?? undefined}>
        {client.email ?? NONE}
      </td>
      <td className="tnum whitespace-nowrap">{client.phone ? displayPhone(client.phone) : NONE}</td>
      <td>{client.city ?? NONE}</td>
      <td className="acts">
        <RowActions name={name} editTo={`/clients/edit/${client.id}`} onDelete={onDelete} />
      </td>
    </tr>
  );
}

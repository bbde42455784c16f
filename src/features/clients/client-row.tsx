import { memo } from 'react';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { PlainRowActions, type PlainRowActionsProps } from '#ui/table/row-actions.tsx';
import { ClientMarks } from './client-marks.tsx';

export interface ClientRowProps {
  client: LocalRow<'clients'>;
  index: number;
  /** Something about it has to be decided. */
  trouble: boolean;
  /** It was saved just now. */
  changed: boolean;
}

export interface ClientTableRowProps extends ClientRowProps {
  words: PlainRowActionsProps['words'];
  /** The actions stand behind one button. */
  narrow: boolean;
  onEdit: (client: LocalRow<'clients'>) => void;
  /** Null: this person may not. */
  onDelete: ((client: LocalRow<'clients'>) => void) | null;
}

const NONE = <span className="text-ink-3">–</span>;

/**
 * The row opens the client's card, its pencil the form. Forty of them are drawn in one frame where somebody scrolls far: a row
 * follows nothing by itself (its words come from the list), and its links are plain (long-table.tsx).
 */
export const ClientRow = memo(function ClientRow(props: ClientTableRowProps) {
  const { client, index, trouble, changed, words, narrow, onEdit, onDelete } = props;
  const name = clientName(client);
  const card = `/clients/${client.id}`;
  return (
    <tr
      data-index={index}
      data-row={client.id}
      data-href={card}
      aria-rowindex={index + 2}
      className={classNames('cursor-pointer', changed && 'changed')}
    >
      <td>
        <span className="flex items-center gap-3">
          <ClientAvatar name={name} />
          <a href={card} className="font-semibold underline-offset-3 hover:underline">
            {name}
          </a>
          {client.pending || trouble ? <ClientMarks client={client} trouble={trouble} /> : null}
        </span>
      </td>
      <td className="truncate text-ink-2" title={client.email ?? undefined}>
        {client.email ?? NONE}
      </td>
      <td className="tnum whitespace-nowrap">{client.phone ? displayPhone(client.phone) : NONE}</td>
      <td>{client.city ?? NONE}</td>
      <td className="acts">
        <PlainRowActions
          {...{ name, words, narrow }}
          to={`/clients/edit/${client.id}`}
          onEdit={() => onEdit(client)}
          onDelete={onDelete && (() => onDelete(client))}
        />
      </td>
    </tr>
  );
});

import { Pencil, Trash2 } from 'lucide';
import { memo } from 'react';
import { clientName } from '#domain/names.ts';
import { displayPhone } from '#domain/phones.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { QuietMenu } from '#ui/menu.tsx';
import { plainIcon } from '#ui/plain-icon.tsx';
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
  /** Asked for once for all rows. */
  words: { readonly edit: string; readonly remove: string; readonly actions: string };
  /** The actions stand behind one button. */
  narrow: boolean;
  onEdit: (client: LocalRow<'clients'>) => void;
  onDelete: (client: LocalRow<'clients'>) => void;
}

const NONE = <span className="text-ink-3">–</span>;
const EDIT = plainIcon(Pencil);
const DELETE = plainIcon(Trash2);

/**
 * The row opens the client's card, its pencil the form. Forty of them are drawn in one frame where somebody scrolls far: a row
 * follows nothing by itself (its words come from the list), and its links are plain (inner-links.ts).
 */
export const ClientRow = memo(function ClientRow(props: ClientTableRowProps) {
  const { client, index, trouble, changed, words, narrow, onEdit, onDelete } = props;
  const name = clientName(client);
  const card = `/clients/${client.id}`;
  const edit = `${words.edit} ${name}`;
  const remove = `${words.remove} ${name}`;
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
        {narrow ? (
          <QuietMenu
            label={`${words.actions}: ${name}`}
            entries={[
              { label: words.edit, icon: EDIT, onSelect: () => onEdit(client) },
              { label: words.remove, icon: DELETE, danger: true, onSelect: () => onDelete(client) },
            ]}
          />
        ) : (
          <>
            <a href={`/clients/edit/${client.id}`} className="btn btn-ghost btn-icon" aria-label={edit} title={edit}>
              {EDIT}
            </a>
            <button
              type="button"
              className="btn btn-ghost btn-icon"
              aria-label={remove}
              title={remove}
              onClick={() => onDelete(client)}
            >
              {DELETE}
            </button>
          </>
        )}
      </td>
    </tr>
  );
});

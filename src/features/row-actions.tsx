import { Pencil, Trash2 } from 'lucide';
import { Menu } from '#ui/menu.tsx';
import { plainIcon } from '#ui/plain-icon.tsx';

export interface RowActionsProps {
  /** Of what the row is about, for who hears it: „Редактирай Йоана Христова“. */
  name: string;
  /** Asked for once for all rows. */
  words: { readonly edit: string; readonly remove: string; readonly actions: string };
  onEdit: () => void;
  onDelete: () => void;
}

const EDIT = plainIcon(Pencil);
const DELETE = plainIcon(Trash2);

/** Editing and deleting behind one button, where there is little room. */
export function RowActionsMenu({ name, words, onEdit, onDelete }: RowActionsProps) {
  return (
    <Menu
      label={`${words.actions}: ${name}`}
      entries={[
        { label: words.edit, icon: EDIT, onSelect: onEdit },
        { label: words.remove, icon: DELETE, danger: true, onSelect: onDelete },
      ]}
    />
  );
}

/**
 * Editing and deleting at the end of a row of a long table. It follows nothing by itself, and its link is plain (long-table.tsx):
 * forty rows are drawn in one frame where somebody scrolls far.
 * @param to the form's address
 */
export function RowActions({ to, narrow, ...actions }: RowActionsProps & { to: string; narrow: boolean }) {
  if (narrow) return <RowActionsMenu {...actions} />;
  const edit = `${actions.words.edit} ${actions.name}`;
  const remove = `${actions.words.remove} ${actions.name}`;
  return (
    <>
      <a href={to} className="btn btn-ghost btn-icon" aria-label={edit} title={edit}>
        {EDIT}
      </a>
      <button type="button" className="btn btn-ghost btn-icon" aria-label={remove} title={remove} onClick={actions.onDelete}>
        {DELETE}
      </button>
    </>
  );
}

import { Eye, Pencil, Trash2 } from 'lucide';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Menu } from '#ui/overlay/menu.tsx';
import { Button } from '#ui/page/button.tsx';
import { plainIcon } from '#ui/page/plain-icon.tsx';
import { useIsNarrow } from '#ui/style/use-media.ts';

export interface PlainRowActionsProps {
  /** The name of the row's subject, for people who hear the buttons: „Редактирай Йоана Христова“. */
  name: string;
  /** The words of the buttons, read once for all rows. */
  words: { readonly edit: string; readonly remove: string; readonly actions: string };
  onEdit: () => void;
  /** Null: this person may not delete it. */
  onDelete: (() => void) | null;
}

const EDIT = plainIcon(Pencil);
const READ = plainIcon(Eye);
const DELETE = plainIcon(Trash2);

/** The buttons for editing and deleting in one menu, for a narrow screen. */
export function PlainRowActionsMenu({ name, words, onEdit, onDelete }: PlainRowActionsProps) {
  return (
    <Menu
      label={`${words.actions}: ${name}`}
      entries={[
        { label: words.edit, icon: EDIT, onSelect: onEdit },
        ...(onDelete ? [{ label: words.remove, icon: DELETE, danger: true, onSelect: onDelete }] : []),
      ]}
    />
  );
}

/**
 * The buttons for editing and deleting at the end of a row of a `LongTable`. They read no store and the link is plain, because
 * forty rows are drawn in one frame when a person scrolls far.
 * @param to the form's address
 */
export function PlainRowActions({ to, narrow, ...actions }: PlainRowActionsProps & { to: string; narrow: boolean }) {
  if (narrow) return <PlainRowActionsMenu {...actions} />;
  const edit = `${actions.words.edit} ${actions.name}`;
  const remove = `${actions.words.remove} ${actions.name}`;
  return (
    <>
      <a href={to} className="btn btn-ghost btn-icon" aria-label={edit} title={edit}>
        {EDIT}
      </a>
      {actions.onDelete ? (
        <button type="button" className="btn btn-ghost btn-icon" aria-label={remove} title={remove} onClick={actions.onDelete}>
          {DELETE}
        </button>
      ) : null}
    </>
  );
}

export interface RowActionsProps {
  /** The name of the row's subject, for people who hear the buttons. */
  name: string;
  editTo: string;
  /** The form opens to be read. */
  isRead?: boolean;
  /** Null: this person may not delete it. */
  onDelete: (() => void) | null;
}

/** The buttons for editing and deleting at the end of a row of a `Table`. */
export function RowActions({ name, editTo, isRead = false, onDelete }: RowActionsProps) {
  const { t } = useTranslation('common');
  const narrow = useIsNarrow();
  const navigate = useNavigate();
  const words = { edit: t(isRead ? 'open' : 'edit'), remove: t('delete'), actions: t('actions') };
  if (narrow) return <PlainRowActionsMenu {...{ name, words, onDelete }} onEdit={() => void navigate(editTo)} />;
  const edit = `${words.edit} ${name}`;
  return (
    <>
      <Link to={editTo} className="btn btn-ghost btn-icon" aria-label={edit} title={edit}>
        {isRead ? READ : EDIT}
      </Link>
      {onDelete ? <Button variant="ghost" iconOnly label={`${words.remove} ${name}`} icon={DELETE} onClick={onDelete} /> : null}
    </>
  );
}

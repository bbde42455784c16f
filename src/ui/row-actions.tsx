import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import { useIsNarrow } from './use-narrow.ts';

export interface RowActionsProps {
  /** What the row is called, for those who hear the buttons. */
  name: string;
  editTo: string;
  onDelete: () => void;
}

/** The two actions at the end of a row, always visible; where there is little room behind one button. */
export function RowActions({ name, editTo, onDelete }: RowActionsProps) {
  const { t } = useTranslation('common');
  const narrow = useIsNarrow();
  const navigate = useNavigate();
  const edit = <Pencil className="i" aria-hidden="true" />;
  const remove = <Trash2 className="i" aria-hidden="true" />;
  const editLabel = `${t('edit')} ${name}`;
  if (narrow) {
    return (
      <Menu
        label={`${t('actions')}: ${name}`}
        entries={[
          { label: t('edit'), icon: edit, onSelect: () => void navigate(editTo) },
          { label: t('delete'), icon: remove, danger: true, onSelect: onDelete },
        ]}
      />
    );
  }
  return (
    <>
      <Link to={editTo} className="btn btn-ghost btn-icon" aria-label={editLabel} title={editLabel}>
        {edit}
      </Link>
      <Button variant="ghost" iconOnly label={`${t('delete')} ${name}`} icon={remove} onClick={onDelete} />
    </>
  );
}

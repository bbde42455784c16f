import { Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from './button.tsx';

export interface RowActionsProps {
  editTo: string;
  editLabel: string;
  deleteLabel: string;
  onDelete: () => void;
}

/** The two actions at the end of a row, always visible. */
export function RowActions({ editTo, editLabel, deleteLabel, onDelete }: RowActionsProps) {
  return (
    <>
      <Link to={editTo} className="btn btn-ghost btn-icon" aria-label={editLabel} title={editLabel}>
        <Pencil className="i" aria-hidden="true" />
      </Link>
      <Button
        variant="ghost"
        iconOnly
        label={deleteLabel}
        icon={<Trash2 className="i" aria-hidden="true" />}
        onClick={onDelete}
      />
    </>
  );
}

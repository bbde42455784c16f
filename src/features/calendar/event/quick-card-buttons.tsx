/** The buttons that the card at a desk and the sheet for fingers have in common. */
import { Move, Pencil, Repeat2, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { undoLast, useIsLastChanged } from '#features/undo.ts';
import { Button } from '#ui/button.tsx';
import type { CardProps } from './card-props.ts';

interface Looks {
  variant: 'primary' | 'secondary' | 'ghost';
  className: string;
  /** The sheet around it begins here. */
  'data-autofocus'?: boolean;
}

/** „Премести“ and „Повтори“; blocked time is not repeated. */
export function MoveAndRepeat({ booking, actions, ...looks }: Pick<CardProps, 'booking' | 'actions'> & Looks) {
  const { t } = useTranslation('booking');
  return (
    <>
      <Button {...looks} icon={<Move className="i" aria-hidden="true" />} onClick={actions.move}>
        {t('move')}
      </Button>
      {booking.blocked ? null : (
        <Button {...looks} icon={<Repeat2 className="i" aria-hidden="true" />} onClick={actions.repeat}>
          {t('repeat')}
        </Button>
      )}
    </>
  );
}

export function EditButton({ actions, ...looks }: Pick<CardProps, 'actions'> & Looks) {
  const { t } = useTranslation('booking');
  return (
    <Button {...looks} icon={<Pencil className="i" aria-hidden="true" />} onClick={actions.edit}>
      {t('edit')}
    </Button>
  );
}

/** Only while the last thing that was done was done to this appointment; its place is kept, so that nothing moves under the finger. */
export function UndoLast({ booking }: Pick<CardProps, 'booking'>) {
  const { t } = useTranslation('booking');
  if (!useIsLastChanged(booking.event.id)) return <span className="btn btn-icon invisible" aria-hidden="true" />;
  const icon = <Undo2 className="i" aria-hidden="true" />;
  return <Button variant="ghost" iconOnly label={t('undo_last')} icon={icon} onClick={() => void undoLast()} />;
}

export function DeleteButton({ booking, actions }: Pick<CardProps, 'booking' | 'actions'>) {
  const { t } = useTranslation('booking');
  const label = t(booking.blocked ? 'delete_block' : 'delete');
  const icon = <Trash2 className="i" aria-hidden="true" />;
  return <Button variant="danger-ghost" iconOnly label={label} icon={icon} onClick={actions.remove} />;
}

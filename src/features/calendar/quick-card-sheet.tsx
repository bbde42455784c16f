import { Lock, Move, Pencil, Repeat2, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ClientAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { closeCard } from './card-store.ts';
import type { CardProps } from './quick-card.tsx';
import { BookingLine, CallLink, NoteLines, StatusButtons, VisitsLine } from './quick-card-parts.tsx';
import { undoLast, useIsLastChanged } from './undo.ts';

/** The quick card for fingers: a sheet from the bottom, every target 44 px. */
export function CardSheet({ booking, salon, actions }: CardProps) {
  const { t } = useTranslation('booking');
  const last = useIsLastChanged(booking.event.id);
  const { blocked, client, name } = booking;
  return (
    <Dialog
      open
      size="narrow"
      onClose={closeCard}
      title={
        <span className="flex items-center gap-3">
          {blocked ? <Lock className="i" aria-hidden="true" /> : <ClientAvatar name={name} size="lg" />}
          <span className="min-w-0 leading-tight">
            <span className="block">{name}</span>
            {client ? (
              <span className="mt-0.5 block text-sm font-normal text-ink-2">
                <VisitsLine clientId={client.id} />
              </span>
            ) : null}
          </span>
        </span>
      }
      footer={
        <>
          <Button
            variant="danger-ghost"
            iconOnly
            label={t(blocked ? 'delete_block' : 'delete')}
            icon={<Trash2 className="i" aria-hidden="true" />}
            onClick={actions.remove}
          />
          {last ? (
            <Button
              variant="ghost"
              iconOnly
              label={t('undo_last')}
              icon={<Undo2 className="i" aria-hidden="true" />}
              onClick={() => void undoLast()}
            />
          ) : null}
          <Button variant="primary" className="flex-1" icon={<Pencil className="i" aria-hidden="true" />} onClick={actions.edit}>
            {t('edit')}
          </Button>
        </>
      }
    >
      <BookingLine booking={booking} salon={salon} />
      <NoteLines booking={booking} />
      <div className="mt-3 flex flex-col gap-3">
        <CallLink booking={booking} wide />
        {blocked ? null : <StatusButtons booking={booking} />}
        <div className="flex gap-2">
          <Button className="flex-1" icon={<Move className="i" aria-hidden="true" />} onClick={actions.move}>
            {t('move')}
          </Button>
          {blocked ? null : (
            <Button className="flex-1" icon={<Repeat2 className="i" aria-hidden="true" />} onClick={actions.repeat}>
              {t('repeat')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

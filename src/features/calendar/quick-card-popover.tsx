import { Lock, Move, Pencil, Repeat2, Trash2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ClientAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import type { CardProps } from './quick-card.tsx';
import { BookingLine, CallLink, NoteLines, StatusButtons, VisitsLine } from './quick-card-parts.tsx';
import { undoLast, useIsLastChanged } from './undo.ts';
import { useCardFocus } from './use-card-focus.ts';
import { useCardPlace } from './use-card-place.ts';

/** The quick card for mouse and keyboard: beside its appointment, never over it. */
export function CardPopover({ card, booking, salon, actions, title }: CardProps) {
  const { t } = useTranslation('booking');
  const panel = useRef<HTMLDivElement>(null);
  const last = useIsLastChanged(booking.event.id);
  useCardPlace(panel, card);
  useCardFocus(panel, card);
  const { blocked, client, name } = booking;
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={title}
      data-quick-card
      className="quick-card pop layer-pop fixed w-[28.5rem] max-w-[calc(100vw-1rem)] p-0!"
    >
      <div className="flex items-start gap-3 px-4 pt-4">
        {blocked ? <Lock className="i mt-0.5" aria-hidden="true" /> : <ClientAvatar name={name} />}
        <div className="min-w-0 flex-1 leading-tight">
          <h2 className="truncate text-base">
            {client ? (
              <Link className="hover:underline" to={`/clients/edit/${client.id}`}>
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          {client ? (
            <p className="mt-0.5 text-sm whitespace-nowrap text-ink-2">
              <VisitsLine clientId={client.id} />
            </p>
          ) : null}
        </div>
        <CallLink booking={booking} />
      </div>
      <div className="px-4 pt-3">
        <BookingLine booking={booking} salon={salon} />
        <NoteLines booking={booking} />
        {blocked ? null : (
          <div className="mt-3.5">
            <StatusButtons booking={booking} />
          </div>
        )}
      </div>
      <footer className="mt-3.5 flex items-center gap-1 border-t border-line bg-surface-2 px-2.5 py-2">
        <Button variant="ghost" className="px-2!" icon={<Move className="i" aria-hidden="true" />} onClick={actions.move}>
          {t('move')}
        </Button>
        {blocked ? null : (
          <Button variant="ghost" className="px-2!" icon={<Repeat2 className="i" aria-hidden="true" />} onClick={actions.repeat}>
            {t('repeat')}
          </Button>
        )}
        <Button variant="ghost" className="px-2!" icon={<Pencil className="i" aria-hidden="true" />} onClick={actions.edit}>
          {t('edit')}
        </Button>
        <span className="ml-auto flex flex-none gap-1">
          {last ? (
            <Button
              variant="ghost"
              iconOnly
              label={t('undo_last')}
              icon={<Undo2 className="i" aria-hidden="true" />}
              onClick={() => void undoLast()}
            />
          ) : null}
          <Button
            variant="danger-ghost"
            iconOnly
            label={t(blocked ? 'delete_block' : 'delete')}
            icon={<Trash2 className="i" aria-hidden="true" />}
            onClick={actions.remove}
          />
        </span>
      </footer>
    </div>,
    document.body,
  );
}

import { closeCard } from '#calendar/state/card-store.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { NudgeButtons } from './nudge-buttons.tsx';
import {
  BookingLine,
  CallLink,
  DeleteButton,
  EditButton,
  type EventCardProps,
  MoveAndRepeat,
  NextTimeRow,
  NoteLines,
  StatusButtons,
  UndoLast,
  UnreadClient,
  VisitsLine,
  WhoMark,
} from './quick-card-parts.tsx';
import { VisitLines } from './quick-card-visit.tsx';

/**
 * The quick card for fingers: a sheet from the bottom, on tablets as on phones; every target 44 px. Its first action is the
 * dialog, for the eye as for the focus (CAL-21).
 */
export function CardSheet({ booking, salon, actions }: EventCardProps) {
  return (
    <Dialog
      open
      sheet
      onClose={closeCard}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <WhoMark booking={booking} size="lg" />
          <span className="min-w-24 flex-1 leading-tight">
            <span className="line-clamp-3 break-words">{booking.name}</span>
            <VisitsLine booking={booking} zone={salon.config.timezone} />
          </span>
        </span>
      }
      footer={
        <div className="flex flex-1 flex-wrap items-center gap-2">
          {/* Without their marks on the narrowest phones: all stand in one row. */}
          <MoveAndRepeat variant="secondary" className="flex-1 px-2! max-[24rem]:[&>svg]:hidden" {...{ booking, actions }} />
          <span className="ml-auto flex flex-none gap-2">
            <UndoLast booking={booking} />
            <DeleteButton {...{ booking, actions }} />
          </span>
        </div>
      }
    >
      <BookingLine booking={booking} salon={salon} />
      <VisitLines event={booking.event} salon={salon} />
      <UnreadClient booking={booking} />
      <NoteLines booking={booking} />
      <div className="mt-3 flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <EditButton variant="primary" className="flex-auto" actions={actions} data-autofocus />
          <CallLink booking={booking} wide />
        </div>
        {booking.blocked ? null : <StatusButtons booking={booking} zone={salon.config.timezone} />}
        <NextTimeRow {...{ booking, salon, actions }} />
        <NudgeButtons {...{ booking, salon }} />
      </div>
    </Dialog>
  );
}

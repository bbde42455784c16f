import { Link } from 'react-router-dom';
import { classNames } from '#ui/style/class-names.ts';
import { CardPanel } from './quick-card-panel.tsx';
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

/** The quick card for mouse and keyboard. */
export function CardPopover({ card, booking, salon, actions, title }: EventCardProps) {
  const { blocked, client, name } = booking;
  const looks = { variant: 'ghost', className: 'px-2!' } as const;
  return (
    <CardPanel card={card} title={title}>
      <div className="flex flex-wrap items-start gap-3 px-4 pt-4">
        <WhoMark booking={booking} />
        <div className="min-w-16 flex-1 leading-tight">
          <h2 className={classNames('text-base', !client && 'truncate max-[20rem]:whitespace-normal')} title={name}>
            {client ? (
              <Link
                className="-my-1 block w-fit max-w-full truncate py-1 max-[20rem]:whitespace-normal hover:underline"
                to={`/clients/${client.id}`}
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          <VisitsLine booking={booking} zone={salon.config.timezone} />
        </div>
        <CallLink booking={booking} />
      </div>
      <div className="px-4 pt-3">
        <BookingLine booking={booking} salon={salon} />
        <VisitLines event={booking.event} salon={salon} />
        <UnreadClient booking={booking} />
        <NoteLines booking={booking} />
        {blocked ? null : (
          <div className="mt-3.5">
            <StatusButtons booking={booking} zone={salon.config.timezone} />
            <NextTimeRow {...{ booking, salon, actions }} />
          </div>
        )}
      </div>
      <footer className="mt-3.5 flex flex-wrap items-center gap-1 border-t border-line bg-surface-2 px-2 py-2">
        <EditButton actions={actions} {...looks} />
        <MoveAndRepeat {...{ booking, actions }} {...looks} />
        <span className="ml-auto flex flex-none">
          <UndoLast booking={booking} />
          <DeleteButton {...{ booking, actions }} />
        </span>
      </footer>
    </CardPanel>
  );
}

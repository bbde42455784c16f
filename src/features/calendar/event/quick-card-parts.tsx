import {
  CircleCheckBig,
  CircleX,
  Lock,
  Move,
  NotebookPen,
  Pencil,
  Phone,
  Repeat2,
  Trash2,
  TriangleAlert,
  Undo2,
  UserRound,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';
import { type CSSProperties, type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { Booking } from '#calendar/reads/use-booking.ts';
import type { OpenCard } from '#calendar/state/card-store.ts';
import { clientVisits$ } from '#data/events/client-visits.ts';
import { PRESSABLE, type PressableStatus, shownStatus } from '#domain/booking/event-status.ts';
import { roomOf } from '#domain/booking/taken-rooms.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { sortNotes } from '#domain/people/client-notes.ts';
import { dialled } from '#domain/people/dialled.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { zonedParts } from '#domain/time/time.ts';
import { undoLast, useIsLastChanged } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { useEventActions } from './event-actions.ts';
import { NextTimeButtons } from './next-time-buttons.tsx';
import { RequestAnswer } from './request-answer.tsx';
import { useEarlyStatus } from './use-early-status.tsx';

const STATUS_ICON = {
  arrived: UserRoundCheck,
  completed: CircleCheckBig,
  'no-show': UserRoundX,
  cancelled: CircleX,
} as const;

/** A lock, or the client's letters. */
export function WhoMark({ booking: { blocked, name }, size }: { booking: Booking; size?: 'lg' }) {
  return blocked ? <Lock className="i mt-0.5" aria-hidden="true" /> : <ClientAvatar name={name} size={size} />;
}

/** „8 посещения · 1 неявяване“, where there is a client. */
export function VisitsLine({ booking: { client }, zone }: { booking: Booking; zone: string }) {
  return client ? (
    <span className="mt-0.5 block text-sm font-normal text-ink-2">
      <Visits client={client} zone={zone} />
    </span>
  ) : null;
}

/** The line is kept free until all is counted, so that nothing moves. */
function Visits({ client: { id, created_at }, zone }: { client: Pick<LocalRow<'clients'>, 'id' | 'created_at'>; zone: string }) {
  const { t } = useTranslation('booking');
  const replica = useReplica();
  const language = useLanguage();
  const {
    value: visits,
    phase,
    retry,
  } = useLiveState(() => clientVisits$(replica, { id, created_at }), [replica, id, created_at]);
  if (phase === 'failed') return <Unread words={t('visits_failed')} onRetry={retry} />;
  if (!visits) return <span aria-hidden="true">{'\u00a0'}</span>;
  return (
    <span>
      {t('visits', { count: visits.came })}
      {visits.noShows > 0 ? (
        <>
          {' · '}
          <span className="text-ink">{t('no_shows', { count: visits.noShows })}</span>
        </>
      ) : null}
      {visits.since ? ` ${t('visits_since', { month: formatMonth(zonedParts(visits.since, zone).date, language) })}` : null}
    </span>
  );
}

/** In place of what could not be read; the rest of the card goes on. */
function Unread({ words, onRetry }: { words: string; onRetry(): void }) {
  const { t } = useTranslation('calendar');
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span role="alert">{words}</span>
      <Button variant="ghost" size="sm" className="-my-1" onClick={onRetry}>
        {t('retry')}
      </Button>
    </span>
  );
}

export function UnreadClient({ booking: { onReadClient } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  return onReadClient ? (
    <div className="mt-2.5 text-ink-2 text-sm">
      <Unread words={t('client_failed')} onRetry={onReadClient} />
    </div>
  ) : null;
}

/** A link that calls; wherever there is a number. */
export function CallLink({ booking: { client, name }, wide }: { booking: Booking; wide?: boolean }) {
  const { t } = useTranslation('booking');
  const number = dialled(client?.phone ?? '');
  if (!client || !number) return null;
  const shown = displayPhone(client.phone);
  return (
    <a
      className={classNames('btn btn-secondary tnum breaks', wide && 'flex-auto')}
      href={`tel:${number}`}
      aria-label={t('call', { name, phone: shown })}
    >
      <Phone className="i" aria-hidden="true" />
      {/* One piece, but in large text on a phone. */}
      <span className="whitespace-nowrap max-[20rem]:whitespace-normal">{shown}</span>
    </a>
  );
}

/** When, what, with whom and for how much, on the employee's own tint. */
export function BookingLine({ booking, salon }: { booking: Booking; salon: SalonPart }) {
  const { t } = useTranslation('booking');
  const language = useLanguage();
  const { event, employee, service, day, range, blocked } = booking;
  const who = employee ? t('with', { employee: employee.name }) : null;
  const room = salon.rooms ? roomOf(event, salon.rooms)?.name : null;
  const { price: amount, currency } = event;
  const price =
    blocked || amount === null || currency === null ? null : shownMoney({ amount, currency }, salon.config.currency, language);
  return (
    <div
      className={classNames('booking-line', blocked && 'blocked')}
      style={employee ? ({ '--c': employee.color } as CSSProperties) : undefined}
    >
      <b className="font-semibold tnum">
        {day} · <span className="whitespace-nowrap">{range}</span>
      </b>
      <span className="block text-sm">
        {[[service, room, who].filter(Boolean).join(', '), price].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}

/** The important ones of the client's notes, the appointment's note, then the client's other notes. */
export function NoteLines({ booking: { event, client } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { important, rest } = sortNotes(client?.notes ?? null);
  const notes = [
    {
      text: important.join('\n'),
      Icon: TriangleAlert,
      label: t('client_warning'),
      look: 'font-semibold text-warning',
      clamp: '',
    },
    { text: event.notes, Icon: NotebookPen, label: t('note'), look: 'text-ink-2', clamp: 'line-clamp-4' },
    { text: rest, Icon: UserRound, label: t('client_note'), look: 'text-ink-2', clamp: 'line-clamp-4' },
  ];
  return notes.map(({ text, Icon, label, look, clamp }) =>
    text ? (
      <p key={label} className={classNames('mt-2.5 flex gap-2', look)}>
        <Icon className="i mt-px flex-none" role="img" aria-label={label} />
        <span className={classNames('min-w-0 break-words whitespace-pre-line', clamp)}>{text}</span>
      </p>
    ) : null,
  );
}

/** One tap sets a status, the same tap again takes it away. */
export function StatusButtons({ booking, zone }: { booking: Booking; zone: string }) {
  const { t } = useTranslation(['booking', 'visits']);
  const { press, confirm } = useEventActions();
  const { ask, question } = useEarlyStatus(zone, booking.event);
  const shown = shownStatus(booking.event);
  /** The status pressed last, and the row it was pressed on: the second half of a double click must not take it back. */
  const { event } = booking;
  const pressed = useRef<{ row: object; status: PressableStatus } | null>(null);
  const onPress = (status: PressableStatus, { detail }: MouseEvent) => {
    const row = booking.event;
    if (detail > 1 || (pressed.current?.row === row && pressed.current.status === status)) return;
    ask(row, status, async () => {
      pressed.current = { row, status };
      if (!(await press(booking, status))) pressed.current = null;
    });
  };
  return (
    <>
      <RequestAnswer
        event={event}
        zone={zone}
        onConfirm={() => void confirm(booking)}
        onDecline={() => void press(booking, 'cancelled')}
      />
      <fieldset className="statusset" aria-label={t('status_group')}>
        {PRESSABLE.map((status) => {
          const Icon = STATUS_ICON[status];
          return (
            <button
              key={status}
              type="button"
              aria-pressed={shown === status}
              className={shown === status ? 'on' : undefined}
              onClick={(click) => onPress(status, click)}
            >
              <Icon className="i" aria-hidden="true" />
              {t(`status.${status}`)}
            </button>
          );
        })}
        {question}
      </fieldset>
      {event.visit_id && event.status !== 'cancelled' ? (
        <Button
          size="sm"
          breaks
          className="mt-1.5"
          icon={<CircleX className="i i-sm" aria-hidden="true" />}
          onClick={() => void press(booking, 'cancelled', undefined, true)}
        >
          {t('visits:cancel_alone')}
        </Button>
      ) : null}
    </>
  );
}

/** „Следващ час“, where there is a client. */
export function NextTimeRow({
  booking: { event, client },
  salon,
  actions,
}: Pick<EventCardProps, 'booking' | 'salon' | 'actions'>) {
  return client && event.client_id ? (
    <NextTimeButtons event={{ ...event, client_id: event.client_id }} {...{ salon }} onChoose={actions.choose} className="mt-3" />
  ) : null;
}

/** The actions of the card's buttons; each closes the card first. */
export interface CardActions {
  edit(): void;
  /** Opens the booking dialog by its path. */
  choose(path: string): void;
  move(): void;
  repeat(): void;
  remove(): void;
}

export interface EventCardProps {
  card: OpenCard;
  salon: SalonPart;
  booking: Booking;
  actions: CardActions;
  title: string;
}

/** How the buttons look that the card at a desk and the sheet for fingers have in common. */
interface Looks {
  variant: 'primary' | 'secondary' | 'ghost';
  className: string;
  /** The sheet around it begins here. */
  'data-autofocus'?: boolean;
}

/** „Премести“ and „Повтори“; blocked time is not repeated. */
export function MoveAndRepeat({ booking, actions, ...looks }: Pick<EventCardProps, 'booking' | 'actions'> & Looks) {
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

export function EditButton({ actions, ...looks }: Pick<EventCardProps, 'actions'> & Looks) {
  const { t } = useTranslation('booking');
  return (
    <Button {...looks} icon={<Pencil className="i" aria-hidden="true" />} onClick={actions.edit}>
      {t('edit')}
    </Button>
  );
}

/** Only while the last thing that was done was done to this appointment; its place is kept, so that nothing moves under the finger. */
export function UndoLast({ booking }: Pick<EventCardProps, 'booking'>) {
  const { t } = useTranslation('undo');
  if (!useIsLastChanged(booking.event.id)) return <span className="btn btn-icon invisible" aria-hidden="true" />;
  const icon = <Undo2 className="i" aria-hidden="true" />;
  return <Button variant="ghost" iconOnly label={t('undo_last')} icon={icon} onClick={() => void undoLast()} />;
}

export function DeleteButton({ booking, actions }: Pick<EventCardProps, 'booking' | 'actions'>) {
  const { t } = useTranslation('booking');
  const label = t(booking.blocked ? 'delete_block' : 'delete');
  const icon = <Trash2 className="i" aria-hidden="true" />;
  return <Button variant="danger-ghost" iconOnly label={label} icon={icon} onClick={actions.remove} />;
}

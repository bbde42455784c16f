import { CircleCheckBig, CircleX, Lock, NotebookPen, Phone, UserRound, UserRoundCheck, UserRoundX } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { clientVisits$ } from '#data/client-visits.ts';
import { PRESSABLE, shownStatus } from '#domain/event-status.ts';
import { formatMoney } from '#domain/money.ts';
import { displayPhone } from '#domain/phones.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { useLive } from '#ui/use-live.ts';
import type { SalonPart } from './calendar-reads.ts';
import { useEventActions } from './event-actions.ts';
import type { Booking } from './use-booking.ts';

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
export function VisitsLine({ booking: { client } }: { booking: Booking }) {
  return client ? (
    <span className="mt-0.5 block text-sm font-normal whitespace-nowrap text-ink-2">
      <Visits clientId={client.id} />
    </span>
  ) : null;
}

/** The line is kept free until all is counted, so that nothing moves. */
function Visits({ clientId }: { clientId: string }) {
  const { t } = useTranslation('booking');
  const replica = useReplica();
  const visits = useLive(() => clientVisits$(replica, clientId), [replica, clientId]);
  if (!visits) return <span aria-hidden="true">{'\u00a0'}</span>;
  return (
    <>
      {t('visits', { count: visits.came })}
      {visits.noShows > 0 ? (
        <>
          {' · '}
          <span className="text-ink">{t('no_shows', { count: visits.noShows })}</span>
        </>
      ) : null}
    </>
  );
}

/** A link that calls; wherever there is a number. */
export function CallLink({ booking: { client, name }, wide }: { booking: Booking; wide?: boolean }) {
  const { t } = useTranslation('booking');
  if (!client?.phone) return null;
  const shown = displayPhone(client.phone);
  return (
    <a
      className={classNames('btn btn-secondary tnum', wide && 'w-full')}
      href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}
      aria-label={t('call', { name, phone: shown })}
    >
      <Phone className="i" aria-hidden="true" />
      {shown}
    </a>
  );
}

/** When, what, with whom and for how much, on the employee's own tint. */
export function BookingLine({ booking, salon }: { booking: Booking; salon: SalonPart }) {
  const { t } = useTranslation('booking');
  const language = useLanguage();
  const { event, employee, service, day, range, blocked } = booking;
  const who = employee ? t('with', { employee: employee.name }) : null;
  const price = blocked || event.price === null ? null : formatMoney(event.price, salon.config.currency, language);
  return (
    <div
      className={classNames('booking-line', blocked && 'blocked')}
      style={employee ? ({ '--c': employee.color } as CSSProperties) : undefined}
    >
      <b className="font-semibold tnum">
        {day} · <span className="whitespace-nowrap">{range}</span>
      </b>
      <span className="block text-sm">{[[service, who].filter(Boolean).join(', '), price].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

/** The appointment's note, then what is known of the client. */
export function NoteLines({ booking: { event, client } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const notes = [
    { text: event.notes, Icon: NotebookPen, label: t('note') },
    { text: client?.notes, Icon: UserRound, label: t('client_note') },
  ];
  return notes.map(({ text, Icon, label }) =>
    text ? (
      <p key={label} className="mt-2.5 flex gap-2 text-ink-2">
        <Icon className="i mt-px flex-none" role="img" aria-label={label} />
        <span className="line-clamp-4 min-w-0 break-words whitespace-pre-line">{text}</span>
      </p>
    ) : null,
  );
}

/** One tap sets a status, the same tap again takes it away. */
export function StatusButtons({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { press } = useEventActions();
  const shown = shownStatus(booking.event);
  return (
    <fieldset className="statusset" aria-label={t('status_group')}>
      {PRESSABLE.map((status) => {
        const Icon = STATUS_ICON[status];
        return (
          <button
            key={status}
            type="button"
            aria-pressed={shown === status}
            className={shown === status ? 'on' : undefined}
            onClick={() => void press(booking, status)}
          >
            <Icon className="i" aria-hidden="true" />
            {t(`status.${status}`)}
          </button>
        );
      })}
    </fieldset>
  );
}

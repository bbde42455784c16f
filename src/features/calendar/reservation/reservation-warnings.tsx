import { CalendarX2, ClockAlert, CloudOff, DoorClosed, History, UserRoundX } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { UsualHoursButton } from '#calendar/hours/usual-hours-dialog.tsx';
import { clockOf, timesOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { eventName, rangeWords, unbroken } from '#calendar/reads/event-words.ts';
import { around$, type Checks, checksOf, daysOf } from '#calendar/reads/reservation-checks.ts';
import { fittingTimes } from '#domain/booking/busy-spans.ts';
import { isLocalDate } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { closedAside } from '#features/shared/open-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import type { ReservationValues } from './reservation-form.ts';

/** So many are named, the others counted. */
const NAMED = 2;

export interface LiveChecks {
  /** Undefined while nothing can be said. */
  checks: Checks | undefined;
  /** Reads again what could not be read; null: nothing failed. */
  onRetry: (() => void) | null;
}

/** The checks of what stands in the form. */
export function useChecks(
  values: ReservationValues,
  saved: Pick<LocalRow<'events'>, 'id' | 'status' | 'visit_id'> | null,
  salon: SalonPart,
): LiveChecks {
  const replica = useReplica();
  const zone = salon.config.timezone;
  const booking =
    values.employee && isLocalDate(values.date)
      ? {
          ...timesOf(values, zone),
          ...(values.block ? {} : fittingTimes(values.duration, values)),
          id: saved?.id ?? '',
          visit_id: saved?.visit_id ?? null,
          resource_id: values.employee,
          service_id: values.service || null,
          type: values.block ? ('blocking' as const) : ('appointment' as const),
          status: saved?.status ?? null, // a cancelled one lies over nothing
        }
      : null;
  const { first, last } = booking ? daysOf(booking, zone) : { first: null, last: null };
  const {
    value: around,
    phase,
    retry,
  } = useLiveState(() => (first && last ? around$(replica, first, last, zone) : of(null)), [replica, first, last, zone]);
  return {
    checks: around && booking ? checksOf(around, booking, salon) : undefined,
    onRetry: phase === 'failed' ? retry : null,
  };
}

/** Says if the new time is over already. The end decides, because a client who is being served is often booked a little late. */
function isOver(values: ReservationValues, was: ReservationValues | null, zone: string): boolean {
  if (!isLocalDate(values.date)) return false;
  const { start_time, end_time } = timesOf(values, zone);
  return end_time <= new Date().toISOString() && (was === null || timesOf(was, zone).start_time !== start_time);
}

interface WarningsProps extends LiveChecks {
  values: ReservationValues;
  employeeName: string;
  zone: string;
  /** The name of the service that this employee does not offer; null: that is not so. */
  notOffered?: string | null;
  /** As it is saved; null for a new one. Where it stays there is nothing to say of a time that is over. */
  was: ReservationValues | null;
}

/**
 * The warnings before a save: an overlap, nobody at work, a time that the clock skips. They forbid nothing. The element is there
 * without a warning too, so that screen readers read out a warning that comes.
 */
export function ReservationWarnings({ checks, onRetry, values, employeeName, zone, was, notOffered = null }: WarningsProps) {
  const { t } = useTranslation(['calendar', 'reservation', 'visits']);
  const { over: all = [], off, shift, hours, closed = null, unknown, bare } = checks ?? {};
  const language = useLanguage();
  const over = all.filter(({ room }) => !room);
  const crowd = all.filter(({ room }) => room);
  const moreThan = ({ length }: Checks['over']) =>
    length > NAMED ? ` ${t('reservation.overlap_more', { count: length - NAMED })}` : '';
  const asked = values.hour * 60 + values.minute;
  const clock = isLocalDate(values.date) ? clockOf(values, zone) : { from: asked, to: asked + values.duration };
  const { from } = clock;
  const turned = Math.sign(clock.to - from - values.duration);
  const time = formatTime(from);
  return (
    <>
      {onRetry ? <ErrorBox className="col-span-6" title={t('data_failed')} onRetry={onRetry} retryLabel={t('retry')} /> : null}
      <div className="contents" role="status">
        {isOver(values, was, zone) ? (
          <Notice tone="warn" icon={<History className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="over">{t('reservation:over')}</p>
          </Notice>
        ) : null}
        {from === asked ? null : (
          <Notice tone="warn" icon={<ClockAlert className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="skipped">{t('reservation:skipped', { asked: formatTime(asked), time })}</p>
          </Notice>
        )}
        {turned === 0 ? null : (
          <Notice icon={<ClockAlert className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="turned">
              {t(turned < 0 ? 'reservation:turned_back' : 'reservation:turned_on', {
                length: t('reservation.minutes', { count: values.duration }).replace(' ', '\u00a0'),
                ...{ from: time, to: formatTime(clock.to) },
              })}
            </p>
          </Notice>
        )}
        {over.length > 0 ? (
          <Notice tone="warn" className="col-span-6 py-2.5!">
            <p data-warning="overlap">
              <Trans
                t={t}
                i18nKey="reservation.overlap"
                values={{ names: '' }}
                components={{ b: <OverNames over={over.slice(0, NAMED)} zone={zone} more={moreThan(over)} /> }}
              />
            </p>
          </Notice>
        ) : null}
        {crowd.length > 0 ? (
          <Notice tone="warn" icon={<DoorClosed className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="room">
              <Trans
                t={t}
                i18nKey="reservation.room_taken"
                values={{ names: '', room: crowd[0]?.room }}
                components={{ b: <OverNames over={crowd.slice(0, NAMED)} zone={zone} more={moreThan(crowd)} /> }}
              />
            </p>
          </Notice>
        ) : null}
        {off ? (
          <Notice tone="warn" icon={<CalendarX2 className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="off-shift">
              {t(`reservation.${off}`, {
                ...{ employee: employeeName, time, shift: unbroken(shift ?? ''), why: closedAside(closed, language) },
                hours: off === 'beyond_hours' || !hours ? unbroken(hours ?? '') : ` (${unbroken(hours)})`,
              })}
            </p>
            {bare && (off === 'no_shift' || off === 'off_shift') ? (
              <UsualHoursButton employees={[{ id: values.employee, name: employeeName }]} />
            ) : null}
          </Notice>
        ) : null}
        {notOffered === null ? null : (
          <Notice tone="warn" icon={<UserRoundX className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="not-offered">{t('visits:not_offered', { employee: employeeName, service: notOffered })}</p>
          </Notice>
        )}
        {unknown ? (
          <Notice icon={<CloudOff className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
            <p data-warning="unknown">{t(`reservation:older.${unknown}`)}</p>
          </Notice>
        ) : null}
      </div>
    </>
  );
}

interface OverNamesProps {
  over: Checks['over'];
  zone: string;
  /** After the last name, such as „и още 3“. */
  more?: ReactNode;
  /** With the room that each leaves none of, where that is not said beside them. */
  withRoom?: boolean;
}

/** The bookings that a booking would overlap: names with their times, which are never broken over two lines. */
export function OverNames({ over, zone, more, withRoom = false }: OverNamesProps) {
  const { t } = useTranslation('calendar');
  return (
    <b className="font-semibold">
      {over.map(({ event, client, room }, at) => {
        const range = rangeWords(event, zone, t);
        return (
          <Fragment key={event.id}>
            {at > 0 ? '; ' : null}
            {eventName(event, client, t)}, <span className="whitespace-nowrap">{range}</span>
            {withRoom && room ? ` (${room})` : null}
          </Fragment>
        );
      })}
      {more}
    </b>
  );
}

/** The note about what is missing for Save, beside the buttons. The element is there without a note too, so that one is read out. */
export function FooterNote({ children }: { children: ReactNode }) {
  return (
    <span className="mr-auto text-ink-3 text-xs empty:absolute max-md:order-1 max-md:basis-full" role="status">
      {children}
    </span>
  );
}

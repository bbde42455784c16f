import { CalendarX2 } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { combineLatest, map, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { daysEvents$ } from '#data/events.queries.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { availableStretches, isBookable, isWithinShift, shiftLabel, type WeeklySets } from '#domain/availability.ts';
import { formatTime, formatTimeRange } from '#domain/date-format.ts';
import { clientName } from '#domain/names.ts';
import { overlapsWith } from '#domain/overlap.ts';
import { addDays, isLocalDate, minutesBetween, zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
import { type ReservationValues, timesOf } from './reservation-form.ts';

interface WarningsProps {
  values: ReservationValues;
  eventId: string | null;
  employeeName: string;
  zone: string;
  weekly: WeeklySets;
}

/** What one should know before saving: whom it lies over, and that nobody works then. Nothing here forbids. */
export function ReservationWarnings(props: WarningsProps) {
  const { values } = props;
  return values.employee && isLocalDate(values.date) ? <Warnings {...props} /> : null;
}

function Warnings({ values, eventId, employeeName, zone, weekly }: WarningsProps) {
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const { date, employee, duration } = values;
  const around = useLive(
    () =>
      combineLatest([
        daysEvents$(replica, date, addDays(date, 1), zone).pipe(
          switchMap((events) =>
            clientsById$(
              replica,
              events.flatMap(({ client_id }) => (client_id ? [client_id] : [])),
            ).pipe(map((clients) => ({ events, clients }))),
          ),
        ),
        overrideSets$(replica, date, date),
      ]).pipe(map(([{ events, clients }, overrides]) => ({ events, clients, overrides }))),
    [replica, date, zone],
  );
  if (!around) return null;

  const candidate = {
    ...timesOf(values, zone),
    ...{
      id: eventId ?? '',
      resource_id: employee,
      type: values.block ? ('blocking' as const) : ('appointment' as const),
      status: null,
    },
  };
  const over = overlapsWith(candidate, around.events);
  const names = over.map((event) => {
    const client = event.client_id ? around.clients.get(event.client_id) : undefined;
    const from = zonedParts(event.start_time, zone).minute;
    const range = formatTimeRange(from, from + minutesBetween(event.start_time, event.end_time));
    return `${client ? clientName(client) : (event.title ?? t('blocked_title'))}, ${range}`;
  });
  const more = names.length > 2 ? ` ${t('reservation.overlap_more', { count: names.length - 2 })}` : '';

  const start = values.hour * 60 + values.minute;
  const stretches = availableStretches(date, weekly, around.overrides, employee);
  const shift = shiftLabel(stretches);
  const off =
    stretches.length === 0
      ? 'no_shift'
      : !isBookable(stretches, start)
        ? 'off_shift'
        : !isWithinShift(stretches, start, start + duration)
          ? 'beyond_shift'
          : null;
  return (
    <>
      {names.length > 0 ? (
        <Notice tone="warn" className="col-span-6 py-2.5!">
          <p data-warning="overlap">
            <Trans
              t={t}
              i18nKey="reservation.overlap"
              values={{ names: names.slice(0, 2).join('; ') + more }}
              components={{ b: <b className="font-semibold" /> }}
            />
          </p>
        </Notice>
      ) : null}
      {off ? (
        <Notice tone="warn" icon={<CalendarX2 className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
          <p data-warning="off-shift">{t(`reservation.${off}`, { employee: employeeName, time: formatTime(start), shift })}</p>
        </Notice>
      ) : null}
    </>
  );
}

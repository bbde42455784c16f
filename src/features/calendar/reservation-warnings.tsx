import { CalendarX2, CloudOff } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { formatTime } from '#domain/date-format.ts';
import { isLocalDate } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
import type { SalonPart } from './calendar-reads.ts';
import { OverNames } from './over-names.tsx';
import { around$, type Checks, checksOf, daysOf } from './reservation-checks.ts';
import { type ReservationValues, timesOf } from './reservation-form.ts';

/** So many are named, the others counted. */
const NAMED = 2;

/** The checks of what stands in the form; undefined while nothing can be said. */
export function useChecks(
  values: ReservationValues,
  saved: Pick<LocalRow<'events'>, 'id' | 'status'> | null,
  salon: SalonPart,
): Checks | undefined {
  const replica = useReplica();
  const zone = salon.config.timezone;
  const booking =
    values.employee && isLocalDate(values.date)
      ? {
          ...timesOf(values, zone),
          id: saved?.id ?? '',
          resource_id: values.employee,
          type: values.block ? ('blocking' as const) : ('appointment' as const),
          status: saved?.status ?? null, // a cancelled one lies over nothing
        }
      : null;
  const { first, last } = booking ? daysOf(booking, zone) : { first: null, last: null };
  const around = useLive(() => (first && last ? around$(replica, first, last, zone) : of(null)), [replica, first, last, zone]);
  return around && booking ? checksOf(around, booking, zone, salon.weekly) : undefined;
}

interface WarningsProps {
  checks: Checks;
  values: ReservationValues;
  employeeName: string;
  zone: string;
}

/** What one should know before saving: whom it lies over, and that nobody works then. Nothing here forbids. */
export function ReservationWarnings({ checks, values, employeeName, zone }: WarningsProps) {
  const { t } = useTranslation(['calendar', 'reservation']);
  const { over } = checks;
  const more = over.length > NAMED ? ` ${t('reservation.overlap_more', { count: over.length - NAMED })}` : '';
  const time = formatTime(values.hour * 60 + values.minute);
  return (
    <>
      {over.length > 0 ? (
        <Notice tone="warn" className="col-span-6 py-2.5!">
          <p data-warning="overlap">
            <Trans
              t={t}
              i18nKey="reservation.overlap"
              values={{ names: '' }}
              components={{ b: <OverNames over={over.slice(0, NAMED)} zone={zone} more={more} /> }}
            />
          </p>
        </Notice>
      ) : null}
      {checks.off ? (
        <Notice tone="warn" icon={<CalendarX2 className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
          <p data-warning="off-shift">{t(`reservation.${checks.off}`, { employee: employeeName, time, shift: checks.shift })}</p>
        </Notice>
      ) : null}
      {checks.unknown ? (
        <Notice icon={<CloudOff className="i mt-px" aria-hidden="true" />} className="col-span-6 py-2.5!">
          <p data-warning="unknown">{t(`reservation:older.${checks.unknown}`)}</p>
        </Notice>
      ) : null}
    </>
  );
}

import { CalendarSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { map, of } from 'rxjs';
import { timesOf } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { nearFreeSlots$, nextFreeSlots$ } from '#data/events/free-slots.queries.ts';
import { fittingTimes } from '#domain/booking/busy-spans.ts';
import type { FreeSlot } from '#domain/booking/free-slots.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { isLocalDate, type LocalDate, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import type { ReservationValues } from './reservation-form.ts';

const OFFERED = 4;
const ANYONE = { count: OFFERED, perDay: OFFERED, apart: 30 };

interface OffersProps {
  values: ReservationValues;
  eventId: string | null;
  salon: SalonPart;
  today: LocalDate;
  /** The chosen time is taken, or nobody works then: the places are shown without being asked for. */
  open: boolean;
  onPick(slot: FreeSlot): void;
}

/** The free places nearest to the chosen time, from the device; one of them is chosen by a tap. A day that is over has none. */
export function ReservationOffers(props: OffersProps) {
  const { t } = useTranslation('reservation');
  const [asked, setAsked] = useState(false);
  if (!isLocalDate(props.values.date) || props.values.date < props.today) return null;
  const onPick = (slot: FreeSlot) => {
    setAsked(true); // the chosen one stays in sight, with the others beside it
    props.onPick(slot);
  };
  return asked || props.open ? (
    <Offers {...props} onPick={onPick} />
  ) : (
    <Button
      variant="ghost"
      size="sm"
      breaks
      className="col-span-6 -my-2 -ml-2 justify-self-start text-left"
      icon={<CalendarSearch className="i i-sm" aria-hidden="true" />}
      onClick={() => setAsked(true)}
    >
      {t('offers.show')}
    </Button>
  );
}

function Offers({ values, eventId, salon, onPick }: OffersProps) {
  const { t } = useTranslation(['reservation', 'calendar']);
  const language = useLanguage();
  const replica = useReplica();
  const { timezone: zone, interval, open } = salon.config;
  const { duration } = values;
  const now = { employee: values.employee, start: timesOf(values, zone).start_time };
  const [picked, setPicked] = useState<{ slot: FreeSlot; asked: typeof now } | null>(null);
  const isPicked = (slot: FreeSlot) => slot.start === now.start && slot.resourceId === now.employee;
  // A choice from the list is no new question: the list stays as it is.
  const { employee, start } = picked && isPicked(picked.slot) ? picked.asked : now;
  const { date } = zonedParts(start, zone);
  const service = salon.services.get(values.service);
  // Whoever does not offer it is not suggested, but found where that one was asked for.
  const resourceIds = useMemo(
    () =>
      salon.employees
        .filter(({ id, active }) => active && (!service || id === employee || isOfferedBy(service, id)))
        .map(({ id }) => id),
    [salon.employees, service, employee],
  );
  const { rooms } = salon;
  const room = rooms?.get(values.service) ?? null;
  const { processing_after, processing_minutes, buffer_after } = fittingTimes(duration, values);
  const {
    value: found,
    phase,
    retry,
  } = useLiveState(() => {
    const times = { processing_after, processing_minutes, buffer_after };
    const question = {
      date,
      minutes: duration,
      times,
      rooms,
      room,
      weekly: salon.weekly,
      resourceIds,
      zone,
      open,
      interval,
      without: eventId,
    };
    const slots$ = employee
      ? nearFreeSlots$(replica, question, { resourceId: employee, start }, OFFERED)
      : nextFreeSlots$(replica, question, ANYONE).pipe(map(({ slots }) => slots));
    return duration > 0 ? slots$ : of([]);
  }, [
    replica,
    employee,
    date,
    duration,
    start,
    salon.weekly,
    resourceIds,
    zone,
    open,
    interval,
    eventId,
    processing_after,
    processing_minutes,
    buffer_after,
    rooms,
    room,
  ]);

  const nameOf = (id: string) => salon.employees.find((one) => one.id === id)?.name ?? '';
  const whenOf = (slot: FreeSlot) => {
    const day = zonedParts(slot.start, zone).date;
    const time = formatTimeOf(slot.start, zone);
    return day === date ? time : `${formatWeekday(day, language, 'short')} ${time}`;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of buttons
    <div className="col-span-6" role="group" aria-label={t('offers.label')}>
      <p className="label" aria-hidden="true">
        {t('offers.label')}
      </p>
      {phase === 'failed' ? (
        <ErrorBox title={t('calendar:data_failed')} onRetry={retry} retryLabel={t('calendar:retry')} />
      ) : found?.length === 0 ? (
        <p className="text-ink-3 text-sm">{t('offers.none')}</p>
      ) : (
        <div className="flex min-h-(--control-h) flex-wrap gap-1.5">
          {found?.map((slot) => (
            <button
              key={`${slot.resourceId}/${slot.start}`}
              type="button"
              className={classNames('chip tnum', isPicked(slot) && 'on')}
              aria-pressed={isPicked(slot)}
              onClick={() => {
                setPicked({ slot, asked: { employee, start } });
                onPick(slot);
              }}
            >
              {whenOf(slot)}
              {slot.resourceId === employee ? null : (
                <span className="font-normal text-ink-2">{nameOf(slot.resourceId).split(' ')[0]}</span>
              )}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

import { CalendarCheck2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { useEventActions } from '#calendar/event/event-actions.ts';
import { clockOf, HOURS, MINUTES, timesOf, withCurrentValue } from '#calendar/reads/booking-time.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { rangeWords } from '#calendar/reads/event-words.ts';
import { placeWords } from '#calendar/reads/place-words.ts';
import { aroundDays$, datesOf, type PartChecks, partChecks, partPlaces } from '#calendar/reads/reservation-checks.ts';
import { useBooking } from '#calendar/reads/use-booking.ts';
import { useIsMounted } from '#calendar/reads/use-is-mounted.ts';
import { clockOptions, employeeOption } from '#calendar/reservation/choices.tsx';
import { type ReservationValues, reservationValues } from '#calendar/reservation/reservation-form.ts';
import { Meanwhile, useMeanwhile } from '#calendar/reservation/reservation-meanwhile.tsx';
import { ReservationWarnings } from '#calendar/reservation/reservation-warnings.tsx';
import { cutEvent } from '#calendar/state/use-cut.ts';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import type { PartPlace } from '#domain/booking/visits.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { DateField } from '#ui/form/date-field.tsx';
import { Select } from '#ui/form/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';

export interface MoveDialogProps {
  /** As it stands now. */
  event: LocalRow<'events'>;
  salon: SalonPart;
  today: LocalDate;
  /** The day on which it stands then, or is to stand. */
  onDate(date: LocalDate): void;
  onClose(): void;
}

const PLACE = ['employee', 'date', 'hour', 'minute'] as const satisfies readonly (keyof ReservationValues)[];
type Place = Pick<ReservationValues, (typeof PLACE)[number]>;
const pickPlace = ({ employee, date, hour, minute }: Place): Place => ({ employee, date, hour, minute });
/** Days ahead that have a button of their own. */
const AHEAD = [1, 7] as const;

/**
 * Moves an appointment without dragging: by date, time and employee, or by a slot that is pointed at afterwards. Where another
 * device moves it meanwhile the dialog says so, and follows unless a place was chosen here.
 */
export function MoveDialog({ event, salon, today, onDate, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['booking', 'calendar', 'visits']);
  const language = useLanguage();
  const { timezone: zone } = salon.config;
  const [first] = useState(event);
  const now = useMemo(() => reservationValues(event, zone), [event, zone]);
  const [seen, setSeen] = useState(now);
  const [place, setPlace] = useState(() => pickPlace(now));
  const dirty = PLACE.some((field) => place[field] !== seen[field]);
  if (seen !== now) {
    setSeen(now);
    if (!dirty) setPlace(pickPlace(now));
  }
  const [alone, setAlone] = useState(false);
  const [busy, setBusy] = useState(false);
  const isMounted = useIsMounted();
  const booking = useBooking(event.id, salon);
  const { move } = useEventActions();

  const set = (change: Partial<Place>) => setPlace((old) => ({ ...old, ...change }));
  const employee = salon.employees.find(({ id }) => id === place.employee);
  const name = booking?.name ?? '';
  const values: ReservationValues = { ...now, ...place };
  const clock = clockOf(values, zone);
  const range = formatTimeRange(clock.from, clock.to);
  const to = isLocalDate(place.date) && place.employee ? { ...timesOf(values, zone), resource_id: place.employee } : null;
  const { parts, onRetry } = useVisitChecks(event, to, alone, salon);
  const [own, ...along] = parts ?? [];
  const { sentence } = useMeanwhile({ row: first, now: event, deletedMeanwhile: false }, values, salon);

  const save = async () => {
    if (!to) return;
    setBusy(true);
    const nameOf = (id: string) => salon.employees.find((other) => other.id === id)?.name ?? '';
    const over = [...new Set((parts ?? []).flatMap((part) => part.over.map((shown) => shown.event)))];
    const saved = await move({ event, name }, to, over, placeWords(nameOf, zone, language), alone);
    if (!isMounted.current) return;
    setBusy(false);
    if (!saved) return;
    onClose();
    onDate(place.date);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={dirty}
      title={<span className="line-clamp-2 break-words">{t('move_title', { name })}</span>}
      badge={<span className="badge info tnum ml-1">{range}</span>}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (dirty && !busy) void save();
      }}
      footer={
        <>
          <Button
            className="mr-auto"
            icon={<CalendarCheck2 className="i" aria-hidden="true" />}
            onClick={() => {
              cutEvent(event);
              onClose();
              if (place.date !== now.date && isLocalDate(place.date)) onDate(place.date); // there the slot is looked for
            }}
          >
            {t('pick_slot')}
          </Button>
          <LeaveButton>{t('cancel')}</LeaveButton>
          <Button type="submit" variant="primary" disabled={!dirty} busy={busy}>
            {t('move')}
          </Button>
        </>
      }
    >
      <Meanwhile sentence={busy ? null : sentence} />
      <div className="grid grid-cols-6 gap-4">
        <DateField
          className="col-span-3 max-md:col-span-6"
          label={t('date')}
          name="date"
          value={place.date}
          today={today}
          noteOf={(date) => closedLabel(salon.config.open, date, language)}
          onChange={(date) => set({ date })}
        />
        <fieldset className="col-span-3 flex items-end gap-2 max-md:col-span-6" aria-label={t('another_day')}>
          {AHEAD.map((days) => (
            <Button
              key={days}
              className="h-10! flex-1 in-data-[density=touch]:h-12!"
              onClick={() => set({ date: addDays(place.date, days) })}
            >
              {t('days_later', { count: days })}
            </Button>
          ))}
        </fieldset>
        <Select<number>
          className="col-span-3"
          label={t('hour')}
          name="hour"
          value={place.hour}
          options={clockOptions(HOURS)}
          onChange={(hour) => set({ hour })}
        />
        <Select<number>
          className="col-span-3"
          label={t('minute')}
          name="minute"
          value={place.minute}
          options={clockOptions(withCurrentValue(MINUTES, now.minute, place.minute))}
          onChange={(minute) => set({ minute })}
        />
        <Select<string>
          className="col-span-6"
          label={t('employee')}
          name="employee"
          value={place.employee}
          options={[
            ...(salon.employees.some(({ id }) => id === now.employee) ? [] : [{ value: now.employee, label: t('nobody') }]),
            ...salon.employees.filter(({ id, active }) => active || id === now.employee).map((one) => employeeOption(one, t)),
          ]}
          onChange={(next) => set({ employee: next })}
        />
        {event.visit_id ? (
          <Checkbox className="col-span-6" name="alone" checked={alone} onChange={setAlone} label={t('visits:move_alone')} />
        ) : null}
        <ReservationWarnings
          checks={dirty ? own : undefined}
          onRetry={dirty ? onRetry : null}
          values={values}
          was={now}
          employeeName={employee?.name ?? t('nobody')}
          zone={zone}
          notOffered={(dirty && own?.notOffered) || null}
        />
        {dirty ? <VisitWarnings parts={along} salon={salon} /> : null}
      </div>
    </Dialog>
  );
}

interface VisitChecks {
  /** Of what is moved, then of each part that goes along; null while nothing can be said. */
  readonly parts: readonly PartChecks[] | null;
  /** Reads again what could not be read; null: nothing failed. */
  readonly onRetry: (() => void) | null;
}

/** Returns the live checks of every part that moves with an appointment. @param to its new place; null: none yet */
function useVisitChecks(event: LocalRow<'events'>, to: PartPlace | null, alone: boolean, salon: SalonPart): VisitChecks {
  const replica = useReplica();
  const language = useLanguage();
  const { timezone: zone } = salon.config;
  const { id } = event;
  const isVisit = event.visit_id !== null && !alone;
  const legs = useLiveState(() => (isVisit ? visitLegs$(replica, id) : of(null)), [replica, id, isVisit]);
  const all = isVisit ? (legs.value ?? null) : [event];
  const places = all && to ? partPlaces(all, id, to) : [];
  const dates = datesOf(places, zone).join();
  const around = useLiveState(() => (dates ? aroundDays$(replica, dates.split(','), zone) : of(null)), [replica, dates, zone]);
  const { value } = around;
  const parts = all && value && places.length > 0 ? partChecks(all, places, value, salon, language) : null;
  const failed = [legs, around].find(({ phase }) => phase === 'failed');
  return { parts, onRetry: failed ? failed.retry : null };
}

interface VisitWarningsProps {
  /** The parts of the visit that go along with the one that is moved. */
  parts: readonly PartChecks[];
  salon: SalonPart;
}

/** The warnings about each part of a visit that moves; a part has its name above only if there is a warning about it. */
function VisitWarnings({ parts, salon }: VisitWarningsProps) {
  const { t } = useTranslation(['booking', 'calendar']);
  const language = useLanguage();
  const zone = salon.config.timezone;
  return parts.map((part) => {
    const { event, place, employeeName, over, off, unknown, notOffered } = part;
    const placed = { ...event, ...place };
    const values = reservationValues(placed, zone);
    const service = event.service_id ? salon.services.get(event.service_id) : undefined;
    const named = [service ? serviceName(service, language) : event.title, employeeName, rangeWords(placed, zone, t)];
    const hasNews = over.length > 0 || off !== null || unknown !== null || notOffered !== null;
    return (
      <section key={event.id} className="contents" data-part={event.id}>
        {hasNews ? <p className="col-span-6 -mb-2 text-ink-2 text-sm">{named.filter(Boolean).join(', ')}</p> : null}
        <ReservationWarnings
          {...{ checks: part, values, zone, notOffered, was: values, onRetry: null }}
          employeeName={employeeName || t('nobody')}
        />
      </section>
    );
  });
}

import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clientsById$ } from '#data/clients.queries.ts';
import { undoEdit } from '#data/events/event-edits.ts';
import { moveEvent } from '#data/events/events.commands.ts';
import { services$ } from '#data/services.queries.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { type WorkSchedule, whoCanTake } from '#domain/shifts/time-off.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { clientWords } from '#features/shared/client-words.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Select } from '#ui/form/select.tsx';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { ignoreSecondPress } from '#ui/input/second-press.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive, useLiveSteady } from '#ui/timing/use-live.ts';

type Booking = LocalRow<'events'>;
type Employee = LocalRow<'resources'>;

export interface TimeOffTouchedProps {
  touched: readonly Booking[];
  employees: readonly Employee[];
  /** All of those days. */
  events: readonly Booking[];
  working: WorkSchedule;
  /** One of them is gone to in the calendar. */
  onLeave: () => void;
}

/** The appointments that lie in the time off: each is moved, given to somebody who is free, or kept as it is. */
export function TimeOffTouched({ touched, employees, events, working, onLeave }: TimeOffTouchedProps) {
  const { t } = useTranslation(['shifts', 'visits']);
  const language = useLanguage();
  const replica = useReplica();
  const { zone } = working;
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const ids = touched.flatMap(({ client_id }) => (client_id ? [client_id] : []));
  const services = useLive(() => services$(replica), [replica]);
  const clients = useLiveSteady(() => clientsById$(replica, ids), [replica, ids.join()]);
  const open = touched.filter(({ id }) => !kept.has(id));
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(ignoreSecondPress, []); // „Готово“ has the place of Save now
  useFocusAgain(section, open.length, true);
  const nameOf = ({ client_id, title }: Booking) => {
    const client = client_id ? clients?.get(client_id) : undefined;
    return client ? clientWords(client) : title || t('a_booking');
  };
  const whenOf = ({ start_time, end_time }: Booking) =>
    `${formatDay(zonedParts(start_time, zone).date, language)}, ${formatTimeOf(start_time, zone)}–${formatTimeOf(end_time, zone)}`;

  const offers = ({ service_id }: Booking, employee: string) => {
    const service = services?.find(({ id }) => id === service_id);
    return !service || isOfferedBy(service, employee);
  };

  const give = async (booking: Booking, to: Employee) => {
    const { id, start_time, end_time } = booking;
    const warning = offers(booking, to.id) ? '' : `${to.name}: ${t('visits:not_offered_note')}`;
    const back = `${nameOf(booking)} · ${whenOf(booking)}`;
    try {
      const edit = await saving(nameOf(booking), () => moveEvent(replica, id, { start_time, end_time, resource_id: to.id }));
      offerUndo({ text: `${back} → ${to.name}`, back, warning, eventId: id, undo: () => undoEdit(replica, edit) });
    } catch (error) {
      console.error(error);
      toast({ title: t('booking_not_given'), description: failureText(error), variant: 'destructive' });
    }
  };

  return (
    <section ref={section} tabIndex={-1} className="outline-none" aria-label={t('touched')}>
      <p className="mb-3" role="status">
        {open.length > 0 ? t('touches_left', { count: open.length }) : t('touches_done')}
      </p>
      <ul className="flex flex-col gap-2">
        {open.map((booking) => (
          <TouchedBooking
            key={booking.id}
            name={nameOf(booking)}
            when={whenOf(booking)}
            link={`/calendar?day=${zonedParts(booking.start_time, zone).date}&event=${booking.id}`}
            free={whoCanTake(booking, employees, events, working)}
            offers={(id) => offers(booking, id)}
            onGive={(to) => void trackSave(give(booking, to))}
            onLeave={onLeave}
            onKeep={() => setKept(new Set([...kept, booking.id]))}
          />
        ))}
      </ul>
    </section>
  );
}

interface TouchedBookingProps {
  name: string;
  when: string;
  link: string;
  free: readonly Employee[];
  /** Says if this employee offers its service. */
  offers: (employeeId: string) => boolean;
  onGive: (to: Employee) => void;
  onLeave: () => void;
  onKeep: () => void;
}

function TouchedBooking({ name, when, link, free, offers, onGive, onLeave, onKeep }: TouchedBookingProps) {
  const { t } = useTranslation(['shifts', 'visits']);
  const offering = free.filter(({ id }) => offers(id));
  const others = free.filter(({ id }) => !offers(id));
  return (
    <li className="rounded-md border border-line p-3">
      <b className="font-semibold">{name}</b>
      <p className="tnum text-sm text-ink-2">{when}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {free.length > 0 ? (
          <Select
            hideLabel
            className="min-w-44 flex-1"
            label={t('give_to', { name })}
            placeholder={t('give')}
            value={null}
            options={[
              ...offering.map(({ id, name: to }) => ({ value: id, label: to })),
              ...others.map(({ id, name: to }) => ({ value: id, label: to, note: t('visits:not_offered_note') })),
            ]}
            onChange={(to) => {
              const chosen = free.find(({ id }) => id === to);
              if (chosen) onGive(chosen);
            }}
          />
        ) : (
          <span className="flex-1 text-sm text-ink-2">{t('nobody_free')}</span>
        )}
        <Link className="btn btn-secondary" to={link} aria-label={t('move_label', { name })} onClick={onLeave}>
          {t('move')}
        </Link>
        <Button variant="ghost" label={t('keep_label', { name })} onClick={onKeep}>
          {t('keep')}
        </Button>
      </div>
    </li>
  );
}

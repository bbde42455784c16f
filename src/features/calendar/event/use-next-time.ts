import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { placeWords } from '#calendar/reads/place-words.ts';
import { useIsMounted } from '#calendar/reads/use-is-mounted.ts';
import { bookingsNow, undoSave } from '#data/events/booking-saves.ts';
import { bookNextTime, type NextTime } from '#data/events/next-time.commands.ts';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import { NO_ROOMS } from '#domain/booking/taken-rooms.ts';
import { spanOfVisit } from '#domain/booking/visits.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { clockOfMinute } from '#domain/time/time.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { sayFailed } from './event-actions.ts';
import { nameOf } from './saved-event.ts';

type Event = LocalRow<'events'>;

/** The booking dialog with what there was no free time for: its services, people and hour. */
function choicePath({ client, legs, wish }: NextTime): string {
  const params = new URLSearchParams({ client, start: `${wish.date}T${clockOfMinute(wish.minute)}` });
  // Services and employees are read in pairs: one without a service takes none.
  const served = legs.filter(({ service_id }) => service_id !== null);
  for (const { service_id, resource_id } of served.length > 0 ? served : legs.slice(0, 1)) {
    if (service_id !== null) params.append('service', service_id);
    params.append('employee', resource_id);
  }
  return `/calendar/add?${params}`;
}

/** Books the next time of an event's client, and follows where the one stands that was booked here. */
export function useNextTime(event: Event, salon: SalonPart) {
  const replica = useReplica();
  const { t } = useTranslation(['booking', 'calendar']);
  const language = useLanguage();
  const isMounted = useIsMounted();
  const { timezone: zone, interval, open } = salon.config;
  const [done, setDone] = useState<{ weeks: number; id: string } | null>(null);
  const [nowhere, setNowhere] = useState<{ wish: NextTime['wish']; path: string } | null>(null);
  const isBooking = useRef(false);
  // Taken back it is gone, and can be booked again.
  const doneId = done?.id ?? '';
  const legs = useLive(() => (doneId ? visitLegs$(replica, doneId) : of([])), [replica, doneId]) ?? [];
  const say = placeWords((id) => salon.employees.find((one) => one.id === id)?.name ?? '', zone, language);
  const wordsOf = (made: readonly Event[]) => (made[0] ? say(made[0], event, made.length > 1 ? spanOfVisit(made) : null) : '');

  const attempt = async (weeks: number): Promise<void> => {
    const name = await nameOf(replica, event);
    const active = new Set(salon.employees.filter((one) => one.active).map(({ id }) => id));
    const offer = { active, services: salon.services, rooms: salon.rooms ?? NO_ROOMS };
    const now = { zone, interval, open, weekly: salon.weekly, offer };
    const next = await saving(name, () => bookNextTime(replica, event, weeks, now, language));
    if (!next) throw new Refusal('client_required');
    const [id] = next.made;
    if (id === undefined) {
      if (isMounted.current) setNowhere({ wish: next.wish, path: choicePath(next) });
      return;
    }
    const is = await bookingsNow(replica, next.made);
    if (isMounted.current) setDone({ weeks, id });
    offerUndo({
      eventId: event.id,
      text: `${name} · ${wordsOf(is)}`,
      back: t('deleted', { name, range: wordsOf(is) }),
      undo: () => undoSave(replica, { was: [], is }),
    });
  };

  const book = (weeks: number): void => {
    if (isBooking.current || legs.length > 0) return;
    isBooking.current = true;
    setNowhere(null);
    const work = attempt(weeks).catch((error: unknown) => sayFailed(t, 'save_failed', error));
    void trackSave(work).finally(() => {
      isBooking.current = false;
    });
  };
  return { book, made: legs.length > 0 && done ? { weeks: done.weeks, place: wordsOf(legs) } : null, nowhere };
}

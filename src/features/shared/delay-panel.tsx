import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clientsById$ } from '#data/clients.queries.ts';
import { placeSeveral, undoSeveral } from '#data/events/several.commands.ts';
import { rooms$ } from '#data/rooms.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { type Delayed, delayed, LONGEST_DELAY } from '#domain/booking/delay.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import type { ZonedSchedule } from '#domain/shifts/working-spans.ts';
import { MINUTES_OF_DAY, zonedParts } from '#domain/time/time.ts';
import { formatTime, formatTimeOf } from '#domain/time/time-format.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Select } from '#ui/form/select.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { classNames } from '#ui/style/class-names.ts';
import { useLive, useLiveSteady } from '#ui/timing/use-live.ts';
import { clientWords } from './client-words.ts';
import { offerUndo } from './undo.ts';
import { useReplica } from './use-replica.ts';
import { failureText, saving } from './use-saving.ts';

type Booking = LocalRow<'events'>;
type Moved = readonly Delayed<Booking>[];

const CHOICES = [10, 15, 20, 30, 45, 60, 90];
/** Between the times that are offered for the first one, minutes. */
const STEP = 15;
/** The delay to begin with, minutes: one booking that ran over. */
export const USUAL_DELAY = 30;
const NOBODY: readonly Booking[] = [];

/** Returns how bookings are called: by their clients and by what is done, in lists of them. */
export function useBookingNames(bookings: readonly Booking[] = NOBODY) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const replica = useReplica();
  const ids = [...new Set(bookings.flatMap(({ client_id }) => (client_id ? [client_id] : [])))].sort();
  const clients = useLiveSteady(() => clientsById$(replica, ids), [replica, ids.join()]);
  const services = useLive(() => services$(replica), [replica]);
  return useMemo(() => {
    const clientOf = ({ client_id }: Booking) => (client_id ? clients?.get(client_id) : undefined);
    const serviceOf = ({ service_id, title, type }: Booking) => {
      const service = services?.find(({ id }) => id === service_id);
      return type === 'blocking' ? '' : service ? serviceName(service, language) : (title ?? '');
    };
    const nameOf = (booking: Booking) => {
      const client = clientOf(booking);
      return client ? clientWords(client) : booking.title || t(booking.type === 'blocking' ? 'blocked_title' : 'older.booking');
    };
    return { clientOf, serviceOf, nameOf };
  }, [clients, services, language, t]);
}

interface DelayPanelProps {
  /** Of those days, of everybody. */
  events: readonly Booking[];
  /** The chosen ones with their new places. */
  moved: Moved;
  minutes: number;
  onMinutes(minutes: number): void;
  employees: readonly Pick<LocalRow<'resources'>, 'id' | 'name'>[];
  zone: string;
}

/** How much later, and what comes of it: each booking with its new time and with whom or what it collides there. */
export function DelayPanel({ events, moved, minutes, onMinutes, employees, zone }: DelayPanelProps) {
  const { t } = useTranslation('delay');
  const { nameOf, serviceOf } = useBookingNames(events);
  const first = moved[0]?.event;
  const start = first ? zonedParts(first.start_time, zone).minute : 0;
  const next = Math.floor(start / STEP) * STEP + STEP;
  const times = Array.from(
    { length: Math.floor((Math.min(start + LONGEST_DELAY, MINUTES_OF_DAY) - next) / STEP) },
    (_, n) => next + n * STEP,
  );
  const person = (id: string) => employees.find((one) => one.id === id)?.name ?? '';
  const own = first?.resource_id;
  const at = (iso: string) => formatTimeOf(iso, zone);
  const wrong = moved.filter(({ over, full, off, torn }) => over.length > 0 || full || off || torn);
  const namesOf = (some: readonly Booking[]) =>
    some.map((one) => `${nameOf(one)}, ${at(one.start_time)}–${at(one.end_time)}`).join('; ');
  return (
    <>
      <div>
        <span className="label" aria-hidden="true">
          {t('by')}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of buttons */}
        <div className="flex flex-wrap gap-1.5" role="group" aria-label={t('by')}>
          {CHOICES.map((choice) => (
            <button
              key={choice}
              type="button"
              className={classNames('chip tnum', choice === minutes && 'on')}
              aria-pressed={choice === minutes}
              onClick={() => onMinutes(choice)}
            >
              {t('minutes', { count: choice })}
            </button>
          ))}
        </div>
      </div>
      <Select<number>
        label={t('to')}
        value={times.includes(start + minutes) ? start + minutes : null}
        placeholder={first ? formatTime(start + minutes) : undefined}
        options={times.map((value) => ({ value, label: formatTime(value) }))}
        onChange={(time) => onMinutes(time - start)}
      />
      <p role="status" className="font-semibold">
        {t('moves', { count: moved.length })}{' '}
        {wrong.length > 0 ? <span className="text-warning">{t('collides', { count: wrong.length })}</span> : null}
      </p>
      <ul className="flex flex-col gap-2" aria-label={t('list')}>
        {moved.map(({ event, place, over, full, off, torn }) => (
          <li key={event.id} className="rounded-md border border-line px-3 py-2">
            <span className="tnum">
              {at(event.start_time)} → <b className="font-semibold">{at(place.start_time)}</b>
            </span>{' '}
            <b className="font-semibold">{nameOf(event)}</b>
            <span className="block text-ink-2 text-sm">
              {[serviceOf(event), event.resource_id === own ? '' : t('with', { employee: person(event.resource_id) })]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {over.length > 0 ? <Fault>{t('over', { names: namesOf(over) })}</Fault> : null}
            {full ? <Fault>{t('room', { room: full.room.name, names: namesOf(full.by) })}</Fault> : null}
            {off ? <Fault>{t(off, { employee: person(event.resource_id) })}</Fault> : null}
            {torn ? <Fault>{t('torn')}</Fault> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function Fault({ children }: { children: string }) {
  return (
    <span className="mt-1 flex gap-1.5 text-sm text-warning">
      <TriangleAlert className="i i-sm mt-0.5 flex-none" aria-hidden="true" />
      {children}
    </span>
  );
}

/** Returns what becomes of the chosen ones; none as long as the shifts are not read. */
export const useDelayed = (
  events: readonly Booking[] | undefined,
  ids: ReadonlySet<string>,
  minutes: number,
  working: ZonedSchedule | null,
  away = false,
): Moved => {
  const replica = useReplica();
  const rooms = useLive(() => rooms$(replica), [replica]);
  return useMemo(
    () => (events && working && rooms ? delayed(events, ids, minutes, working, rooms, away) : []),
    [events, ids, minutes, working, rooms, away],
  );
};

/** Returns the save of a delay, which one undo takes back; false: it was not saved, and a toast has said so. */
export function useDelaySave() {
  const { t } = useTranslation('delay');
  const replica = useReplica();
  return async (moved: Moved, minutes: number, name: string): Promise<boolean> => {
    const said = { name, count: moved.length, minutes };
    const over = [...new Set(moved.flatMap((one) => [...one.over, ...(one.full?.by ?? []), ...one.agreed]))];
    try {
      const places = moved.map(({ place }) => place);
      const edit = await saving(name, () => placeSeveral(replica, places, over));
      offerUndo({ text: t('saved', said), back: t('back', said), undo: () => undoSeveral(replica, edit) });
      return true;
    } catch (error) {
      console.error(error);
      toast({ title: t('failed'), description: failureText(error), variant: 'destructive' });
      return false;
    }
  };
}

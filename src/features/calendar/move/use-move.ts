import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { filter, firstValueFrom, type Observable } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { EventView, Placement } from '#calendar/reads/day-view.ts';
import type { Pause } from '#calendar/reads/use-paused-updates.ts';
import { overlapsWith } from '#domain/booking/overlap.ts';
import type { PlaceRefusal } from '#domain/booking/placing.ts';
import { addMinutes, instantOf, type LocalDate, minutesBetween, zonedParts } from '#domain/time/time.ts';
import { trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import type { DropTarget } from './drag-geometry.ts';

/** The dropped event stays dimmed this long at least, then the list shows what is stored (document 3 §4, §9). */
export const REFRESH_MS = 250;
/** Fetches the code that saves a move, together with the code that follows drags (use-drag.ts): no drop comes before both. */
export async function fetchEventActions() {
  const [{ eventActions, sayReturned }, { placeWords, notOfferedBy, notOfferedWords }] = await Promise.all([
    import('#calendar/event/event-actions.ts'),
    import('#calendar/reads/place-words.ts'),
  ]);
  return { eventActions, sayReturned, placeWords, notOfferedBy, notOfferedWords };
}

const NONE: ReadonlyMap<string, Placement> = new Map();

/**
 * Start and employee of the slot, on the same day; the duration stays unless the target says an end (document 3 §4). On the day
 * of a clock change an end is where the clock says so, and a start that stays is the same of two equal times. What a part that was
 * pulled is longer by is in minutes.
 */
export function placementOf(row: LocalRow<'events'>, target: DropTarget, date: LocalDate, zone: string): Placement {
  const own = zonedParts(row.start_time, zone);
  const stays = own.date === date && own.minute === target.start;
  const start_time = stays ? row.start_time : instantOf(date, target.start, zone);
  const length = minutesBetween(row.start_time, row.end_time);
  const { work = 0, waiting = 0 } = target;
  const times =
    work === 0 && waiting === 0
      ? {}
      : { processing_after: row.processing_after + work, processing_minutes: row.processing_minutes + waiting };
  const end_time = target.end === undefined ? addMinutes(start_time, length) : instantOf(date, target.end, zone);
  return { start_time, end_time, resource_id: target.columnId, ...times };
}

/**
 * Shows a move at once, saves it, offers to undo it, and takes the picture back if saving fails.
 * @param pause$ while the next appointment is dragged already, the picture stays as it is
 */
export function useMove(
  date: LocalDate,
  zone: string,
  events: readonly LocalRow<'events'>[],
  pause$: Observable<Pause>,
  { services, rooms }: Pick<SalonPart, 'services' | 'rooms'>,
) {
  const { t } = useTranslation(['calendar', 'booking']);
  const replica = useReplica();
  const language = useLanguage();
  const [moving, setMoving] = useState(NONE);

  const forget = useCallback((id: string) => {
    setMoving((old) => {
      const next = new Map(old);
      next.delete(id);
      return next;
    });
  }, []);

  const drop = useCallback(
    async (view: EventView, target: DropTarget, nameOf: (columnId: string) => string) => {
      const event = events.find(({ id }) => id === view.id);
      if (!event) return;
      const placement = placementOf(event, target, date, zone);
      flushSync(() => setMoving((old) => new Map(old).set(view.id, placement)));
      const refreshed = new Promise((done) => setTimeout(done, REFRESH_MS));
      const save = async () => {
        await new Promise<void>(deferUntilPaint);
        // What the day showed while it was dragged: live changes wait until it is dropped.
        const over =
          event.visit_id && !target.alone
            ? (await import('#calendar/event/visit-actions.ts')).overOfVisit(event, placement, events, rooms)
            : overlapsWith({ ...event, ...placement }, events, rooms);
        const { eventActions, placeWords, notOfferedBy, notOfferedWords } = await fetchEventActions();
        const words = placeWords(nameOf, zone, language);
        const { resource_id } = placement;
        const isGiven = resource_id !== event.resource_id;
        const said = isGiven ? notOfferedWords(notOfferedBy(event, resource_id, services, language)) : '';
        const warning = said && `${nameOf(resource_id)}: ${said}`;
        return eventActions(replica, t).move({ event, name: view.name }, placement, over, words, target.alone, warning);
      };
      const saved = await trackSave(save());
      if (saved) await refreshed;
      await firstValueFrom(pause$.pipe(filter((pause) => pause !== 'all')));
      forget(view.id);
    },
    [date, zone, language, events, services, rooms, pause$, replica, t, forget],
  );

  const refuse = useCallback(
    async (employee: string, target: DropTarget, refusal: PlaceRefusal, minutes: number) => {
      const to = target.end ?? target.start + minutes;
      const { sayReturned } = await fetchEventActions();
      sayReturned(t, { refusal, employee, from: target.start, to, resized: target.end !== undefined });
    },
    [t],
  );
  return { moving, drop, refuse };
}

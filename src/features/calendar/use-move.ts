import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { moveEvent } from '#data/events.commands.ts';
import { formatTime } from '#domain/date-format.ts';
import { addMinutes, instantOf, type LocalDate, minutesBetween } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/toast-store.ts';
import type { Placement } from './build-day.ts';
import type { EventView } from './day-view.ts';
import type { DropTarget } from './drag-geometry.ts';
import type { Refusal } from './drag-session.ts';

/** The dropped event stays dimmed this long at least, then the list shows what is stored (document 3 §4, §9). */
export const REFRESH_MS = 250;
const NONE: ReadonlyMap<string, Placement> = new Map();

/** Start and employee of the slot, on the same day; the duration stays (document 3 §4). */
export function placementOf(row: LocalRow<'events'>, target: DropTarget, date: LocalDate, zone: string): Placement {
  const start_time = instantOf(date, target.start, zone);
  return {
    start_time,
    end_time: addMinutes(start_time, minutesBetween(row.start_time, row.end_time)),
    resource_id: target.columnId,
  };
}

/** Shows a move at once, saves it, and takes the picture back if saving fails. */
export function useMove(date: LocalDate, zone: string, events: readonly LocalRow<'events'>[]) {
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const [moving, setMoving] = useState(NONE);

  const forget = useCallback((id: string) => {
    setMoving((old) => {
      const next = new Map(old);
      next.delete(id);
      return next;
    });
  }, []);

  const drop = useCallback(
    async (view: EventView, target: DropTarget) => {
      const row = events.find(({ id }) => id === view.id);
      if (!row) return;
      const placement = placementOf(row, target, date, zone);
      flushSync(() => setMoving((old) => new Map(old).set(view.id, placement)));
      const refreshed = new Promise((done) => setTimeout(done, REFRESH_MS));
      try {
        await saving([view.name, formatTime(target.start)].filter(Boolean).join(', '), () =>
          moveEvent(replica, view.id, placement),
        );
        toast({ title: t('moved_title'), description: t('moved') });
        await refreshed;
      } catch (error) {
        console.error(error);
        toast({ title: t('move_failed_title'), description: t('move_failed'), variant: 'destructive' });
      } finally {
        forget(view.id);
      }
    },
    [replica, date, zone, events, t, forget],
  );

  const refuse = useCallback(
    (employee: string, target: DropTarget, refusal: Refusal) => {
      const where = { employee, time: formatTime(target.start) };
      toast({ title: t('drag.returned'), description: t(`drag.returned_${refusal}`, where), variant: 'destructive' });
    },
    [t],
  );
  return { moving, drop, refuse };
}

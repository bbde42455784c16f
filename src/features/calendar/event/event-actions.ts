import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceWords } from '#calendar/reads/place-words.ts';
import type { Booking } from '#calendar/reads/use-booking.ts';
import { undoDelete, undoEdit } from '#data/events/event-edits.ts';
import { deleteEvent, type EventPlace, moveEvent, pressEventStatus, type ShownOver } from '#data/events/events.commands.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { formatTime } from '#domain/date-format.ts';
import { type PressableStatus, shownStatus } from '#domain/event-status.ts';
import { offerUndo, underWay } from '#features/undo.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import { toast } from '#ui/toast-store.ts';

export type EventActions = ReturnType<typeof eventActions>;

/** What is done to one event in one step: each is saved at once and can be taken back. False: it was not saved, and that was said. */
export function useEventActions(): EventActions {
  const replica = useReplica();
  const { t } = useTranslation('booking');
  return useMemo(() => eventActions(replica, t), [replica, t]);
}

type Failure = 'save_failed' | 'move_failed' | 'delete_failed';

export function eventActions(replica: OpenReplica, t: TFunction<'booking'>) {
  const attempt = (failure: Failure, work: () => Promise<void>): Promise<boolean> => underWay(tried(failure, work));
  const tried = async (failure: Failure, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      console.error(error);
      const reason = failureText(error);
      // What the spec says about a move that fails is said as it stands.
      const description = reason && failure !== 'move_failed' ? `${t(failure)}: ${reason}` : t(failure);
      toast({ title: t('failed_title'), description, variant: 'destructive' });
      return false;
    }
  };

  return {
    press(booking: Booking, pressed: PressableStatus): Promise<boolean> {
      const { event, name } = booking;
      return attempt('save_failed', async () => {
        const edit = await saving(`${name}, ${formatTime(booking.from)}`, () =>
          pressEventStatus(replica, event, pressed, new Date().toISOString()),
        );
        const now = shownStatus({ ...event, ...edit.wrote });
        const was = shownStatus({ ...event, ...edit.before });
        offerUndo({
          eventId: event.id,
          text: `${name} · ${t(`status.${now}`)}`,
          back: `${name} · ${t(`status.${was}`)}`,
          undo: () => undoEdit(replica, edit),
        });
      });
    },
    /**
     * @param over what the person has been shown that it lies over there
     * @param say with whom and when, as the toasts say it
     */
    move(booking: Pick<Booking, 'event' | 'name'>, place: EventPlace, over: ShownOver, say: PlaceWords): Promise<boolean> {
      return attempt('move_failed', async () => {
        const { event, name } = booking;
        const line = (words: string, between: string) => [name, words].filter(Boolean).join(between);
        const edit = await saving(line(say(place, event), ', '), () => moveEvent(replica, event.id, place, over));
        const was = { ...event, ...edit.before };
        offerUndo({
          eventId: event.id,
          text: line(say(place, was), ' · '),
          back: line(say(was, place), ' · '),
          undo: () => undoEdit(replica, edit),
        });
      });
    },
    remove({ event, name, range }: Booking): Promise<boolean> {
      return attempt('delete_failed', async () => {
        await saving(deletionOf(`${name}, ${range}`), () => deleteEvent(replica, event.id));
        offerUndo({
          eventId: event.id,
          text: t('deleted', { name, range }),
          back: `${name}, ${range}`,
          undo: () => undoDelete(replica, event),
        });
      });
    },
  };
}

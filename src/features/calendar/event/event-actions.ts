import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceWords } from '#calendar/reads/place-words.ts';
import type { Booking } from '#calendar/reads/use-booking.ts';
import { type EventEdit, undoDelete, undoEdit } from '#data/events/event-edits.ts';
import { deleteEvent, type EventPlace, moveEvent, pressEventStatus, type ShownOver } from '#data/events/events.commands.ts';
import { failureOf } from '#data/failures.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isRequest, type PressableStatus, shownStatus } from '#domain/booking/event-status.ts';
import type { PlaceRefusal } from '#domain/booking/placing.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { deletionOf, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/overlay/toast-store.ts';

export type EventActions = ReturnType<typeof eventActions>;

/** An event by its name: whom it is for, when it begins (minute of its day), „9:00–10:00“. */
export type NamedEvent = Pick<Booking, 'event' | 'name' | 'from' | 'range'>;

/** Hears what an action wrote into the event, and what stands there again once it was taken back. */
type Heard = (values: Partial<LocalRow<'events'>>) => void;

/**
 * The one-step actions on an event, from the grid, its card, the cut bar and the dialog: each is saved at once and can be undone.
 * False: it was not saved, and a toast has said so.
 */
export function useEventActions(): EventActions {
  const replica = useReplica();
  const { t } = useTranslation('booking');
  return useMemo(() => eventActions(replica, t), [replica, t]);
}

const visits = () => import('./visit-actions.ts');

type Failure = 'save_failed' | 'move_failed' | 'delete_failed';

export function eventActions(replica: OpenReplica, t: TFunction<'booking'>) {
  const attempt = (failure: Failure, work: () => Promise<void>): Promise<boolean> => trackSave(tried(failure, work));
  const tried = async (failure: Failure, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      sayFailed(t, failure, error);
      return false;
    }
  };

  const one = (edit: EventEdit) => ({ ...edit, undo: () => undoEdit(replica, edit), visit: null });

  return {
    /** Of a visit: all its services, unless it is said that this one is meant alone. */
    press(
      { event, name, from }: NamedEvent,
      pressed: PressableStatus,
      heard: Heard = () => undefined,
      alone = false,
    ): Promise<boolean> {
      return attempt('save_failed', async () => {
        const now = new Date().toISOString();
        const edit = await saving(`${name}, ${formatTime(from)}`, async () =>
          event.visit_id && !alone
            ? (await visits()).pressVisit(replica, event, pressed, now)
            : one(await pressEventStatus(replica, event, pressed, now)),
        );
        heard(edit.wrote);
        const is = shownStatus({ ...event, ...edit.wrote });
        const was = shownStatus({ ...event, ...edit.before });
        offerUndo({
          eventId: event.id,
          text: `${name} · ${t(`status.${is}`)}`,
          back: `${name} · ${t(`status.${was}`)}`,
          undo: async () => {
            const outcome = await edit.undo();
            if (outcome === 'undone') heard(edit.before);
            return outcome;
          },
        });
      });
    },
    /** Confirms a customer's request, also where the shown one is one service of several. */
    confirm({ event, name, from }: NamedEvent, heard: Heard = () => undefined): Promise<boolean> {
      return attempt('save_failed', async () => {
        const done = await saving(`${name}, ${formatTime(from)}`, async () => (await visits()).confirmRequest(replica, event));
        heard({ requested_until: null });
        offerUndo({
          eventId: event.id,
          text: `${name} · ${t('request.confirmed')}`,
          back: `${name} · ${t('status.requested')}`,
          told$: done.told$,
          undo: async () => {
            const outcome = await done.undo();
            if (outcome === 'undone') heard({ requested_until: event.requested_until });
            return outcome;
          },
        });
      });
    },
    /**
     * @param over what the person has been shown that it lies over there
     * @param say with whom and when, as the toasts say it
     * @param alone of a visit this service only; else the others go with it
     * @param warning what one should know of where it stands then, if anything
     */
    move(
      booking: Pick<NamedEvent, 'event' | 'name'>,
      place: EventPlace,
      over: ShownOver,
      say: PlaceWords,
      alone = false,
      warning = '',
    ): Promise<boolean> {
      return attempt('move_failed', async () => {
        const { event, name } = booking;
        const line = (words: string, between: string) => [name, words].filter(Boolean).join(between);
        const edit = await saving(line(say(place, event), ', '), async () =>
          event.visit_id
            ? (await visits()).moveWhole(replica, event, place, over, alone)
            : one(await moveEvent(replica, event.id, place, over)),
        );
        const was = { ...event, ...edit.before };
        offerUndo({
          eventId: event.id,
          text: line(say(place, was, edit.visit?.now), ' · '),
          back: line(say(was, place, edit.visit?.was), ' · '),
          warning: warning || (isRequest(event) ? t('request.still') : ''),
          undo: edit.undo,
        });
      });
    },
    /**
     * @param later with what comes after it in its series
     * @param kept false: the day is older than what this device keeps; only what stands here can be deleted here
     */
    remove({ event, name, range }: NamedEvent, later = false, kept = true): Promise<boolean> {
      return attempt('delete_failed', async () => {
        const removed = await saving(deletionOf(`${name}, ${range}`), async () => {
          if (!kept) await undoDelete(replica, event);
          if (event.visit_id || later) return (await visits()).removeVisit(replica, event, later);
          await deleteEvent(replica, event.id);
          return { more: 0, undo: () => undoDelete(replica, event) };
        });
        const when = removed.more > 0 ? `${range} (+${removed.more})` : range;
        offerUndo({
          eventId: event.id,
          text: t('deleted', { name, range: when }),
          back: `${name}, ${when}`,
          undo: removed.undo,
        });
      });
    },
  };
}

/** The failures of a booking that have words of their own. What a server or a browser said stands as it was said. */
const WORDED = [
  'storage_full',
  'storage_closed',
  'employee_required',
  'client_required',
  'service_required',
  'time_invalid',
  'invalid_id',
] as const;

/** Why something was not saved, in the person's language. */
export function saveFailureReason(error: unknown, t: TFunction): string {
  const { key } = failureOf(error);
  if (key === 'role_owner' || key === 'role_manager') return t(`common:${key}`);
  const worded = WORDED.find((known) => known === key);
  if (worded) return t(`calendar:reservation.reasons.${worded}`);
  return (key === 'unknown' && error instanceof Error && error.message) || t('calendar:reservation.reasons.unknown');
}

/** Says that something was not saved, and why. What the spec says about a move that fails is said as it stands. */
export function sayFailed(t: TFunction, failure: Failure, error: unknown): void {
  console.error(error);
  const said = t(`booking:${failure}`);
  const description = failure === 'move_failed' ? said : `${said}: ${saveFailureReason(error, t)}`;
  toast({ title: t('booking:failed_title'), description, variant: 'destructive' });
}

interface Returned {
  refusal: PlaceRefusal;
  /** The name of whose time it is. */
  employee: string;
  /** Its span at the refused place, minutes of the day. */
  from: number;
  to: number;
  /** It was only made longer: refused is where it would end, not where it begins. */
  resized: boolean;
}

/** Says that an appointment stays where it is, and why. */
export function sayReturned(t: TFunction, { refusal, employee, from, to, resized }: Returned): void {
  const longer = resized && refusal === 'blocked';
  const where = { employee, end: formatTime(to), time: formatTime(longer ? to : from) };
  const description = longer ? t('booking:returned_longer', where) : t(`calendar:drag.returned_${refusal}`, where);
  toast({ title: t('calendar:drag.returned'), description, variant: 'destructive' });
}

import { useRef } from 'react';
import { useEventActions } from '#calendar/event/event-actions.ts';
import { named } from '#calendar/event/saved-event.ts';
import { useHere } from '#calendar/reads/use-here.ts';
import { type ShownStatus, shownStatus } from '#domain/event-status.ts';
import { useReplica } from '#features/use-replica.ts';
import type { OpenedEvent } from './use-opened-event.ts';

/** What the dialog does at once to the event that it is open for, beside its form (event-actions.ts). */
export function useOpenedActions({ live, base, settled, setRow }: OpenedEvent, zone: string, onClose: () => void) {
  const replica = useReplica();
  const actions = useEventActions();
  const here = useHere();
  const deleting = useRef(false);
  /** What was pressed last, and on which row: the second half of a double click would take it back. */
  const pressedOn = useRef<{ row: object; status: ShownStatus } | null>(null);

  /** @param later with what comes after it in its series */
  const remove = async (later: boolean) => {
    const was = live.value ?? base;
    if (!was) return;
    deleting.current = true;
    const deleted = await actions.remove(await named(replica, was, zone), later, !settled);
    deleting.current = deleted;
    if (deleted && here.current) onClose();
  };

  /** A press on the shown one again is what leads back to booked. */
  const setStatus = async (status: ShownStatus) => {
    const now = live.value;
    if (!now) return;
    const pressed = status === 'booked' ? shownStatus(now) : status;
    if (pressed === 'booked' || (pressedOn.current?.row === now && pressedOn.current.status === status)) return;
    pressedOn.current = { row: now, status };
    // What one does here oneself is no news of another place.
    const saved = await actions.press(await named(replica, now, zone), pressed, (values) =>
      setRow((old) => old && { ...old, ...values }),
    );
    if (!saved) pressedOn.current = null;
  };
  return { remove, setStatus, deleting };
}

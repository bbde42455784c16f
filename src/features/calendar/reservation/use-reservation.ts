import { useFormik } from 'formik';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayFailed, useEventActions } from '#calendar/event/event-actions.ts';
import { named, nameOf, offerSaved, type Saved } from '#calendar/event/saved-event.ts';
import { clockOf } from '#calendar/reads/booking-time.ts';
import { useIsMounted } from '#calendar/reads/use-is-mounted.ts';
import { bookingsNow } from '#data/events/booking-saves.ts';
import { undoDelete } from '#data/events/event-edits.ts';
import { addEvent, type ShownOver, updateEvent } from '#data/events/events.commands.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isRequest, type ShownStatus, shownStatus } from '#domain/booking/event-status.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import {
  eventChangeOf,
  newReservation,
  type ReservationValues,
  rebased,
  recordOf,
  reservationSchema,
  reservationValues,
  withService,
} from './reservation-form.ts';
import type { VisitReady } from './reservation-legs.tsx';
import { type OpenedEvent, type ReservationHost, useOpenedEvent } from './use-opened-event.ts';
import { rebasedVisit, visitValuesOf, withFound } from './visit-values.ts';

function phaseOf({ id, live, row }: OpenedEvent): 'loading' | 'ready' | 'failed' | 'not-found' {
  if (live.phase === 'failed') return 'failed';
  if (id === null || row) return 'ready';
  return live.phase === 'ready' && live.value === null ? 'not-found' : 'loading';
}

/** The dialog's state: the event it is open for, what is typed, what is done at once. Changes of other devices never touch what was typed. */
export function useReservation(host: ReservationHost) {
  const { opened, known = null, legs, salon, onClose } = host;
  const { t } = useTranslation('calendar');
  const event = useOpenedEvent(opened.kind === 'edit' ? opened.id : null, known, legs);
  const { formik, submit, noteOver, visit, noteVisit } = useReservationForm(host, event);
  const { remove, setStatus, deleting } = useOpenedActions(event, salon.config.timezone, onClose);
  const { live, row, settled } = event;

  const sayUnread = useCallback(
    (error: unknown) => {
      const message = error instanceof Error ? error.message : '';
      toast({ title: message || t('data_failed'), variant: 'destructive' });
    },
    [t],
  );
  useEffect(() => {
    if (live.phase === 'failed') sayUnread(live.error);
  }, [live.phase, live.error, sayUnread]);

  return {
    phase: phaseOf(event),
    formik,
    submit,
    row,
    now: live.value ?? null,
    legs: event.legs,
    deletedMeanwhile: row !== null && live.phase === 'ready' && live.value === null && !deleting.current && !settled,
    error: live.error,
    retry: live.retry,
    sayUnread,
    remove,
    setStatus,
    noteOver,
    visit,
    noteVisit,
  };
}

function firstValues({ opened, known, legs, salon, today }: ReservationHost, language: 'bg' | 'en'): ReservationValues {
  if (legs) return visitValuesOf(legs, salon.config.timezone);
  if (known) return reservationValues(known, salon.config.timezone);
  const draft = opened.kind === 'new' ? opened.draft : {};
  const made = newReservation(draft, today);
  const [first, ...others] = salon.employees.filter(({ active }) => active);
  const bookable = [first, ...others].some((one) => one?.id === made.employee);
  const only = made.employee === '' && others.length === 0 ? (first?.id ?? '') : '';
  const values = bookable ? made : { ...made, employee: only };
  const service = salon.services.get(values.service);
  if (!service) return { ...values, service: '' };
  const booked = withService(values, service, language);
  const found = 'minutes' in draft ? { ...booked, duration: values.duration } : booked;
  return draft.more ? withFound(found, draft.more, salon, language) : found;
}

/** Holds the values typed in the dialog, and saves them. */
function useReservationForm(host: ReservationHost, event: OpenedEvent) {
  const { salon, onSaved, onClose } = host;
  const { id, base, live, settled, legs } = event;
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const zone = salon.config.timezone;
  const isMounted = useIsMounted();
  /** The overlaps that the dialog shows for the booking: "you can book it anyway" is about these. */
  const over = useRef<ShownOver>([]);
  const noteOver = useCallback((shown: ShownOver) => {
    over.current = shown;
  }, []);
  const [visit, noteVisit] = useState<VisitReady | null>(null);
  const [newClientId] = useState(newId);

  /** The parts of the saved booking that were deleted elsewhere: they come back first. */
  const deletedLegs = () => (id === null || live.value !== null ? [] : legs ? lastLegs.current : base ? [base] : []);

  /** Returns the ids of what it wrote. */
  const write = async (values: ReservationValues, opened: ReservationValues): Promise<readonly string[]> => {
    const newClient = values.newClient ? { ...values.newClient, id: newClientId } : undefined;
    if (values.more.length > 0 || opened.more.length > 0 || legs) {
      const { writeVisit } = await import('./write-visit.ts');
      const ready = values.more.length > 0 && visit ? visit : { legs: null, over: over.current };
      const missing = settled ? [] : deletedLegs();
      return writeVisit(
        { replica, id: live.value?.id ?? id, deleted: missing, salon, language, newClient },
        values,
        opened,
        ready,
      );
    }
    if (id === null || !base)
      return [await addEvent(replica, { ...recordOf(values, zone), over: over.current }, newClient, language)];
    const change = eventChangeOf(values, opened, zone);
    const unchanged = !newClient && Object.keys(change).length === 0;
    if (settled && unchanged) return [];
    if (live.value === null) await undoDelete(replica, base);
    if (!unchanged) await updateEvent(replica, id, change, newClient, over.current);
    return [id];
  };

  const save = async (values: ReservationValues, opened: ReservationValues): Promise<Saved> => {
    const there = id === null ? [] : await bookingsNow(replica, [live.value?.id ?? id]);
    // One that was deleted elsewhere is made anew; an old one that this device does not keep is there all the same.
    const was = there.length === 0 && settled ? deletedLegs() : there;
    const ids = await write(values, opened);
    return { was, ids: [...ids, ...was.map((leg) => leg.id)] };
  };

  const formik = useFormik<ReservationValues>({
    initialValues: firstValues(host, language),
    validationSchema: reservationSchema,
    validateOnMount: false,
    async onSubmit(values) {
      let saved: Saved;
      try {
        saved = await saving(
          () => bookingName(replica, values, zone),
          () => save(values, formik.initialValues),
        );
      } catch (error) {
        sayFailed(t, 'save_failed', error);
        return;
      }
      if (isMounted.current) {
        onSaved(values.date, saved.ids[0]);
        onClose();
      }
      await offerSaved({ replica, salon, language }, saved);
    },
  });
  useRebased(formik, event, zone);
  const lastLegs = useRebasedVisit(formik, event, zone);

  /** Enter sends a form also while its button is busy: one save at a time, checking included. */
  const submits = useRef(false);
  const submit = (sent?: { preventDefault(): void }) => {
    sent?.preventDefault();
    if (submits.current) return;
    submits.current = true;
    void trackSave(formik.submitForm())
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        submits.current = false;
      });
  };
  return { formik, submit, noteOver, visit, noteVisit };
}

type Form = ReturnType<typeof useFormik<ReservationValues>>;

/** The form begins with the row as it stands when the dialog opens; a later one takes only the fields nobody touched here. */
function useRebased({ values, isSubmitting, resetForm, setValues }: Form, event: OpenedEvent, zone: string): void {
  const { live, base, setBase, setRow, legs } = event;
  const found = live.value ?? null;
  const heard = useRef(false);
  useEffect(() => {
    if (!found || isSubmitting || legs) return;
    if (!heard.current) setRow(() => found); // the calendar may show an older one: that is no news of another device
    heard.current = true;
    if (found === base) return;
    const now = reservationValues(found, zone);
    setBase(found);
    if (!base) {
      resetForm({ values: now });
      return;
    }
    const was = reservationValues(base, zone);
    if ((Object.keys(now) as (keyof typeof now)[]).every((field) => now[field] === was[field])) return;
    resetForm({ values: now });
    void setValues(values.more.length > 0 ? rebasedVisit(values, was, now, zone) : rebased(values, was, now));
  }, [found, base, zone, legs, values, isSubmitting, resetForm, setValues, setBase, setRow]);
}

/** The same with the parts of a visit. Returns the parts that the form was compared with last. */
function useRebasedVisit({ values, isSubmitting, resetForm, setValues }: Form, { legs, base: row }: OpenedEvent, zone: string) {
  const base = useRef(legs?.opened ?? []);
  useEffect(() => {
    if (!legs?.now?.[0] || isSubmitting || values.block) return;
    const earlier = base.current.length > 0 ? base.current : row ? [row] : legs.opened;
    base.current = legs.now;
    if (earlier.length === legs.now.length && earlier.every((leg, at) => leg === legs.now?.[at])) return;
    const was = visitValuesOf(earlier, zone);
    const now = visitValuesOf(legs.now, zone);
    resetForm({ values: now });
    void setValues(rebasedVisit(values, was, now, zone));
  }, [legs, row, zone, values, isSubmitting, resetForm, setValues]);
  return base;
}

/** The actions of the dialog that change its event at once, beside the form (event-actions.ts). */
function useOpenedActions({ live, base, settled, setRow }: OpenedEvent, zone: string, onClose: () => void) {
  const replica = useReplica();
  const actions = useEventActions();
  const isMounted = useIsMounted();
  const deleting = useRef(false);
  /** The status pressed last, and the row it was pressed on: the second half of a double click must not take it back. */
  const pressedOn = useRef<{ row: object; status: ShownStatus } | null>(null);

  /** @param later with what comes after it in its series */
  const remove = async (later: boolean) => {
    const was = live.value ?? base;
    if (!was) return;
    deleting.current = true;
    const deleted = await actions.remove(await named(replica, was, zone), later, !settled);
    deleting.current = deleted;
    if (deleted && isMounted.current) onClose();
  };

  /** A press on the shown one again is what leads back to booked. */
  const setStatus = async (status: ShownStatus) => {
    const now = live.value;
    if (!now) return;
    const heard = (values: Partial<typeof now>) => setRow((old) => old && { ...old, ...values });
    if (status === 'requested') return;
    if (status === 'booked' && isRequest(now)) {
      await actions.confirm(await named(replica, now, zone), heard);
      return;
    }
    const pressed = status === 'booked' ? shownStatus(now) : status;
    if (
      pressed === 'booked' ||
      pressed === 'requested' ||
      (pressedOn.current?.row === now && pressedOn.current.status === status)
    )
      return;
    pressedOn.current = { row: now, status };
    // What one does here oneself is no news of another place.
    const saved = await actions.press(await named(replica, now, zone), pressed, heard);
    if (!saved) pressedOn.current = null;
  };
  return { remove, setStatus, deleting };
}

/** Returns a booking's name in words: „Виктор Пенчев, 16:00“; the title replaces a client that cannot be read. */
export async function bookingName(replica: OpenReplica, values: ReservationValues, zone: string): Promise<string> {
  const { block, title, client, newClient } = values;
  const event = { type: block ? 'blocking' : 'appointment', title, client_id: client || null } as const;
  const who = !block && newClient ? newClient.name : await nameOf(replica, event);
  return `${who}, ${formatTime(clockOf(values, zone).from)}`;
}

import { useFormik } from 'formik';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { EventView } from '#calendar/reads/day-view.ts';
import { useHere } from '#calendar/reads/use-here.ts';
import { undoDelete, undoEdit } from '#data/events/event-edits.ts';
import {
  addEvent,
  deleteEvent,
  pressEventStatus,
  restoreEvent,
  type ShownOver,
  updateEvent,
} from '#data/events/events.commands.ts';
import { event$ } from '#data/events/events.queries.ts';
import { newId } from '#data/new-id.ts';
import { type ShownStatus, shownStatus } from '#domain/event-status.ts';
import type { LocalDate } from '#domain/time.ts';
import { offerUndo } from '#features/undo.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, saving } from '#features/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/toast-store.ts';
import { useLiveState } from '#ui/use-live.ts';
import { bookingName } from './booking-name.ts';
import type { Draft } from './draft.ts';
import {
  changeOf,
  newReservation,
  type ReservationValues,
  rebased,
  recordOf,
  reservationSchema,
  valuesOf,
  withService,
} from './reservation-form.ts';
import { reasonOf } from './save-error.ts';

/** What the dialog is open for. */
export type Editing = { kind: 'new'; draft: Draft } | { kind: 'edit'; id: string };
export type Opened = Editing | { kind: 'read'; id: string; date: LocalDate; employee: string; event: EventView };

export interface ReservationHost {
  opened: Editing;
  /** The appointment as the calendar shows it: the dialog opens with it, without waiting for its own read. */
  known?: LocalRow<'events'> | undefined;
  salon: SalonPart;
  today: LocalDate;
  /** The day on which the saved event stands. */
  onSaved(date: LocalDate): void;
  onClose(): void;
}

function firstValues({ opened, known, salon, today }: ReservationHost, language: 'bg' | 'en'): ReservationValues {
  if (known) return valuesOf(known, salon.config.timezone);
  const draft = opened.kind === 'new' ? opened.draft : {};
  const made = newReservation(draft, today);
  const bookable = salon.employees.some(({ id, active }) => active && id === made.employee);
  const values = bookable ? made : { ...made, employee: '' };
  const service = salon.services.get(values.service);
  if (!service) return { ...values, service: '' };
  const booked = withService(values, service, language);
  return 'minutes' in draft ? { ...booked, duration: values.duration } : booked;
}

/** The form's state: what it was opened with, what the row is now, and saving. Changes of other devices never touch what was typed. */
export function useReservation(host: ReservationHost) {
  const { opened, known = null, salon, onSaved, onClose } = host;
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const zone = salon.config.timezone;
  const id = opened.kind === 'edit' ? opened.id : null;
  const live = useLiveState(() => (id === null ? of(null) : event$(replica, id)), [replica, id]);
  /** As the dialog was opened: what is different now came from elsewhere. */
  const [row, setRow] = useState(known);
  /** As it stood last: what the form is compared with when it is saved. */
  const [base, setBase] = useState(known);
  const heard = useRef(false);
  const horizon = useLiveState(() => replica.horizon$, [replica]).value ?? null;
  const deleting = useRef(false);
  /** What was pressed last, and on which row: the second half of a double click would take it back. */
  const pressedOn = useRef<{ row: object; status: ShownStatus } | null>(null);
  const here = useHere();
  /** What the dialog says that the booking lies over: "you can book it anyway" is for these. */
  const over = useRef<ShownOver>([]);
  const noteOver = useCallback((shown: ShownOver) => {
    over.current = shown;
  }, []);
  const [newClientId] = useState(newId);
  /** Enter sends a form also while its button is busy: one save at a time, checking included. */
  const submits = useRef(false);

  const fail = (key: 'save_failed' | 'delete_failed', error: unknown) => {
    console.error(error);
    toast({
      title: t('move_failed_title'),
      description: t(`reservation.${key}`, { reason: reasonOf(error, t) }),
      variant: 'destructive',
    });
  };

  // A day older than what this device keeps: the booking has reached the server and left from here, nobody deleted it.
  const settled = live.value === null && base !== null && horizon !== null && base.start_time < horizon;

  const formik = useFormik<ReservationValues>({
    initialValues: firstValues(host, language),
    validationSchema: reservationSchema,
    validateOnMount: false,
    async onSubmit(values) {
      const newClient = values.newClient ? { ...values.newClient, id: newClientId } : undefined;
      try {
        await saving(
          () => bookingName(replica, values, zone),
          async () => {
            if (id === null || !base) {
              await addEvent(replica, { ...recordOf(values, zone), over: over.current }, newClient, language);
              return;
            }
            const change = changeOf(values, formik.initialValues, zone);
            const unchanged = !newClient && Object.keys(change).length === 0;
            if (settled && unchanged) return;
            if (live.value === null) await restoreEvent(replica, base);
            if (!unchanged) await updateEvent(replica, id, change, newClient, over.current);
          },
        );
      } catch (error) {
        fail('save_failed', error);
        return;
      }
      if (!here.current) return;
      onSaved(values.date);
      onClose();
    },
  });

  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (submits.current) return;
    submits.current = true;
    void formik
      .submitForm()
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        submits.current = false;
      });
  };

  // The form begins with the row as it stands when the dialog opens; a later one takes only the fields nobody touched here.
  const found = live.value ?? null;
  const { values, isSubmitting, resetForm, setValues } = formik;
  useEffect(() => {
    if (!found || isSubmitting) return;
    if (!heard.current) setRow(found); // the calendar may show an older one: that is no news of another device
    heard.current = true;
    if (found === base) return;
    const now = valuesOf(found, zone);
    setBase(found);
    if (!base) {
      resetForm({ values: now });
      return;
    }
    const was = valuesOf(base, zone);
    if ((Object.keys(now) as (keyof typeof now)[]).every((field) => now[field] === was[field])) return;
    resetForm({ values: now });
    void setValues(rebased(values, was, now));
  }, [found, base, zone, values, isSubmitting, resetForm, setValues]);

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

  const remove = async () => {
    if (id === null) return;
    const was = live.value ?? base;
    deleting.current = true;
    try {
      const name = await bookingName(replica, formik.initialValues, zone);
      await saving(deletionOf(name), async () => {
        if (settled) await restoreEvent(replica, base); // only what stands here can be deleted here
        await deleteEvent(replica, id);
      });
      if (here.current) onClose();
      if (was) offerUndo({ text: deletionOf(name), back: name, undo: () => undoDelete(replica, was), eventId: id });
    } catch (error) {
      deleting.current = false;
      fail('delete_failed', error);
    }
  };

  /** Saved at once. A press on the shown one again is what leads back to booked. */
  const setStatus = async (status: ShownStatus) => {
    const now = live.value;
    if (!now || id === null) return;
    const pressed = status === 'booked' ? shownStatus(now) : status;
    if (pressed === 'booked' || (pressedOn.current?.row === now && pressedOn.current.status === status)) return;
    pressedOn.current = { row: now, status };
    try {
      const name = await bookingName(replica, formik.initialValues, zone);
      const edit = await saving(name, () => pressEventStatus(replica, now, pressed, new Date().toISOString()));
      // What one does here oneself is no news of another place.
      setRow((old) => old && { ...old, ...edit.wrote });
      const undo = async () => {
        const outcome = await undoEdit(replica, edit);
        if (outcome === 'undone') setRow((old) => old && { ...old, ...edit.before });
        return outcome;
      };
      const line = (one: ShownStatus) => `${name} · ${t(`status.${one}`)}`;
      offerUndo({ text: line(status), back: line(shownStatus(now)), undo, eventId: id });
    } catch (error) {
      pressedOn.current = null;
      fail('save_failed', error);
    }
  };

  const phase: 'loading' | 'ready' | 'failed' | 'gone' =
    live.phase === 'failed'
      ? 'failed'
      : id === null || row
        ? 'ready'
        : live.phase === 'ready' && live.value === null
          ? 'gone'
          : 'loading';
  return {
    phase,
    formik,
    submit,
    row,
    now: found,
    deletedMeanwhile: row !== null && live.phase === 'ready' && live.value === null && !deleting.current && !settled,
    error: live.error,
    retry: live.retry,
    sayUnread,
    remove,
    setStatus,
    noteOver,
  };
}

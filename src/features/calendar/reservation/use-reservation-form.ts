import { useFormik } from 'formik';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayFailed } from '#calendar/event/event-actions.ts';
import { offerSaved, type Saved } from '#calendar/event/saved-event.ts';
import { useHere } from '#calendar/reads/use-here.ts';
import { bookingsNow } from '#data/events/booking-saves.ts';
import { undoDelete } from '#data/events/event-edits.ts';
import { addEvent, type ShownOver, updateEvent } from '#data/events/events.commands.ts';
import { newId } from '#data/new-id.ts';
import { underWay } from '#features/undo.ts';
import { useReplica } from '#features/use-replica.ts';
import { saving } from '#features/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { bookingName } from './booking-name.ts';
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
import type { VisitReady } from './reservation-legs.tsx';
import type { OpenedEvent, ReservationHost } from './use-opened-event.ts';
import { rebasedVisit } from './visit-rebase.ts';
import { visitValuesOf, withFound } from './visit-values.ts';

function firstValues({ opened, known, legs, salon, today }: ReservationHost, language: 'bg' | 'en'): ReservationValues {
  if (legs) return visitValuesOf(legs, salon.config.timezone);
  if (known) return valuesOf(known, salon.config.timezone);
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

/** What is typed in the dialog, and saving it. */
export function useReservationForm(host: ReservationHost, event: OpenedEvent) {
  const { salon, onSaved, onClose } = host;
  const { id, base, live, settled, legs } = event;
  const replica = useReplica();
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const zone = salon.config.timezone;
  const here = useHere();
  /** What the dialog says that the booking lies over: "you can book it anyway" is for these. */
  const over = useRef<ShownOver>([]);
  const noteOver = useCallback((shown: ShownOver) => {
    over.current = shown;
  }, []);
  const [visit, noteVisit] = useState<VisitReady | null>(null);
  const [newClientId] = useState(newId);

  /** What of the saved booking is deleted elsewhere: it comes back first. */
  const gone = () => (id === null || live.value !== null ? [] : legs ? lastLegs.current : base ? [base] : []);

  /** Returns the ids of what it wrote. */
  const write = async (values: ReservationValues, opened: ReservationValues): Promise<readonly string[]> => {
    const newClient = values.newClient ? { ...values.newClient, id: newClientId } : undefined;
    if (values.more.length > 0 || opened.more.length > 0 || legs) {
      const { writeVisit } = await import('./write-visit.ts');
      const ready = values.more.length > 0 && visit ? visit : { legs: null, over: over.current };
      const missing = settled ? [] : gone();
      return writeVisit({ replica, id: live.value?.id ?? id, gone: missing, salon, language, newClient }, values, opened, ready);
    }
    if (id === null || !base)
      return [await addEvent(replica, { ...recordOf(values, zone), over: over.current }, newClient, language)];
    const change = changeOf(values, opened, zone);
    const unchanged = !newClient && Object.keys(change).length === 0;
    if (settled && unchanged) return [];
    if (live.value === null) await undoDelete(replica, base);
    if (!unchanged) await updateEvent(replica, id, change, newClient, over.current);
    return [id];
  };

  const save = async (values: ReservationValues, opened: ReservationValues): Promise<Saved> => {
    const there = id === null ? [] : await bookingsNow(replica, [live.value?.id ?? id]);
    // One that was deleted elsewhere is made anew; an old one that this device does not keep is there all the same.
    const was = there.length === 0 && settled ? gone() : there;
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
      if (here.current) {
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
    void underWay(formik.submitForm())
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
    const now = valuesOf(found, zone);
    setBase(found);
    if (!base) {
      resetForm({ values: now });
      return;
    }
    const was = valuesOf(base, zone);
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

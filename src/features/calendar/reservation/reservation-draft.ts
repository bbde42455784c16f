/** The unsaved values of the reservation dialog, as they survive a reload (src/features/shared/drafts.tsx). */
import { draftOver, type FormDraft } from '#data/browser/form-drafts.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { newDraftForm } from './draft.ts';
import { PERSON, type ReservationValues, rebased } from './reservation-form.ts';
import type { ReservationHost } from './use-opened-event.ts';

type Field = keyof ReservationValues;

/** For `KeepDraft`. */
export interface ReservationDraft {
  readonly form: string;
  readonly isNew: boolean;
  readonly over: (draft: FormDraft, now: ReservationValues) => ReservationValues;
}

const PLACE: readonly Field[] = ['employee', 'date', 'hour', 'minute', 'began'];

/**
 * Of a new one: all of it where it is asked for at the same place, as by a reload; elsewhere that place holds. Who does the services
 * of a visit was chosen with them, in whichever order they stand.
 */
function overNew(draft: FormDraft, now: ReservationValues): ReservationValues {
  const typed = draftOver(draft, now);
  if (PLACE.every((field) => draft.opened[field] === now[field])) return typed;
  const place = Object.fromEntries(PLACE.map((field) => [field, now[field]]));
  return { ...typed, ...place, ...(typed.more.length > 0 ? { employee: typed.employee } : {}) };
}

/** Put over the booking as another device's change is put under an open dialog: what is one decision stays together. */
const overBooking =
  (fields: readonly Field[] | null) =>
  ({ opened, typed }: FormDraft, now: ReservationValues): ReservationValues => {
    const only = (noted: object) =>
      Object.fromEntries(Object.entries(noted).filter(([field]) => field in now && (fields?.includes(field as Field) ?? true)));
    return rebased({ ...now, ...only(typed) }, { ...now, ...only(opened) }, now);
  };
const whole = overBooking(null);
/** Of a visit its parts may be others by now; whom it is for, and the note, are not of a part. */
const ofPerson = overBooking(PERSON);

/**
 * Under what name it is noted: for each booking; for each visit, whose first part may be another one by then; for a new one as
 * `newDraftForm` says. @param first the booking as the dialog was opened with it, of a visit its first part
 */
export function reservationDraft(
  { opened }: Pick<ReservationHost, 'opened'>,
  isVisit: boolean,
  first: ReservationHost['known'] = undefined,
): ReservationDraft {
  if (opened.kind === 'new') return { form: newDraftForm(opened.draft), isNew: true, over: overNew };
  const visit = first && holdsSlot(first) ? first.visit_id : null;
  const form = visit ? `visits/${visit}` : `events/${opened.id}`;
  return { form, isNew: false, over: isVisit || visit ? ofPerson : whole };
}

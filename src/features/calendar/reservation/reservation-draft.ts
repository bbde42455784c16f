/** What is typed in the reservation dialog and not saved, as it is kept over a reload (src/features/drafts.tsx). */
import type { FormDraft } from '#data/device/form-drafts.ts';
import { PERSON, type ReservationValues, rebased } from './reservation-form.ts';
import type { ReservationHost } from './use-opened-event.ts';

type Field = keyof ReservationValues;

/** For `KeepDraft`. */
export interface ReservationDraft {
  readonly form: string;
  readonly without?: readonly Field[];
  readonly over?: (draft: FormDraft, now: ReservationValues) => ReservationValues;
}

/** Of a new one: where it was asked for now holds, not where the one before stood. */
const PLACE: readonly Field[] = ['employee', 'date', 'hour', 'minute', 'began'];

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
 * Under what name it is noted: for each booking, and for a new one for each client whom it is asked for. Null: a slot found for a
 * service says itself what is booked.
 */
export function reservationDraft({ opened }: Pick<ReservationHost, 'opened'>, isVisit: boolean): ReservationDraft | null {
  if (opened.kind === 'edit') return { form: `events/${opened.id}`, over: isVisit ? ofPerson : whole };
  if (opened.draft.service) return null;
  return { form: opened.draft.client ? `events/new/${opened.draft.client}` : 'events/new', without: PLACE };
}

import { boolean, number, object, string } from 'yup';
import { type Place, placeOfEvent, timesOf } from '#calendar/reads/booking-time.ts';
import { type ExtraTimes, fittingTimes } from '#domain/booking/busy-spans.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { termsWith } from '#domain/booking/service-offers.ts';
import { type TypedTimes, timesFaults, timesTyped, typedTimes } from '#domain/booking/typed-times.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import type { Draft } from './draft.ts';

export const DURATIONS = [15, 30, 45, 60, 75, 90, 120] as const;
/** The longest title, letters; the column holds no more. */
export const MOST_TITLE = 300;
export const DEFAULT_START = 9 * 60;
export const DEFAULT_DURATION = 60;

/** The three times of a booking: when the client waits in it, and the cleaning up after it. */
export type Times = Required<ExtraTimes>;
const TIMES = ['processing_after', 'processing_minutes', 'buffer_after'] as const;
export const NO_TIMES: Times = { processing_after: 0, processing_minutes: 0, buffer_after: 0 };

/** The three times in a form: in minutes, and as somebody typed them; null: nobody did. */
export interface FormTimes extends Times {
  typed: TypedTimes | null;
}
export const NEW_TIMES: FormTimes = { ...NO_TIMES, typed: null };

/** One service of several. */
export interface LegValues extends FormTimes {
  /** Stays the same while the dialog is open. */
  key: string;
  /** The row that it is saved in; null: none yet. */
  id: string | null;
  /** Empty: not chosen; `ANYONE`: whoever is free. */
  employee: string;
  duration: number;
  service: string;
  title: string;
  /** Minutes between the end of the one before it and its own start. */
  gap: number;
}
export const NO_MORE: readonly LegValues[] = [];

export interface ReservationValues extends Place, FormTimes {
  employee: string;
  block: boolean;
  client: string;
  /** Made on the spot: it is written together with the reservation. */
  newClient: NewClient | null;
  service: string;
  title: string;
  notes: string;
  /** Of the first leg, as in `LegValues`; the fields above say the rest of it. */
  legKey: string;
  legId: string | null;
  /** The services that follow the first one. */
  more: readonly LegValues[];
}

export interface NewClient {
  name: string;
  phone: string;
}

export type Missing = 'employee' | 'client' | 'client_name' | 'service';
type EventChange = Partial<Values<'events'>>;

export function newReservation(draft: Draft, today: LocalDate): ReservationValues {
  const start = draft.start ?? DEFAULT_START;
  return {
    employee: draft.employee ?? '',
    date: draft.date ?? today,
    hour: Math.floor(start / 60),
    minute: start % 60,
    began: '',
    duration: draft.minutes ?? DEFAULT_DURATION,
    ...NEW_TIMES,
    block: false,
    client: draft.client ?? '',
    newClient: null,
    service: draft.service ?? '',
    title: '',
    notes: '',
    legKey: 'first',
    legId: null,
    more: NO_MORE,
  };
}

/** The three times alone. */
export const extraTimesOf = ({ processing_after, processing_minutes, buffer_after }: Times): Times => ({
  processing_after,
  processing_minutes,
  buffer_after,
});

type Timed = FormTimes & { readonly duration: number };

/** Returns the faults of typed times: the wait and the cleaning-up of a booking may have any whole minute. */
export const faultsOf = ({ typed, duration }: Timed) => (typed ? timesFaults(typed, duration, 1) : {});

/**
 * The times after somebody typed into their fields; the minutes stay as they were until the fields fit together.
 * @param before what stood there before anybody typed: who types it again has said nothing
 */
export function withTyped({ duration, ...was }: Timed, typed: TypedTimes, before: Times): FormTimes {
  if (Object.keys(timesFaults(typed, duration, 1)).length > 0) return { ...extraTimesOf(was), typed };
  const stood = typedTimes(duration, before);
  if (TIMES.every((field) => typed[field] === stood[field])) return { ...before, typed: null };
  return { ...timesTyped(typed), typed };
}

export function reservationValues(event: LocalRow<'events'>, zone: string): ReservationValues {
  return {
    employee: event.resource_id,
    ...placeOfEvent(event, zone),
    ...extraTimesOf(event),
    typed: null,
    block: event.type === 'blocking',
    client: event.client_id ?? '',
    newClient: null,
    service: event.service_id ?? '',
    title: event.title ?? '',
    notes: event.notes ?? '',
    legKey: event.id,
    legId: event.id,
    more: NO_MORE,
  };
}

/**
 * Blocking takes the client and the service away and names itself; unblocking gives the name back to the service.
 * @param blockTitle the title of blocked time that nobody has named, or the name that it had here before
 */
export function withBlock(values: ReservationValues, block: boolean, blockTitle: string): ReservationValues {
  return { ...values, ...NEW_TIMES, block, client: '', newClient: null, service: '', title: block ? blockTitle : '' };
}

export function withService(values: ReservationValues, service: LocalRow<'services'>, language: Language): ReservationValues {
  const { minutes, times } = termsWith(service, values.employee || null);
  return { ...values, service: service.id, title: serviceName(service, language), duration: minutes, ...times, typed: null };
}

/** With another employee a length that was the service's own becomes the one that it has there. */
export function withEmployee(
  values: ReservationValues,
  employee: string,
  service: LocalRow<'services'> | undefined,
): ReservationValues {
  const next = { ...values, employee };
  if (!service || values.duration !== termsWith(service, values.employee || null).minutes) return next;
  const { minutes, times } = termsWith(service, employee);
  if (minutes === values.duration) return next;
  return { ...next, duration: minutes, ...(values.typed ? {} : times) };
}

/** The first thing that Save still waits for (document 3 §5), or null. */
export function missingOf(
  values: Pick<ReservationValues, 'employee' | 'block' | 'client' | 'newClient' | 'service'>,
): Missing | null {
  if (!values.employee) return 'employee';
  if (values.block) return null;
  if (values.newClient ? !values.newClient.name.trim() : !values.client) return values.newClient ? 'client_name' : 'client';
  return values.service ? null : 'service';
}

export const reservationSchema = object({
  employee: string().required(),
  date: string()
    .matches(/^\d{4}-\d{2}-\d{2}$/)
    .required(),
  hour: number().integer().min(0).max(23).required(),
  minute: number().integer().min(0).max(59).required(),
  duration: number().positive().required(),
  block: boolean().required(),
  client: string().when(['block', 'newClient'], ([block, made], client) => (block || made ? client : client.required())),
  service: string().when('block', ([block], service) => (block ? service : service.required())),
  title: string().max(MOST_TITLE),
  notes: string().max(5000),
});

/** The three times, where there are any or somebody typed that there are none: most bookings say nothing of them. */
function timesSaid(values: ReservationValues): Partial<Times> {
  const times = values.block ? NO_TIMES : fittingTimes(values.duration, values);
  return TIMES.some((field) => times[field] > 0) || (values.typed && !values.block) ? times : {};
}

/** The record that saving hands over (document 3 §7); id, salon, status and price are the command's. */
export function recordOf(values: ReservationValues, zone: string) {
  return {
    resource_id: values.employee,
    client_id: values.client || null,
    service_id: values.service || null,
    title: values.title.trim() || null,
    ...timesOf(values, zone),
    ...timesSaid(values),
    notes: values.block ? null : values.notes.trim() || null, // blocked time has no field for a note
    type: values.block ? ('blocking' as const) : ('appointment' as const),
  };
}

const PLACE = ['employee', 'date', 'hour', 'minute', 'began', 'duration', ...TIMES, 'typed'] as const;
export const PERSON = ['client', 'newClient', 'notes'] as const;
const SERVICE = ['service', 'title'] as const;

/**
 * The form after another device changed the reservation: what was typed here stays, what nobody touched here takes the
 * other's value. What is one decision (the place, the client with the note) stays or goes together, as it does in the merge.
 * @param before what the form began with. @param after the reservation as it stands now.
 */
export function rebased(values: ReservationValues, before: ReservationValues, after: ReservationValues): ReservationValues {
  const sameType = before.block === after.block && values.block === before.block;
  const units: readonly (readonly (keyof ReservationValues)[])[] = sameType
    ? [PLACE, PERSON, SERVICE]
    : [PLACE, ['block', ...PERSON, ...SERVICE]];
  const taken = units.filter((unit) => unit.every((field) => values[field] === before[field])).flat();
  return { ...values, ...Object.fromEntries(taken.map((field) => [field, after[field]])) };
}

/**
 * Only what the person changed, compared with what the form began with; start and end always together. The note that stands
 * in the form stays with another client.
 */
export function eventChangeOf(values: ReservationValues, opened: ReservationValues, zone: string): EventChange {
  const now = { ...NO_TIMES, ...recordOf(values, zone) };
  const then = { ...NO_TIMES, ...recordOf(opened, zone) };
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter((field) => now[field] !== then[field]);
  const otherClient = changed.includes('client_id') || values.newClient !== null;
  // The service’s own times come with it unless others were typed.
  const ownTimes = values.typed !== null && !values.block && changed.includes('service_id');
  const otherTime = changed.includes('start_time') || changed.includes('end_time');
  const fields = [
    ...changed,
    ...(otherClient && !values.block ? (['notes'] as const) : []),
    ...(otherTime ? (['start_time', 'end_time'] as const) : []),
    ...(ownTimes ? TIMES : []),
  ];
  return Object.fromEntries(fields.map((field) => [field, now[field]]));
}

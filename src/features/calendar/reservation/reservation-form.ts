import { boolean, number, object, string } from 'yup';
import { type Place, placeOf, timesOf } from '#calendar/reads/booking-time.ts';
import { durationOf, serviceName } from '#domain/service-duration.ts';
import type { LocalDate } from '#domain/time.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import type { Draft } from './draft.ts';

export const DURATIONS = [15, 30, 45, 60, 75, 90, 120] as const;
export const DEFAULT_START = 9 * 60;
export const DEFAULT_DURATION = 60;

export interface ReservationValues extends Place {
  employee: string;
  block: boolean;
  client: string;
  /** Made on the spot: it is written together with the reservation. */
  newClient: NewClient | null;
  service: string;
  title: string;
  notes: string;
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
    block: false,
    client: draft.client ?? '',
    newClient: null,
    service: draft.service ?? '',
    title: '',
    notes: '',
  };
}

export function valuesOf(event: LocalRow<'events'>, zone: string): ReservationValues {
  return {
    employee: event.resource_id,
    ...placeOf(event, zone),
    block: event.type === 'blocking',
    client: event.client_id ?? '',
    newClient: null,
    service: event.service_id ?? '',
    title: event.title ?? '',
    notes: event.notes ?? '',
  };
}

/** Blocking takes the client and the service away and names itself; unblocking gives the name back to the service. */
export function withBlock(values: ReservationValues, block: boolean, blockTitle: string): ReservationValues {
  return { ...values, block, client: '', newClient: null, service: '', title: block ? blockTitle : '' };
}

export function withService(values: ReservationValues, service: LocalRow<'services'>, language: Language): ReservationValues {
  return { ...values, service: service.id, title: serviceName(service, language), duration: durationOf(service) };
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
  notes: string().max(5000),
});

/** The record that saving hands over (document 3 §7); id, salon, status and price are the command's. */
export function recordOf(values: ReservationValues, zone: string) {
  return {
    resource_id: values.employee,
    client_id: values.client || null,
    service_id: values.service || null,
    title: values.title || null,
    ...timesOf(values, zone),
    notes: values.block ? null : values.notes.trim() || null, // blocked time has no field for a note
    type: values.block ? ('blocking' as const) : ('appointment' as const),
  };
}

const PLACE = ['employee', 'date', 'hour', 'minute', 'began', 'duration'] as const;
const PERSON = ['client', 'newClient', 'notes'] as const;
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
export function changeOf(values: ReservationValues, opened: ReservationValues, zone: string): EventChange {
  const now = recordOf(values, zone);
  const then = recordOf(opened, zone);
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter((field) => now[field] !== then[field]);
  const otherClient = changed.includes('client_id') || values.newClient !== null;
  const otherTime = changed.includes('start_time') || changed.includes('end_time');
  const fields = [
    ...changed,
    ...(otherClient && !values.block ? (['notes'] as const) : []),
    ...(otherTime ? (['start_time', 'end_time'] as const) : []),
  ];
  return Object.fromEntries(fields.map((field) => [field, now[field]]));
}

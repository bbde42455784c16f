/** Commands of the calendar. Each action is one call of `write`, and one row wherever it can be. */

import type { ClientInput } from '#data/clients.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { rightsOf } from '#data/person-rights.ts';
import { roomsNow } from '#data/rooms.queries.ts';
import { changeOf, deleteRow, pricedWhole, rowNow } from '#data/row-writes.ts';
import { agreementWith } from '#domain/booking/agreed-overlaps.ts';
import type { ExtraTimes } from '#domain/booking/busy-spans.ts';
import { type PressableStatus, pressStatus } from '#domain/booking/event-status.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { termsWith } from '#domain/booking/service-offers.ts';
import { NO_ROOMS } from '#domain/booking/taken-rooms.ts';
import { WALK_IN, WALK_IN_VALUES } from '#domain/people/walk-in.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { Currency, EventStatus, EventType, Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { type EventEdit, editEvent } from './event-edits.ts';
import { checkTimes, type EventPlace, namedTimes, placeColumns, TIMES, wholePlace } from './event-place.ts';

export type { EventPlace } from './event-place.ts';

type EventValues = Values<'events'>;
/** The bookings under a place as the person was shown them: saving agrees to these, and to nothing else. */
export type ShownOver = readonly (Pick<LocalRow<'events'>, 'id' | 'resource_id' | 'start_time' | 'end_time'> &
  ExtraTimes &
  Partial<Pick<LocalRow<'events'>, 'type' | 'service_id' | 'visit_id'>>)[];

/**
 * The input of the reservation dialog (document 3 §7); instants in ISO UTC. If the three times (minutes) are left out they are
 * the service's. Waiting that does not fit into the booking is dropped.
 */
export interface EventInput extends ExtraTimes {
  readonly type: EventType;
  readonly resource_id: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly client_id?: string | null;
  readonly service_id?: string | null;
  /** The service's name if it is left out; for blocked time the blocked-time title. */
  readonly title?: string | null;
  readonly notes?: string | null;
  /** The service's price if it is left out. */
  readonly price?: number | null;
  readonly currency?: Currency | null;
  readonly series_id?: string | null;
  /** The bookings under it that the person was shown. Without them each booking under it becomes an open overlap. */
  readonly over?: ShownOver;
}

/**
 * Returns the change that makes the client of a booking: one made on the spot, or the walk-in when it is used for the first time.
 * The code for new clients is loaded on the first call: the rules of telephone numbers take fifty kilobytes, and most bookings are
 * for a known client.
 * @returns null if the client is there
 */
export async function clientToMake(
  replica: OpenReplica,
  clientId: string | null | undefined,
  newClient: ClientInput | undefined,
): Promise<(Change & { readonly id: string }) | null> {
  if (newClient) return (await import('#data/clients.commands.ts')).newClientChange(newClient);
  if (clientId !== WALK_IN) return null;
  const walkIn = (await insideOf(replica).keptRows('clients', [WALK_IN])).get(WALK_IN);
  if (walkIn && (!walkIn.deleted || !mayBringBack(replica, walkIn))) return null;
  return changeOf('clients', WALK_IN, { ...WALK_IN_VALUES, deleted: false });
}

/** It is nobody: where the role may not bring it back, a booking for it stands while it is deleted. */
const mayBringBack = (replica: OpenReplica, { rev }: LocalRow<'clients'>): boolean =>
  rev === 0 || rightsOf(replica).may('clients', 'deleted');

/** The columns that decide which bookings lie under a booking; a service may need a room. */
const PLACE = ['resource_id', 'start_time', 'end_time', 'type', 'service_id'] as const;

const REQUIRED = ['type', 'resource_id', 'client_id', 'service_id'] as const;

/**
 * Checks that the needed columns are filled: blocked time needs an employee, an appointment client and service as well
 * (document 3 §5).
 * @throws Refusal `employee_required`, `client_required`, `service_required`
 */
export function checkFilled(event: Pick<EventInput, (typeof REQUIRED)[number]>): void {
  if (!event.resource_id) throw new Refusal('employee_required', 'resource_id');
  if (event.type === 'blocking') return;
  if (!event.client_id) throw new Refusal('client_required', 'client_id');
  if (!event.service_id) throw new Refusal('service_required', 'service_id');
}

/** Returns the values that a booking takes from its service, as it is with this employee; none if the service is not there. */
async function fromService(
  replica: OpenReplica,
  id: string | null | undefined,
  resource: string,
  lang: Language,
): Promise<Partial<EventValues>> {
  const service = id ? await rowNow(replica, 'services', id) : null;
  if (!service) return {};
  const { price, currency, times } = termsWith(service, resource);
  return { title: serviceName(service, lang), price, currency, ...times };
}

/**
 * Returns the new `overlap_agreed` of a booking at the place where a person puts it, with the rooms as they are now.
 * @param placed with its three times and its service
 * @param over as with `addEvent`
 */
export async function agreedNow(
  replica: OpenReplica,
  placed: Parameters<typeof agreementWith>[0],
  over: ShownOver,
): Promise<string | null> {
  const others = over.filter(({ id }) => id !== placed.id);
  const rooms = others.length > 0 ? await roomsNow(replica) : NO_ROOMS;
  return agreementWith(placed, others, new Date().toISOString(), rooms);
}

/** Returns the values that a booking is written with. */
export async function eventValues(
  replica: OpenReplica,
  id: string,
  input: EventInput,
  lang: Language,
): Promise<Partial<EventValues>> {
  const { type, resource_id, start_time, end_time, notes = null, series_id = null, over = [] } = input;
  const common = { type, resource_id, start_time, end_time, series_id };
  if (type === 'blocking') {
    return {
      ...common,
      overlap_agreed: await agreedNow(replica, { id, ...common, overlap_agreed: null }, over),
      title: input.title ?? null,
      notes,
      client_id: null,
      service_id: null,
      status: null,
      price: null,
      currency: null,
      arrived_at: null,
    };
  }
  const service = await fromService(replica, input.service_id, resource_id, lang);
  const { price = null, currency = null } = input.price == null ? service : input;
  pricedWhole(price, currency);
  const place = wholePlace(common, { ...service, ...namedTimes(input) });
  const service_id = input.service_id ?? null;
  return {
    ...common,
    ...place,
    overlap_agreed: await agreedNow(replica, { id, type, service_id, ...place, overlap_agreed: null }, over),
    client_id: input.client_id ?? null,
    service_id,
    title: input.title || service.title || null,
    price,
    currency,
    notes,
    status: 'booked',
  };
}

/**
 * Books an appointment or blocks time; on disk when it resolves.
 * @param newClient a client made on the spot: both rows are written in one call, the client first.
 * @param lang the language of the title that is taken from the service.
 * @returns the new event's id.
 * @throws Refusal `employee_required`, `client_required`, `service_required`, `time_invalid`, and those of `newClientChange`;
 * what `write` throws (StorageFullError, StorageClosedError, InvalidValueError).
 */
export async function addEvent(
  replica: OpenReplica,
  input: EventInput,
  newClient?: ClientInput,
  lang: Language = 'bg',
): Promise<string> {
  const id = newId();
  const withClient = input.type === 'appointment' ? await clientToMake(replica, input.client_id, newClient) : null;
  const whole = withClient ? { ...input, client_id: withClient.id } : input;
  checkFilled(whole);
  checkTimes(whole.start_time, whole.end_time);
  const values = await eventValues(replica, id, whole, lang);
  const event = changeOf('events', id, values);
  await insideOf(replica).write(withClient ? [withClient, event] : [event]);
  return id;
}

const NO_TIMES = { processing_after: 0, processing_minutes: 0, buffer_after: 0 };
const NO_VISIT = { visit_id: null, visit_pos: 0 };

/**
 * Returns the values that follow from another type: those that the new type does not have are emptied; a booking that was blocked
 * time before starts as booked.
 */
function ofType(type: EventType, was: LocalRow<'events'>): Partial<EventValues> {
  if (type === was.type) return {};
  return type === 'blocking'
    ? {
        type,
        client_id: null,
        service_id: null,
        status: null,
        price: null,
        currency: null,
        arrived_at: null,
        requested_until: null,
        ...NO_TIMES,
        ...NO_VISIT,
      }
    : { type, status: 'booked' };
}

/**
 * Returns the price with another employee if the booking has the service's price with the former one. A price that was changed by
 * hand, or that the service had at that time, stays.
 * @returns no field if the price stays
 */
export async function priceWith(
  replica: OpenReplica,
  { resource_id, service_id, price }: Partial<EventValues>,
  was: LocalRow<'events'>,
): Promise<Partial<EventValues>> {
  const sameService = service_id === undefined || service_id === was.service_id;
  if (!resource_id || resource_id === was.resource_id || !was.service_id || !sameService || price !== undefined) return {};
  const service = await rowNow(replica, 'services', was.service_id);
  const before = service && termsWith(service, was.resource_id);
  if (!before || before.price !== was.price || before.currency !== was.currency) return {};
  const { price: theirs, currency } = termsWith(service, resource_id);
  return theirs === was.price && currency === was.currency ? {} : { price: theirs, currency };
}

/**
 * Returns the values that follow from a change. Another client removes the note unless a new one is given, another service brings
 * its price and its three times (sync/README.md, “The merge”), and another employee brings their price.
 */
async function following(
  replica: OpenReplica,
  change: Partial<EventValues>,
  was: LocalRow<'events'>,
): Promise<Partial<EventValues>> {
  const note =
    change.client_id !== undefined && change.client_id !== was.client_id && change.notes === undefined ? { notes: null } : {};
  if (!change.service_id || change.service_id === was.service_id) return { ...note, ...(await priceWith(replica, change, was)) };
  const {
    title: _,
    price = null,
    currency = null,
    ...times
  } = await fromService(replica, change.service_id, change.resource_id ?? was.resource_id, 'bg');
  return { ...note, ...times, ...namedTimes(change), ...(change.price === undefined ? { price, currency } : {}) };
}

/**
 * Saves an edited event; only what is named changes.
 * @param newClient as with `addEvent`.
 * @param over as with `addEvent`; it counts if the place or the type changes.
 * @throws Refusal `invalid_id` if it is no longer there, and as `addEvent`.
 */
export async function updateEvent(
  replica: OpenReplica,
  id: string,
  change: Partial<Omit<EventValues, 'deleted'>>,
  newClient?: ClientInput,
  over: ShownOver = [],
): Promise<void> {
  pricedWhole(change.price, change.currency);
  const was = await rowNow(replica, 'events', id);
  if (!was) throw new Refusal('invalid_id');
  const type = change.type ?? was.type;
  const withClient = type === 'appointment' ? await clientToMake(replica, change.client_id, newClient) : null;
  const asked = withClient ? { ...change, client_id: withClient.id } : change;
  const next = { ...asked, ...(await following(replica, asked, was)), ...ofType(type, was) };
  if (next.start_time !== undefined || next.end_time !== undefined)
    checkTimes(next.start_time ?? was.start_time, next.end_time ?? was.end_time);
  if (REQUIRED.some((column) => next[column] !== undefined)) checkFilled({ ...was, ...next });
  const becomes = { ...was, ...next };
  const placed = PLACE.some((column) => next[column] !== undefined && next[column] !== was[column]);
  const whole = placed || TIMES.some((column) => next[column] !== undefined) ? wholePlace(becomes, becomes) : {};
  const agreed = placed ? { overlap_agreed: await agreedNow(replica, { ...becomes, ...whole }, over) } : {};
  const event = changeOf('events', id, { ...next, ...whole, ...agreed });
  await insideOf(replica).write(withClient ? [withClient, event] : [event]);
}

/**
 * Moves an event. The agreement about the former place stays noted: taking the move back brings it back with the place alone.
 * @param over as with `addEvent`.
 * @returns what was there before, for `undoEdit`. @throws Refusal `invalid_id`, `time_invalid`, `employee_required`.
 */
export async function moveEvent(replica: OpenReplica, id: string, place: EventPlace, over: ShownOver = []): Promise<EventEdit> {
  if (!place.resource_id) throw new Refusal('employee_required', 'resource_id');
  checkTimes(place.start_time, place.end_time);
  const row = await rowNow(replica, 'events', id);
  if (!row) throw new Refusal('invalid_id');
  const wrote = wholePlace(place, { ...row, ...namedTimes(place) });
  const overlap_agreed = await agreedNow(replica, { ...row, ...wrote }, over);
  await insideOf(replica).write([
    changeOf('events', id, { ...wrote, ...(overlap_agreed === row.overlap_agreed ? {} : { overlap_agreed }) }),
  ]);
  return { id, before: placeColumns(row), wrote };
}

/** Removes an event; `undoDelete` with the former row is its undo. Nothing happens if it is not there. */
export async function deleteEvent(replica: OpenReplica, id: string): Promise<void> {
  await deleteRow(replica, 'events', id);
}

/** Sets the status. @param status null empties it. @returns what was there before, for `undoEdit`. @throws Refusal `invalid_id` */
export function setStatus(replica: OpenReplica, event: { readonly id: string }, status: EventStatus | null): Promise<EventEdit> {
  return editEvent(replica, event.id, { status });
}

/**
 * Handles one press on a status button: it sets the status, and a second press sets it back to booked (`pressStatus`).
 * @param now ISO UTC, for the arrival. @returns as `setStatus`. @throws Refusal `invalid_id`
 */
export async function pressEventStatus(
  replica: OpenReplica,
  event: { readonly id: string },
  pressed: PressableStatus,
  now: string,
): Promise<EventEdit> {
  const row = await rowNow(replica, 'events', event.id);
  if (!row) throw new Refusal('invalid_id');
  return editEvent(replica, event.id, pressStatus(row, pressed, now));
}

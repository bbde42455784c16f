/**
 * Commands of visits (src/domain/booking/visits.ts). Each action is one call of `write`: its legs are written together, and an undo takes
 * them back together. The rules of one booking hold for each leg; a booking alone is a visit of one leg.
 */
import type { ClientInput } from '#data/clients.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { isRequest, type PressableStatus, pressStatus } from '#domain/booking/event-status.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { goingWith, type LegPlace, legId, linedUp, movedVisit, visitIdOf } from '#domain/booking/visits.ts';
import { changedOnly } from '#domain/records/changed-only.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { EventStatus, Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import { isRowId } from '#schemas/row-id.ts';
import type { Change } from '#sync/replica.ts';
import { checkTimes, type EventPlace, placeColumns, TIMES, wholePlace } from './event-place.ts';
import {
  agreedNow,
  checkFilled,
  clientToMake,
  type EventInput,
  eventValues,
  priceWith,
  type ShownOver,
} from './events.commands.ts';
import { type LegWrite, legNow, type VisitEdit, writeLegs } from './visit-edits.ts';
import { visitLegs } from './visit-legs.ts';

type Event = LocalRow<'events'>;

/** One service of a visit; as `EventInput`, whose client and series are the visit's. */
export type LegInput = Omit<EventInput, 'type' | 'client_id' | 'series_id'>;

/** A visit to be booked: its legs in order, each with its own times. A note belongs to the leg that names it. */
export interface VisitInput {
  readonly client_id?: string | null;
  readonly series_id?: string | null;
  readonly legs: readonly LegInput[];
}

/** Returns the part of a leg's id that tells the legs of one visit apart: the random end of a new id. */
const uniquePart = (): string => newId().slice(-12);

/**
 * Returns the id of a leg that is added to a visit.
 * @throws Refusal `invalid_id` if it would be too long
 */
function newLegId(visitId: string): string {
  const id = legId(visitId, uniquePart());
  if (!isRowId(id)) throw new Refusal('invalid_id'); // it would be a part of a part of a part …
  return id;
}

interface NewLeg {
  readonly id: string;
  readonly input: LegInput;
  readonly visit: { readonly visit_id: string; readonly visit_pos: number } | null;
}

/** Returns the changes that book legs for a client. @throws Refusal as `addEvent` */
async function legChanges(
  replica: OpenReplica,
  legs: readonly NewLeg[],
  { client_id = null, series_id = null }: Pick<EventInput, 'client_id' | 'series_id'>,
  lang: Language,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { id, input, visit } of legs) {
    const whole: EventInput = { ...input, client_id, series_id, type: 'appointment' };
    checkFilled(whole);
    checkTimes(whole.start_time, whole.end_time);
    changes.push(changeOf('events', id, { ...(await eventValues(replica, id, whole, lang)), ...visit }));
  }
  return changes;
}

/**
 * Books several services of one client as one visit; with one service it books what `addEvent` books. On disk when it resolves.
 * @param newClient as with `addEvent`. @param lang of the titles that are taken from the services.
 * @returns the ids of the legs, in order; the first is the visit's. @throws as `addEvent`
 */
export async function addVisit(
  replica: OpenReplica,
  { legs, client_id = null, series_id = null }: VisitInput,
  newClient?: ClientInput,
  lang: Language = 'bg',
): Promise<readonly string[]> {
  const withClient = await clientToMake(replica, client_id, newClient);
  const visit_id = newId();
  const made = legs.map(
    (input, visit_pos): NewLeg => ({
      id: visit_pos === 0 ? visit_id : newLegId(visit_id),
      input,
      visit: legs.length > 1 ? { visit_id, visit_pos } : null,
    }),
  );
  const changes = await legChanges(replica, made, { client_id: withClient?.id ?? client_id, series_id }, lang);
  await insideOf(replica).write(withClient ? [withClient, ...changes] : changes);
  return made.map(({ id }) => id);
}

/**
 * Returns the changes that set the legs of a former visit free. A booking that was separated from its visit may begin a new one
 * under the same id; legs that still have that id would belong to the new visit.
 */
async function apartFrom(replica: OpenReplica, founder: Event): Promise<Change[]> {
  const former = await visitLegs(replica, { ...founder, visit_id: founder.id });
  return former.filter(({ id }) => id !== founder.id).map(({ id }) => changeOf('events', id, { visit_id: null, visit_pos: 0 }));
}

interface Putting {
  /** The bookings under the legs as the person was shown them, as with `addEvent`. */
  readonly over?: ShownOver;
  /** The place of each leg in the meant order, by id, if the order changes. */
  readonly order?: ReadonlyMap<string, number>;
  /** True: a customer's request is confirmed at its new place. */
  readonly confirms?: boolean;
}

/**
 * Moves bookings in one call of `write`. @param places of `movedVisit`, `linedUp` or `delayed`
 * @throws Refusal `invalid_id`, `time_invalid`, `employee_required`
 */
export async function placeLegs(
  replica: OpenReplica,
  places: readonly LegPlace[],
  { over = [], order, confirms = false }: Putting = {},
): Promise<VisitEdit> {
  const legs: LegWrite[] = [];
  for (const place of places) {
    if (!place.resource_id) throw new Refusal('employee_required', 'resource_id');
    checkTimes(place.start_time, place.end_time);
    const row = await legNow(replica, place.id);
    const overlap_agreed = await agreedNow(replica, { ...row, ...placeColumns(place) }, over);
    const visit_pos = order?.get(row.id);
    legs.push({
      row,
      wrote: {
        ...placeColumns(place),
        ...(visit_pos === undefined ? {} : { visit_id: row.visit_id, visit_pos }),
        ...(confirms && isRequest(row) ? { requested_until: null } : {}),
      },
      beside: overlap_agreed === row.overlap_agreed ? {} : { overlap_agreed },
    });
  }
  return writeLegs(replica, legs);
}

/**
 * Moves one leg and the rest of its visit with it (`movedVisit`); a cancelled leg moves alone.
 * @param alone true if the others stay; the visit may then be torn, which is flagged. @param over as with `addEvent`
 * @param confirms true: a customer's request is confirmed with it
 * @returns what was there before, for `undoVisit`. @throws as `placeLegs`
 */
export async function moveVisit(
  replica: OpenReplica,
  id: string,
  place: EventPlace,
  { alone = false, ...putting }: Omit<Putting, 'order'> & { readonly alone?: boolean } = {},
): Promise<VisitEdit> {
  const row = await legNow(replica, id);
  const legs = alone || !holdsSlot(row) ? [row] : await visitLegs(replica, row);
  return placeLegs(replica, movedVisit(legs, id, place), putting);
}

/**
 * Lines up a visit one leg after the other around the leg that stays (`linedUp`). This repairs a torn visit.
 * @throws as `placeLegs`
 */
export async function lineUpVisit(replica: OpenReplica, id: string, over: ShownOver = []): Promise<VisitEdit> {
  const row = await legNow(replica, id);
  return placeLegs(replica, linedUp(await visitLegs(replica, row), id), { over });
}

/** Returns the legs to which an action on one of them applies: all cancelled legs if it is cancelled, else all that are not. */
async function legsAlike(replica: OpenReplica, id: string): Promise<{ row: Event; alike: readonly Event[] }> {
  const row = await legNow(replica, id);
  const isCancelled = (leg: Event) => leg.status === 'cancelled';
  return { row, alike: (await visitLegs(replica, row)).filter((leg) => isCancelled(leg) === isCancelled(row)) };
}

/**
 * Handles one press on a status button for the whole visit: every leg that is cancelled as this one, or not cancelled as this
 * one, gets the same status. A single leg is cancelled by `pressEventStatus`.
 * @param now ISO UTC, for the arrival. @returns for `undoVisit`. @throws Refusal `invalid_id`
 */
export async function pressVisitStatus(
  replica: OpenReplica,
  { id }: { readonly id: string },
  pressed: PressableStatus,
  now: string,
): Promise<VisitEdit> {
  const { row, alike } = await legsAlike(replica, id);
  const wrote = pressStatus(row, pressed, now);
  return writeLegs(
    replica,
    alike.map((leg) => ({ row: leg, wrote })),
  );
}

/** Sets a named status of the visit; null empties it. @throws Refusal `invalid_id` */
export async function setVisitStatus(
  replica: OpenReplica,
  { id }: { readonly id: string },
  status: EventStatus | null,
): Promise<VisitEdit> {
  const { alike } = await legsAlike(replica, id);
  return writeLegs(
    replica,
    alike.map((leg) => ({ row: leg, wrote: { status } })),
  );
}

/**
 * Gives all legs of a visit one client; if it is another client the note is removed.
 * @throws Refusal `invalid_id`, `client_required`
 */
export async function setVisitClient(replica: OpenReplica, id: string, client_id: string): Promise<VisitEdit> {
  if (!client_id) throw new Refusal('client_required', 'client_id');
  const legs = await visitLegs(replica, await legNow(replica, id));
  const others = legs.filter((leg) => leg.client_id !== client_id);
  return writeLegs(
    replica,
    others.map((row) => ({ row, wrote: { client_id, notes: null } })),
  );
}

/**
 * Makes a leg a booking of its own, at its present place. If only one leg is left, that one leaves the visit, too.
 * @throws Refusal `invalid_id`
 */
export async function separateLeg(replica: OpenReplica, id: string): Promise<VisitEdit> {
  const row = await legNow(replica, id);
  const left = (await visitLegs(replica, row)).filter((leg) => leg.id !== id);
  const wrote = { visit_id: null, visit_pos: 0 };
  return writeLegs(
    replica,
    [row, ...(left.length === 1 ? left : [])].map((leg) => ({ row: leg, wrote })),
  );
}

/**
 * Removes a visit, or a cancelled leg alone (`goingWith`).
 * @returns the removed legs, for `undoDeleteVisit`; none if the visit is gone
 */
export async function deleteVisit(replica: OpenReplica, id: string): Promise<readonly Event[]> {
  const row = await rowNow(replica, 'events', id);
  if (!row) return [];
  const legs = goingWith(row, await visitLegs(replica, row));
  await insideOf(replica).write(legs.map((leg) => changeOf('events', leg.id, { deleted: true })));
  return legs;
}

type EventValues = Omit<Values<'events'>, 'deleted'>;

/** An existing leg with its changes, or a new leg. */
export type LegSave =
  | { readonly id: string; readonly change: Partial<EventValues> }
  | { readonly id: null; readonly input: LegInput };

/** A visit as the dialog hands it over. */
export interface VisitSave {
  /** The id of the booking, or of any leg, for which the dialog is open. */
  readonly id: string;
  /**
   * The legs in the meant order. A leg that is neither named nor removed stays as it is: a cancelled one, or another device's.
   */
  readonly legs: readonly LegSave[];
  readonly removed?: readonly string[];
  /** The client, if it changes. */
  readonly client_id?: string | null;
  /** The bookings under the legs as the person was shown them, as with `addEvent`. */
  readonly over?: ShownOver;
}

const PLACE = ['resource_id', 'start_time', 'end_time', ...TIMES] as const;

/** Returns the change of a leg that is there; null if nothing of it changes. @throws Refusal as `updateEvent` */
async function legChange(
  replica: OpenReplica,
  row: Event,
  change: Partial<EventValues>,
  visit: Pick<EventValues, 'visit_id' | 'visit_pos'>,
  over: ShownOver,
): Promise<Change | null> {
  const next = { ...row, ...change };
  checkFilled(next);
  checkTimes(next.start_time, next.end_time);
  const placed = PLACE.some((column) => change[column] !== undefined && change[column] !== row[column]);
  const place = placed ? wholePlace(next, next) : {};
  // Another service may need another room.
  const isAsked = placed || next.service_id !== row.service_id;
  const agreed = isAsked ? { overlap_agreed: await agreedNow(replica, { ...next, ...place }, over) } : {};
  const moved = visit.visit_id !== row.visit_id || visit.visit_pos !== row.visit_pos;
  const wrote = {
    ...changedOnly(row as EventValues, { ...row, ...change } as EventValues),
    ...place,
    ...(agreed.overlap_agreed === row.overlap_agreed ? {} : agreed),
    ...(moved ? visit : {}), // the place is one decision
  };
  return Object.keys(wrote).length > 0 ? changeOf('events', row.id, wrote) : null;
}

/**
 * Saves a visit; only what is named changes. A visit with one service left becomes a single booking again.
 * @param newClient as with `addEvent`. @param lang the language of the titles that are taken from the services.
 * @throws Refusal `invalid_id` if a leg is gone, and as `addEvent`
 */
export async function saveVisit(
  replica: OpenReplica,
  { id, legs, removed = [], client_id, over = [] }: VisitSave,
  newClient?: ClientInput,
  lang: Language = 'bg',
): Promise<void> {
  const opened = await legNow(replica, id);
  const there = await visitLegs(replica, opened);
  const withClient = await clientToMake(replica, client_id, newClient);
  const client = withClient?.id ?? client_id;
  const others = there.filter((leg) => !removed.includes(leg.id) && !legs.some((own) => own.id === leg.id));
  const alone = legs.length === 1 && others.length === 0;
  const visit_id = visitIdOf(opened);
  const changes: Change[] = withClient ? [withClient] : [];
  for (const [visit_pos, leg] of legs.entries()) {
    const visit = alone ? { visit_id: null, visit_pos: 0 } : { visit_id, visit_pos };
    if (leg.id === null) {
      const input = { ...leg.input, type: 'appointment' as const, series_id: opened.series_id };
      const whole = { ...input, client_id: client ?? opened.client_id };
      checkFilled(whole);
      checkTimes(whole.start_time, whole.end_time);
      const own = newLegId(visit_id);
      changes.push(changeOf('events', own, { ...(await eventValues(replica, own, whole, lang)), ...visit }));
      continue;
    }
    const row = await legNow(replica, leg.id);
    // With another client a note goes unless it is given anew, as with one booking.
    const person = client === undefined || client === row.client_id ? {} : { client_id: client, notes: null };
    const price = await priceWith(replica, leg.change, row);
    const change = await legChange(replica, row, { ...person, ...leg.change, ...price }, visit, over);
    if (change) changes.push(change);
  }
  if (opened.visit_id === null && !alone) changes.push(...(await apartFrom(replica, opened)));
  for (const gone of there) if (removed.includes(gone.id)) changes.push(changeOf('events', gone.id, { deleted: true }));
  if (changes.length > 0) await insideOf(replica).write(changes);
}

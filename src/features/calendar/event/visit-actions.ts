/** The one-step actions on a visit, and their undo: fetched when the first visit is touched, because no start needs them. */
import type { EventEdit } from '#data/events/event-edits.ts';
import type { EventPlace, ShownOver } from '#data/events/events.commands.ts';
import { confirmationLeft$ } from '#data/events/requests.queries.ts';
import { deleteWithLater } from '#data/events/series.commands.ts';
import { confirmSeveral, undoSeveral } from '#data/events/several.commands.ts';
import { undoDeleteVisit, undoVisit, type VisitEdit } from '#data/events/visit-edits.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { deleteVisit, moveVisit, pressVisitStatus } from '#data/events/visits.commands.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { UndoOutcome } from '#data/row-writes.ts';
import type { PressableStatus } from '#domain/booking/event-status.ts';
import { holdsSlot, overlapsWith } from '#domain/booking/overlap.ts';
import { visitsAmong } from '#domain/booking/repeat.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { movedVisit, spanOfVisit } from '#domain/booking/visits.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Event = LocalRow<'events'>;

/** The values written into the event itself, and the undo of all that was written. */
export type Done = Pick<EventEdit, 'before' | 'wrote'> & { undo(): Promise<UndoOutcome> };
/** When a visit is, for its client. */
type VisitSpan = ReturnType<typeof spanOfVisit>;
/** A move of a visit: when all of it was before and is now; null: one part alone was moved. */
export type MovedVisit = Done & { readonly visit: { readonly was: VisitSpan; readonly now: VisitSpan } | null };

function done(replica: OpenReplica, id: string, edit: VisitEdit): Done {
  const own = edit.edits.find((one) => one.id === id);
  return { before: own?.before ?? {}, wrote: own?.wrote ?? {}, undo: () => undoVisit(replica, edit) };
}

/** Sets or takes away the status of all services of a visit. */
export const pressVisit = async (replica: OpenReplica, { id }: Event, pressed: PressableStatus, now: string): Promise<Done> =>
  done(replica, id, await pressVisitStatus(replica, { id }, pressed, now));

/** Confirms a customer's request, all of its visit. `told$` emits once the customer may read it, and it stays. */
export async function confirmRequest(replica: OpenReplica, { id }: Event) {
  const edit = await confirmSeveral(replica, [id]);
  const ids = edit.visits.flatMap(({ edits }) => edits.map((leg) => leg.id));
  return { undo: () => undoSeveral(replica, edit), told$: confirmationLeft$(replica, ids) };
}

/**
 * Moves a visit by one of its services.
 * @param over what its services are shown to lie over there: agreed to with the move
 * @param alone the others stay where they are
 */
export async function moveWhole(
  replica: OpenReplica,
  event: Event,
  place: EventPlace,
  over: ShownOver,
  alone: boolean,
): Promise<MovedVisit> {
  const legs = await visitLegs(replica, event);
  const edit = await moveVisit(replica, event.id, place, { over, alone });
  const wrote = new Map(edit.edits.map((one) => [one.id, one.wrote]));
  const now = legs.map((leg) => ({ ...leg, ...wrote.get(leg.id) }));
  const visit = alone || legs.length < 2 || !holdsSlot(event) ? null : { was: spanOfVisit(legs), now: spanOfVisit(now) };
  return { ...done(replica, event.id, edit), visit };
}

/** Returns those of the shown events that the services of a visit would overlap if one of them is put at `place`. */
export function overOfVisit(event: Event, place: EventPlace, events: readonly Event[], rooms?: Rooms): readonly Event[] {
  const legs = holdsSlot(event) ? events.filter(({ visit_id }) => visit_id === event.visit_id) : [event];
  const places = new Map(movedVisit(legs, event.id, place).map((one) => [one.id, one]));
  const over = legs.flatMap((leg) => overlapsWith({ ...leg, ...places.get(leg.id) }, events, rooms));
  return [...new Set(over)];
}

/**
 * Deletes a visit, or a cancelled service of one alone. `more`: how many visits went beside it.
 * @param later with those that come after it in its series
 */
export async function removeVisit(
  replica: OpenReplica,
  { id }: Event,
  later: boolean,
): Promise<{ readonly more: number; undo(): Promise<UndoOutcome> }> {
  const deleted = later ? await deleteWithLater(replica, id) : await deleteVisit(replica, id);
  return { more: Math.max(0, visitsAmong(deleted) - 1), undo: () => undoDeleteVisit(replica, deleted) };
}

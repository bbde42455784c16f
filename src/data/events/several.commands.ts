/**
 * Commands on the bookings of several clients at once: each is one call of `write`, and one undo takes all of it back. What somebody
 * has changed since stays, and the others go back: unlike the legs of a visit they are decisions of their own.
 */
import type { OpenReplica } from '#data/open-replica.ts';
import { rowNow, type UndoOutcome } from '#data/row-writes.ts';
import { isRequest, pressStatus } from '#domain/booking/event-status.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { type LegPlace, visitIdOf } from '#domain/booking/visits.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type EventEdit, writeBack } from './event-edits.ts';
import type { ShownOver } from './events.commands.ts';
import { editsBack, type LegWrite, type VisitEdit, writeLegs } from './visit-edits.ts';
import { visitLegs } from './visit-legs.ts';
import { placeLegs } from './visits.commands.ts';

type Event = LocalRow<'events'>;

/** The values that one action wrote into the bookings of several clients, by visit; a booking alone is a visit of its own. */
export interface SeveralEdit {
  readonly visits: readonly VisitEdit[];
}

/** Returns an edit by visit. @param rows the bookings of it */
function byVisit({ edits }: VisitEdit, rows: readonly Pick<Event, 'id' | 'visit_id'>[]): SeveralEdit {
  const visitOf = new Map(rows.map((row) => [row.id, visitIdOf(row)]));
  const groups = new Map<string, EventEdit[]>();
  for (const edit of edits) {
    const visit = visitOf.get(edit.id) ?? edit.id;
    groups.set(visit, [...(groups.get(visit) ?? []), edit]);
  }
  return { visits: [...groups.values()].map((own) => ({ edits: own })) };
}

/**
 * Moves bookings, each to a place of its own; on disk when it resolves.
 * @param over the bookings under the new places as the person was shown them, as with `addEvent`
 * @throws Refusal `invalid_id` if one of them is gone, `time_invalid`, `employee_required`; then none is moved
 */
export async function placeSeveral(
  replica: OpenReplica,
  places: readonly LegPlace[],
  over: ShownOver = [],
): Promise<SeveralEdit> {
  const edit = await placeLegs(replica, places, { over });
  const rows = await Promise.all(places.map(({ id }) => rowNow(replica, 'events', id)));
  return byVisit(
    edit,
    rows.filter((row) => row !== null),
  );
}

/**
 * Cancels bookings, and all that belongs to their visits. One that is gone or cancelled already is left as it is.
 * @param now ISO UTC. @returns for `undoSeveral`
 */
export async function cancelSeveral(replica: OpenReplica, ids: readonly string[], now: string): Promise<SeveralEdit> {
  const legs = new Map<string, LegWrite>();
  for (const id of ids) {
    const row = await rowNow(replica, 'events', id);
    for (const leg of row && holdsSlot(row) ? await visitLegs(replica, row) : [])
      if (holdsSlot(leg)) legs.set(leg.id, { row: leg, wrote: pressStatus(leg, 'cancelled', now) });
  }
  const all = [...legs.values()];
  return byVisit(
    await writeLegs(replica, all),
    all.map(({ row }) => row),
  );
}

/**
 * Confirms requests of customers, each with all of its visit. One that is answered already, or gone, is left as it is.
 * @returns for `undoSeveral`, which takes an answer back as long as it has not left
 */
export async function confirmSeveral(replica: OpenReplica, ids: readonly string[]): Promise<SeveralEdit> {
  const legs = new Map<string, LegWrite>();
  for (const id of ids) {
    const row = await rowNow(replica, 'events', id);
    for (const leg of row ? await visitLegs(replica, row) : [])
      if (isRequest(leg)) legs.set(leg.id, { row: leg, wrote: { requested_until: null } });
  }
  const all = [...legs.values()];
  return byVisit(
    await writeLegs(replica, all),
    all.map(({ row }) => row),
  );
}

/** Undoes an action on several, visit by visit (`editsBack`), in one call of `write`. */
export async function undoSeveral(replica: OpenReplica, { visits }: SeveralEdit): Promise<UndoOutcome> {
  const backs = [];
  for (const { edits } of visits) backs.push(await editsBack(replica, edits));
  const changes = backs.flatMap((back) => back.changes);
  const told = await writeBack(replica, changes);
  if (backs.every(({ standing }) => standing === 0)) return 'gone';
  if (backs.every(({ kept, standing }) => kept === 0 && standing > 0)) return told ? 'told' : 'undone';
  return changes.length > 0 ? 'partly' : 'changed';
}

/** Saves a visit as the reservation dialog hands it over: legs changed, added, removed and in another order, all in one call of the door. */
import type { ClientInput } from '#data/clients.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf } from '#data/row-writes.ts';
import { agreementWith } from '#domain/agreed-overlaps.ts';
import { changedOnly } from '#domain/changed-only.ts';
import { visitIdOf } from '#domain/visits.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { checkTimes, TIMES, wholePlace } from './event-place.ts';
import { changeFor, checkFilled, priceWith, type ShownOver, valuesOf } from './events.commands.ts';
import { legNow } from './visit-edits.ts';
import { visitLegs } from './visit-legs.ts';
import { apartFrom, type LegInput, newLegId } from './visits.commands.ts';

type Event = LocalRow<'events'>;
type EventValues = Omit<Values<'events'>, 'deleted'>;

/** A leg that is there, with what was changed of it; or a new one. */
export type LegSave =
  | { readonly id: string; readonly change: Partial<EventValues> }
  | { readonly id: null; readonly input: LegInput };

/** What the dialog says of a visit. */
export interface VisitSave {
  /** Of the booking, or of any leg, for which the dialog stands open. */
  readonly id: string;
  /** In the order that is meant. A leg that is not named, nor removed, stays as it is: a cancelled one, or another device's. */
  readonly legs: readonly LegSave[];
  readonly removed?: readonly string[];
  /** The client, where that is another one now. */
  readonly client_id?: string | null;
  /** What the person has been shown that the legs lie over, as with `addEvent`. */
  readonly over?: ShownOver;
}

const PLACE = ['resource_id', 'start_time', 'end_time', ...TIMES] as const;

/** What is written of a leg that is there. @throws Refusal as `updateEvent` */
function legChange(
  row: Event,
  change: Partial<EventValues>,
  visit: Pick<EventValues, 'visit_id' | 'visit_pos'>,
  over: ShownOver,
): Change | null {
  const next = { ...row, ...change };
  checkFilled(next);
  checkTimes(next.start_time, next.end_time);
  const placed = PLACE.some((column) => change[column] !== undefined && change[column] !== row[column]);
  const own = over.filter(({ id, resource_id }) => id !== row.id && resource_id === next.resource_id);
  const place = placed ? { ...wholePlace(next, next), overlap_agreed: agreementWith(next, own, new Date().toISOString()) } : {};
  const moved = visit.visit_id !== row.visit_id || visit.visit_pos !== row.visit_pos;
  const wrote = {
    ...changedOnly(row as EventValues, { ...row, ...change } as EventValues),
    ...place,
    ...(moved ? visit : {}), // one decision
  };
  return Object.keys(wrote).length > 0 ? changeOf('events', row.id, wrote) : null;
}

/**
 * Saves a visit; only what is named changes. With one service left it is a booking alone again.
 * @param newClient as with `addEvent`. @param lang of the titles that are taken from the services.
 * @throws Refusal `invalid_id` where a leg is not there any more, and as `addEvent`
 */
export async function saveVisit(
  replica: OpenReplica,
  { id, legs, removed = [], client_id, over = [] }: VisitSave,
  newClient?: ClientInput,
  lang: Language = 'bg',
): Promise<void> {
  const opened = await legNow(replica, id);
  const there = await visitLegs(replica, opened);
  const withClient = newClient ? await changeFor(newClient) : null;
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
      changes.push(changeOf('events', own, { ...(await valuesOf(replica, own, whole, lang)), ...visit }));
      continue;
    }
    const row = await legNow(replica, leg.id);
    // With another client a note goes unless it is given anew, as with one booking.
    const person = client === undefined || client === row.client_id ? {} : { client_id: client, notes: null };
    const price = await priceWith(replica, leg.change, row);
    const change = legChange(row, { ...person, ...leg.change, ...price }, visit, over);
    if (change) changes.push(change);
  }
  if (opened.visit_id === null && !alone) changes.push(...(await apartFrom(replica, opened)));
  for (const gone of there) if (removed.includes(gone.id)) changes.push(changeOf('events', gone.id, { deleted: true }));
  if (changes.length > 0) await insideOf(replica).write(changes);
}

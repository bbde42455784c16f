/** Repeats a booking: all repeats are written in one call of `write`, and undone or deleted in one. A visit is repeated whole. */

import { firstValueFrom } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { roomsNow } from '#data/rooms.queries.ts';
import { changeOf, rowNow, type UndoOutcome } from '#data/row-writes.ts';
import { agreementWith } from '#domain/booking/agreed-overlaps.ts';
import { MOST_REPEATS, type Repeat, repeatedWith } from '#domain/booking/repeat.ts';
import { termsWith } from '#domain/booking/service-offers.ts';
import { goingWith, legId, visitIdOf } from '#domain/booking/visits.ts';
import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { bookingsNow, differ } from './booking-saves.ts';
import type { ShownOver } from './events.commands.ts';
import { laterRepeats$ } from './series.queries.ts';
import { visitLegs } from './visit-legs.ts';

type Event = LocalRow<'events'>;

/** The repeats that were written, for their undo. */
export interface Series {
  /** The repeats as they were written; the legs of a visit follow one another. */
  readonly made: readonly Event[];
  /** The bookings that were repeated and had no series before: one, or the legs of a visit. */
  readonly marked: readonly string[];
}

/** A repeat as it was shown before it was saved. */
export type ToRepeat = Pick<Repeat, 'start_time' | 'end_time'> & { readonly over?: ShownOver };

/**
 * Returns the values that a repeat takes from its booking: booked, nobody arrived, at the price that the service has now with this
 * employee.
 */
async function copied(replica: OpenReplica, leg: Event) {
  const { resource_id, client_id, service_id, title, notes, type, processing_after, processing_minutes, buffer_after } = leg;
  const service = service_id ? await rowNow(replica, 'services', service_id) : null;
  const { price, currency } = service ? termsWith(service, resource_id) : leg;
  const status = type === 'appointment' ? 'booked' : null;
  const common = { resource_id, client_id, service_id, title, notes, type, status, price, currency, arrived_at: null };
  return { ...common, processing_after, processing_minutes, buffer_after };
}

/**
 * Writes the repeats of a booking as ordinary events of one series. The booking itself becomes part of the series. All legs of a
 * visit that are not cancelled are repeated, at the same distance from each other; each repeat is a visit of its own. On disk
 * when it resolves.
 * @param repeats at most MOST_REPEATS, of `was`; the rest is left out. `over`: the bookings under a repeat that the person was
 * shown.
 * @returns for `takeBackRepeats`
 * @throws what `write` throws (StorageFullError, StorageClosedError, InvalidValueError).
 */
export async function addRepeats(replica: OpenReplica, was: Event, repeats: readonly ToRepeat[]): Promise<Series> {
  const whole = repeatedWith(was, await visitLegs(replica, was));
  // The booking as it is now: it may have been moved since the repeats were shown.
  const own = whole.find(({ id }) => id === was.id) ?? was;
  const series_id = was.series_id ?? newId();
  const now = new Date().toISOString();
  const rooms = await roomsNow(replica);
  const copies = await Promise.all(whole.map((leg) => copied(replica, leg)));
  const made = repeats.slice(0, MOST_REPEATS).flatMap(({ start_time, over = [] }) => {
    const visit = newId();
    const by = minutesBetween(own.start_time, start_time);
    return whole.map((leg, at): Change => {
      const times = { start_time: addMinutes(leg.start_time, by), end_time: addMinutes(leg.end_time, by) };
      const id = at === 0 ? visit : legId(visit, newId().slice(-12));
      const of = whole.length > 1 ? { visit_id: visit, visit_pos: at } : {};
      const placed = { ...leg, status: 'booked', ...of, id, ...times, overlap_agreed: null };
      const overlap_agreed = agreementWith(placed, over, now, rooms);
      return changeOf('events', id, { ...copies[at], ...times, ...of, series_id, overlap_agreed });
    });
  });
  const unmarked: string[] = [];
  for (const { id } of whole) if ((await rowNow(replica, 'events', id))?.series_id === null) unmarked.push(id);
  const marked = was.series_id === null ? unmarked : [];
  await insideOf(replica).write([...made, ...marked.map((id) => changeOf('events', id, { series_id }))]);
  const ids = made.map(({ id }) => id);
  return { made: await bookingsNow(replica, ids), marked };
}

/** Undoes all repeats at once, except those that somebody has changed since; those that are gone stay gone. */
export async function takeBackRepeats(replica: OpenReplica, { made, marked }: Series): Promise<UndoOutcome> {
  const changes: Change[] = [];
  let kept = 0;
  for (const visit of new Set(made.map(visitIdOf))) {
    const wrote = made.filter((one) => visitIdOf(one) === visit);
    const now = await bookingsNow(replica, [visit, ...wrote.map(({ id }) => id)]);
    const touched = now.filter((leg) => !wrote.some((was) => was.id === leg.id && !differ(was, leg)));
    if (touched.length > 0) kept += 1;
    else for (const { id } of now) changes.push(changeOf('events', id, { deleted: true }));
  }
  if (kept === 0)
    for (const id of marked) if (await rowNow(replica, 'events', id)) changes.push(changeOf('events', id, { series_id: null }));
  if (changes.length > 0) await insideOf(replica).write(changes);
  if (kept > 0) return changes.length > 0 ? 'partly' : 'changed';
  return changes.length > 0 ? 'undone' : 'gone';
}

/**
 * Deletes a booking with its visit and the later repeats of its series (`laterRepeats$`), in one call.
 * @returns them as they were, for `undoDeleteVisit`; none if the booking is gone
 */
export async function deleteWithLater(replica: OpenReplica, id: string, now?: string): Promise<readonly Event[]> {
  const row = await rowNow(replica, 'events', id);
  if (!row) return [];
  const gone = [...goingWith(row, await visitLegs(replica, row)), ...(await firstValueFrom(laterRepeats$(replica, row, now)))];
  await insideOf(replica).write(gone.map((event) => changeOf('events', event.id, { deleted: true })));
  return gone;
}

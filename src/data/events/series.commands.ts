/** A repeated booking: all repeats are one call of the door, and so is taking them back. */

import { insideOf } from '#data/inside-replica.ts';
import { newId } from '#data/new-id.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { agreementWith } from '#domain/agreed-overlaps.ts';
import { MOST_REPEATS, type Repeat } from '#domain/repeat.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { ShownOver } from './events.commands.ts';

/** What was written, for taking it back. */
export interface Series {
  readonly ids: readonly string[];
  /** The booking that was repeated, if it had no series before. */
  readonly marked: string | null;
}

/** A repeat as it was shown before it was saved. */
export type ToRepeat = Pick<Repeat, 'start_time' | 'end_time'> & { readonly over?: ShownOver };

/**
 * Writes the repeats of a booking as ordinary events of one series: booked, nobody arrived, at the price that the service
 * has now. The booking itself becomes part of the series. On disk when it resolves.
 * @param repeats at most MOST_REPEATS; the rest is left out. `over`: what the person has been shown that a repeat lies over.
 * @throws what the door throws (StorageFullError, StorageClosedError, InvalidValueError).
 */
export async function addRepeats(replica: OpenReplica, was: LocalRow<'events'>, repeats: readonly ToRepeat[]): Promise<Series> {
  const { resource_id, client_id, service_id, title, notes, type } = was;
  const series_id = was.series_id ?? newId();
  const service = service_id ? await rowNow(replica, 'services', service_id) : null;
  const price = service ? service.price : was.price;
  const status = type === 'appointment' ? 'booked' : null;
  const common = { resource_id, client_id, service_id, title, notes, type, status, price, series_id, arrived_at: null };
  const now = new Date().toISOString();
  const made = repeats.slice(0, MOST_REPEATS).map(({ start_time, end_time, over = [] }) => {
    const placed = { id: newId(), resource_id, start_time, end_time, overlap_agreed: null };
    return { id: placed.id, start_time, end_time, overlap_agreed: agreementWith(placed, over, now) };
  });
  const marked = was.series_id === null && (await rowNow(replica, 'events', was.id)) ? was.id : null;
  await insideOf(replica).write([
    ...made.map(({ id, ...times }) => changeOf('events', id, { ...common, ...times })),
    ...(marked === null ? [] : [changeOf('events', marked, { series_id })]),
  ]);
  return { ids: made.map(({ id }) => id), marked };
}

/** Takes all of them back at once; those that are gone already stay gone. */
export async function takeBackRepeats(replica: OpenReplica, { ids, marked }: Series): Promise<void> {
  const changes = [];
  for (const id of ids) if (await rowNow(replica, 'events', id)) changes.push(changeOf('events', id, { deleted: true }));
  if (marked !== null && (await rowNow(replica, 'events', marked))) changes.push(changeOf('events', marked, { series_id: null }));
  if (changes.length > 0) await insideOf(replica).write(changes);
}

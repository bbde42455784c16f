/** The salon as the entries of a calendar are matched with it, read once. */
import { firstValueFrom } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { roomsNow } from '#data/rooms.queries.ts';
import { rowsWhere } from '#data/row-writes.ts';
import { salon$ } from '#data/salon.queries.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import type { ReadSpan } from '#domain/imports/appointments/appointment-entry.ts';
import type { SalonEvent, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { addDays, addMinutes, MINUTES_OF_DAY, todayIn } from '#domain/time/time.ts';
import { storedWhere } from '#sync/storage/rxdb/storage-reads.ts';
import { importStore } from './import-batches.ts';

/** The number of rows that are asked for by their ids at a time. Meanwhile the page's thread does nothing else. */
const AT_A_TIME = 500;

/** The part of the salon that is asked for. */
export interface SalonAsked extends Pick<SalonNow, 'currency' | 'language' | 'now'> {
  readonly span: ReadSpan;
  /** The ids of the entries' appointments (`appointmentId`), which may lie outside the span. */
  readonly ids: readonly string[];
}

/** Reads the salon. @throws what the storage threw */
export async function readSalonNow(replica: OpenReplica, { span, ids, ...asked }: SalonAsked): Promise<SalonNow> {
  const { rows } = insideOf(replica);
  const { from, until, zone } = span;
  const start_time = { $gte: addMinutes(from, -MINUTES_OF_DAY), $lt: until };
  const events = new Map<string, SalonEvent>();
  for (const row of await storedWhere<'events'>(rows.events, { start_time })) events.set(row.id, row);
  const bases = await importStore(replica).allBases();
  // These include appointments that the file no longer has, because an occurrence may have been removed from its series.
  const others = [...new Set([...ids, ...bases.keys()])].filter((id) => !events.has(id));
  for (let first = 0; first < others.length; first += AT_A_TIME) {
    const found = await insideOf(replica).keptRows('events', others.slice(first, first + AT_A_TIME));
    for (const [id, row] of found) events.set(id, row);
  }
  const [first, last] = [addDays(todayIn(zone, from), -1), addDays(todayIn(zone, until), 1)];
  const [weekly, overrides, { effective }] = await Promise.all([
    firstValueFrom(weeklySets$(replica)),
    firstValueFrom(overrideSets$(replica, first, last)),
    firstValueFrom(salon$(replica)),
  ]);
  return {
    ...asked,
    zone,
    employees: await rowsWhere(replica, 'resources', {}),
    clients: await storedWhere<'clients'>(rows.clients, {}),
    services: (await rowsWhere(replica, 'services', {})) as SalonNow['services'],
    rooms: await roomsNow(replica),
    events: [...events.values()],
    weekly,
    overrides,
    open: effective.open,
    bases,
  };
}

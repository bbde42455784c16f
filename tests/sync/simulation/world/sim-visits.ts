/**
 * Every visit whose legs cannot be as they stand is asked about on every device, and no other one is. Told by looking at every two
 * legs as the server has them, not by what the app makes of them.
 */
import type { LocalRow } from '#schemas/registry.ts';
import type { WireRow } from '#sync/server/server.ts';
import { NEXT_DAY } from '../people/people-overlaps.ts';
import type { DiskContent } from '../protocol.ts';

type Event = LocalRow<'events'>;

/** What the app asks about: the torn visits among bookings that are not over at an instant (ISO UTC). */
export type TornOf = (events: readonly Event[], at: string) => readonly (readonly Pick<Event, 'visit_id'>[])[];

export interface Visiting {
  readonly rows: readonly WireRow[];
  readonly devices: readonly { readonly name: string; readonly content: DiskContent }[];
  readonly tornOf: TornOf;
}

const NOW = new Date(NEXT_DAY - 1).toISOString();
const MINUTE_MS = 60_000;
const EIGHT_HOURS_MS = 8 * 60 * MINUTE_MS;

/** When somebody works with the client, epoch milliseconds. */
function worked({ start_time, end_time, processing_after, processing_minutes }: Event): (readonly [number, number])[] {
  const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
  const waits = start + processing_after * MINUTE_MS;
  const again = waits + processing_minutes * MINUTE_MS;
  const isWithin = waits > start && again > waits && again < end;
  return isWithin
    ? [
        [start, waits],
        [again, end],
      ]
    : [[start, end]];
}

function isTorn(legs: readonly Event[]): boolean {
  const pairs = legs.flatMap((a) => legs.filter((b) => a.id !== b.id).map((b) => [a, b] as const));
  const together = ([a, b]: readonly [Event, Event]) =>
    worked(a).some(([from, to]) => worked(b).some(([start, end]) => from < end && start < to));
  const swapped = ([a, b]: readonly [Event, Event]) =>
    a.visit_pos < b.visit_pos && Date.parse(a.start_time) > Date.parse(b.start_time);
  const others = pairs.some(([a, b]) => a.client_id !== b.client_id);
  // A leg that begins long after each one that began before it has ended.
  const isLeft = (leg: Event) => {
    const start = Date.parse(leg.start_time);
    const earlier = legs.filter((one) => one.id !== leg.id && Date.parse(one.start_time) < start);
    return earlier.length > 0 && earlier.every((one) => start - Date.parse(one.end_time) > EIGHT_HOURS_MS);
  };
  return others || pairs.some(together) || pairs.some(swapped) || legs.some(isLeft);
}

function tornThere(rows: readonly Event[]): string[] {
  const visits = new Map<string, Event[]>();
  for (const row of rows)
    if (row.visit_id !== null && !row.deleted && row.status !== 'cancelled')
      visits.set(row.visit_id, [...(visits.get(row.visit_id) ?? []), row]);
  return [...visits].flatMap(([id, legs]) => (legs.some(({ end_time }) => end_time > NOW) && isTorn(legs) ? [id] : []));
}

/** How many visits are torn in the end, and each that is not asked about where it is, or is where it is not. */
export function wrongVisits({ rows, devices, tornOf }: Visiting): string[] {
  const there = tornThere(rows as unknown as readonly Event[]);
  const found: string[] = [];
  for (const { name, content } of devices) {
    // A new leg that was refused stands on this device alone, which asks about it; nothing is unsent any more.
    const own = content.rows
      .filter(({ table, row, hidden }) => table === 'events' && !hidden && !row.deleted && row.rev > 0)
      .map(({ row }) => row as unknown as Event);
    const asked = tornOf(own, NOW).map(([leg]) => leg?.visit_id ?? '');
    for (const id of there.filter((visit) => !asked.includes(visit))) found.push(`TORN ${name} does not ask about ${id}`);
    for (const id of asked.filter((visit) => !there.includes(visit))) found.push(`TORN ${name} alone asks about ${id}`);
  }
  return found;
}

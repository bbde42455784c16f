/**
 * Finds the places for a visit of several services (src/README.md, “Find a free slot”): each leg starts at the end of the one
 * before, or where it is told to, with an employee who offers it. One employee may have several legs: cleaning up between two legs
 * of one visit takes nobody else's time.
 */

import { beginnings, dayOf } from '#domain/shifts/working-spans.ts';
import { addDays, MINUTE_MS } from '#domain/time/time.ts';
import type { Room } from '#schemas/rooms.ts';
import type { ExtraTimes } from './busy-spans.ts';
import { type Fits, type FreeSlot, fitsOf, roomFitsOf, type SlotSearch } from './free-slots.ts';

/** A wanted service: the employees who may have it, in the order of asking, its times with each, and the room that it needs. */
export interface LegSearch {
  /** Minutes from the start of the visit to its own; left out: it starts at the end of the leg before it. */
  readonly after?: number;
  readonly room?: Room | null;
  readonly offers: readonly {
    readonly resourceId: string;
    readonly minutes: number;
    readonly times?: ExtraTimes;
  }[];
}

/** The conditions of a search for places for a visit of several services. */
export interface VisitSearch extends Omit<SlotSearch, 'minutes' | 'times' | 'resourceIds' | 'room'> {
  readonly legs: readonly LegSearch[];
}

/** A place for each leg, in order. */
export type VisitSlot = readonly FreeSlot[];

const iso = (ms: number) => new Date(ms).toISOString();

type LegFits = LegSearch & { readonly fitsRoom: Fits };

/**
 * Returns the first choice of employees with whom all legs fit if the visit starts at `zero`; null if there is none.
 * @param until the end of the leg before the first of `legs`; both in epoch milliseconds
 */
function placesFrom(zero: number, legs: readonly LegFits[], team: ReadonlyMap<string, Fits>, until = zero): FreeSlot[] | null {
  const [leg, ...rest] = legs;
  if (!leg) return [];
  const at = leg.after === undefined ? until : zero + leg.after * MINUTE_MS;
  for (const { resourceId, minutes, times } of leg.offers) {
    if (!leg.fitsRoom(at, minutes, times) || !team.get(resourceId)?.(at, minutes, times)) continue;
    const end = at + minutes * MINUTE_MS;
    const others = placesFrom(zero, rest, team, end);
    if (others) return [{ resourceId, start: iso(at), end: iso(end) }, ...others];
  }
  return null;
}

/**
 * Returns the places for a visit in order of their start, one for each start, at most `count`.
 * @throws RangeError if the date or the zone cannot be read
 */
export function freeVisits(search: VisitSearch): VisitSlot[] {
  const { date, days = 1, legs, from, zone, interval, count } = search;
  if (legs.length === 0 || !(interval > 0)) return [];
  if (legs.some(({ offers }) => offers.some(({ minutes }) => !(minutes > 0)))) return [];
  const read = Array.from({ length: days + 1 }, (_, n) => dayOf(addDays(date, n), zone)); // a visit may run past the last midnight
  const asked = new Set(legs.flatMap(({ offers }) => offers.map(({ resourceId }) => resourceId)));
  const team = new Map([...asked].map((id) => [id, fitsOf(search, read, id)]));
  const asks = legs.map((leg) => ({ ...leg, fitsRoom: roomFitsOf(search, leg.room) }));
  const earliest = Date.parse(from);
  const found: VisitSlot[] = [];
  for (const day of read.slice(0, days)) {
    for (const at of beginnings(day, interval, zone)) {
      if (at < earliest) continue;
      if (found.length >= count) return found;
      const places = placesFrom(at, asks, team);
      if (places) found.push(places);
    }
  }
  return found;
}

/**
 * Finds bookings that overlap (src/README.md, “Overlaps”). A cancelled one frees its slot; completed and no-show ones hold theirs.
 * Blocked time counts against appointments; two blocked times of one employee promise nothing to anybody. A booking in the waiting
 * time of another does not overlap it (busy-spans.ts). `torn` judges the legs of one visit.
 */
import type { Event } from '#schemas/events.ts';
import { busyTogether, busyUntil, type ExtraTimes } from './busy-spans.ts';

/** The fields that decide whether two events clash. Instants are canonical ISO UTC, which sorts as text. */
export type Timed = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time' | 'type' | 'status'> &
  ExtraTimes & {
    readonly visit_id?: string | null;
    readonly deleted?: boolean;
  };

/** True if the event keeps its time: neither deleted nor cancelled. */
export function holdsSlot(event: Pick<Timed, 'status' | 'deleted'>): boolean {
  return event.deleted !== true && event.status !== 'cancelled';
}

const clashes = (a: Timed, b: Timed) =>
  (a.type !== 'blocking' || b.type !== 'blocking') && (!a.visit_id || a.visit_id !== b.visit_id);

/** True if two events take the same minute of the same employee. Touching ends do not count. An event never overlaps itself. */
export function overlaps(a: Timed, b: Timed): boolean {
  return a.id !== b.id && a.resource_id === b.resource_id && busyTogether(a, b) && clashes(a, b) && holdsSlot(a) && holdsSlot(b);
}

/** Returns the pairs that overlap, each once, the earlier event first. */
export function overlappingPairs<E extends Timed>(events: readonly E[]): [E, E][] {
  const pairs: [E, E][] = [];
  const open = new Map<string, E[]>();
  const sorted = events
    .filter(holdsSlot)
    .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0));
  for (const event of sorted) {
    const still = (open.get(event.resource_id) ?? []).filter((other) => busyUntil(other) > event.start_time);
    for (const other of still) if (overlaps(other, event)) pairs.push([other, event]);
    still.push(event);
    open.set(event.resource_id, still);
  }
  return pairs;
}

/** Returns the ids of all events that overlap another. */
export function overlapping(events: readonly Timed[]): Set<string> {
  return new Set(overlappingPairs(events).flatMap(([a, b]) => [a.id, b.id]));
}

/** Returns the events that a booking at this time would overlap, for the warning of the dialog and of a drag. */
export function overlapsWith<E extends Timed>(candidate: Timed, events: readonly E[]): E[] {
  return events.filter((event) => overlaps(candidate, event));
}

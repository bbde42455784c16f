/** Sums up a client's appointments: coming and past ones, those kept and missed, and the usual employee and service. */

import { eventStatusOf } from '#domain/booking/event-status.ts';
import { changedAt } from '#domain/records/changed-at.ts';
import { addMinutes, MINUTES_OF_DAY, minutesBetween } from '#domain/time/time.ts';
import type { Event } from '#schemas/events.ts';

type Visit = Pick<Event, 'id' | 'start_time' | 'end_time' | 'status' | 'service_id' | 'resource_id'> & {
  readonly updated_at: string | null;
  readonly edited_at: string | null;
  readonly visit_id?: string | null;
};

/** One visit of a client to the salon: a single appointment, or all services of a visit. */
export interface ClientVisit<V extends Visit = Visit> {
  /** In the order of their start; at least one. */
  readonly legs: readonly [V, ...V[]];
  /** Those that are not cancelled; all of them if all are cancelled. */
  readonly held: readonly [V, ...V[]];
}

/** A client's visits by time, and the counts of them. */
export interface VisitFacts<V extends Visit = Visit> {
  /** Future and not cancelled, the next one first. */
  readonly coming: readonly ClientVisit<V>[];
  /** All others, the newest first. */
  readonly past: readonly ClientVisit<V>[];
  /** Past ones that were neither cancelled nor missed. */
  readonly came: number;
  readonly noShows: number;
  /** Start of the last missed one, ISO UTC. */
  readonly lastNoShow: string | null;
  readonly cancelled: number;
  /** The cancelled ones among them. */
  readonly lateCancelled: number;
  readonly lastVisit: ClientVisit<V> | null;
  /** The median gap between visits in days; null below three visits. */
  readonly usualGap: number | null;
  /**
   * The employee and the service of most visits; of two equally frequent the later one, and null below two visits. Two services
   * with one employee, or one service twice, count once in a visit.
   */
  readonly favouriteEmployee: string | null;
  readonly favouriteService: string | null;
  /** The services of their visits in that order, at most three. */
  readonly usualServices: readonly string[];
}

/** So many services are usual: a list of all that somebody ever had is a list of the salon's services. */
const USUAL = 3;

/**
 * True if it was cancelled on the day before its start or later. The moment of the cancelling is not stored: the last change of a
 * cancelled appointment counts, unless it is so late that it must have been something else.
 */
export function isLateCancellation(visit: Visit): boolean {
  const changed = changedAt(visit);
  if (eventStatusOf(visit.status) !== 'cancelled' || changed === null) return false;
  return changed > addMinutes(visit.start_time, -MINUTES_OF_DAY) && changed < addMinutes(visit.end_time, MINUTES_OF_DAY);
}

/**
 * Returns the visits among appointments, the newest first. Several services of one visit are one time that the client comes, or
 * does not.
 */
function visitsOf<V extends Visit>(events: readonly V[]): ClientVisit<V>[] {
  const found = new Map<string, [V, ...V[]]>();
  for (const event of [...events].sort((a, b) => (a.start_time + a.id < b.start_time + b.id ? -1 : 1))) {
    const legs = found.get(event.visit_id ?? event.id);
    if (legs) legs.push(event);
    else found.set(event.visit_id ?? event.id, [event]);
  }
  const visits = [...found.values()].map((legs): ClientVisit<V> => {
    const [first, ...others] = legs.filter(({ status }) => eventStatusOf(status) !== 'cancelled');
    return { legs, held: first ? [first, ...others] : legs };
  });
  const key = ({ held: [first] }: ClientVisit<V>) => first.start_time + first.id;
  return visits.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** Returns the leg that stands for a visit. Cancelled legs do not count, and a client who came for one of the services came. */
export const shownLeg = <V extends Visit>({ held }: ClientVisit<V>): V =>
  held.find(({ status }) => eventStatusOf(status) !== 'no-show') ?? held[0];

/**
 * Returns the facts of a client's visits.
 * @param events in any order
 * @param now ISO UTC
 */
export function visitFacts<V extends Visit>(events: readonly V[], now: string): VisitFacts<V> {
  const newestFirst = visitsOf(events);
  const statusIn = (visit: ClientVisit<V>) => eventStatusOf(shownLeg(visit).status);
  const begins = ({ held: [first] }: ClientVisit<V>) => first.start_time;
  const isOff = (visit: ClientVisit<V>) => ['cancelled', 'no-show'].includes(statusIn(visit) ?? '');
  const isComing = (visit: ClientVisit<V>) => begins(visit) > now && !isOff(visit);
  const past = newestFirst.filter((visit) => !isComing(visit));
  const of = (status: string) => past.filter((visit) => statusIn(visit) === status);
  const came = past.filter((visit) => begins(visit) <= now && !isOff(visit));
  const [missed, cancelled] = [of('no-show'), of('cancelled')];
  const seen = ({ held }: ClientVisit<V>) => held.filter(({ status }) => eventStatusOf(status) !== 'no-show');
  const employees = byFrequency(came.map((visit) => seen(visit).map(({ resource_id }) => resource_id)));
  const services = byFrequency(came.map((visit) => seen(visit).map(({ service_id }) => service_id)));
  return {
    coming: newestFirst.filter(isComing).reverse(),
    past,
    came: came.length,
    noShows: missed.length,
    lastNoShow: missed[0] ? begins(missed[0]) : null,
    cancelled: cancelled.length,
    lateCancelled: cancelled.filter(({ legs }) => legs.some(isLateCancellation)).length,
    lastVisit: came[0] ?? null,
    usualGap: middleGap(came.map(begins)),
    favouriteEmployee: employees[0] ?? null,
    favouriteService: services[0] ?? null,
    usualServices: services.slice(0, USUAL),
  };
}

/** Returns the values, the most frequent first, of two equally frequent the later one; each counts once for a visit. */
function byFrequency(newestFirst: readonly (readonly (string | null)[])[]): readonly string[] {
  if (newestFirst.length < 2) return [];
  const counts = new Map<string, number>();
  for (const visit of newestFirst) for (const id of new Set(visit)) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

function middleGap(newestFirst: readonly string[]): number | null {
  if (newestFirst.length < 3) return null;
  const gaps = newestFirst.slice(1).map((start, i) => minutesBetween(start, newestFirst[i] ?? ''));
  const middle = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return Math.round(middle / MINUTES_OF_DAY);
}

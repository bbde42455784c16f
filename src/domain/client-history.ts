/** What a client's appointments tell of them: coming and past ones, what they kept and what not, whom and what they like. */
import type { Event } from '#schemas/events.ts';
import { statusOf } from './event-status.ts';
import { addMinutes, MINUTES_OF_DAY, minutesBetween } from './time.ts';

type Visit = Pick<Event, 'id' | 'start_time' | 'end_time' | 'status' | 'service_id' | 'resource_id'> & {
  readonly updated_at: string | null;
  readonly visit_id?: string | null;
};

export interface VisitFacts<V extends Visit = Visit> {
  /** Still to come and not cancelled, the next one first. */
  readonly coming: readonly V[];
  /** All others, the newest first. */
  readonly past: readonly V[];
  /** Those of the past that were neither cancelled nor missed. */
  readonly came: number;
  readonly noShows: number;
  /** ISO UTC: when the last one began to which they did not come. */
  readonly lastNoShow: string | null;
  readonly cancelled: number;
  /** Of the cancelled ones. */
  readonly lateCancelled: number;
  readonly lastVisit: V | null;
  /** The middle one of the gaps between visits, in days; null below three visits. */
  readonly usualGap: number | null;
  /** Whom and what they had most often, of the same number the later one; null below two visits. */
  readonly favouriteEmployee: string | null;
  readonly favouriteService: string | null;
}

/**
 * Whether it was cancelled on the day before its start or later. When it was cancelled is not kept: the last change of a
 * cancelled appointment counts, unless it is so long after that it must have been something else.
 */
export function isLateCancellation({ status, start_time, end_time, updated_at }: Visit): boolean {
  if (statusOf(status) !== 'cancelled' || updated_at === null) return false;
  return updated_at > addMinutes(start_time, -MINUTES_OF_DAY) && updated_at < addMinutes(end_time, MINUTES_OF_DAY);
}

/** Several services of one visit are one time that somebody came, or did not: the first of them in the list stands for all. */
function visitsOf<V extends Visit>(events: readonly V[]): readonly V[] {
  const known = new Set<string>();
  return events.filter(({ visit_id }) => {
    if (!visit_id) return true;
    if (known.has(visit_id)) return false;
    known.add(visit_id);
    return true;
  });
}

/** @param events in any order. @param now ISO UTC */
export function visitFacts<V extends Visit>(events: readonly V[], now: string): VisitFacts<V> {
  const newestFirst = [...events].sort((a, b) => (a.start_time + a.id < b.start_time + b.id ? 1 : -1));
  const isComing = ({ start_time, status }: V) => start_time > now && !['cancelled', 'no-show'].includes(status ?? '');
  const past = newestFirst.filter((event) => !isComing(event));
  const of = (status: string) => past.filter((event) => statusOf(event.status) === status);
  const came = past.filter(({ status, start_time }) => start_time <= now && !['cancelled', 'no-show'].includes(status ?? ''));
  const missed = of('no-show');
  const cancelled = of('cancelled');
  return {
    coming: newestFirst.filter(isComing).reverse(),
    past,
    came: visitsOf(came).length,
    noShows: visitsOf(missed).length,
    lastNoShow: missed[0]?.start_time ?? null,
    cancelled: visitsOf(cancelled).length,
    lateCancelled: visitsOf(cancelled.filter(isLateCancellation)).length,
    lastVisit: came[0] ?? null,
    usualGap: middleGap(visitsOf(came)),
    favouriteEmployee: mostOften(came.map(({ resource_id }) => resource_id)),
    favouriteService: mostOften(came.map(({ service_id }) => service_id)),
  };
}

function mostOften(newestFirst: readonly (string | null)[]): string | null {
  if (newestFirst.length < 2) return null;
  const counts = new Map<string, number>();
  for (const id of newestFirst) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  let best: string | null = null;
  for (const [id, count] of counts) if (count > (best === null ? 0 : (counts.get(best) ?? 0))) best = id;
  return best;
}

function middleGap(newestFirst: readonly Visit[]): number | null {
  if (newestFirst.length < 3) return null;
  const gaps = newestFirst.slice(1).map((visit, i) => minutesBetween(visit.start_time, newestFirst[i]?.start_time ?? ''));
  const middle = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return Math.round(middle / MINUTES_OF_DAY);
}

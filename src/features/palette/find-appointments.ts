/** Which visits the search shows: those of the clients that it found, and blocked times whose title it fits. */
import { holdsSlot } from '#domain/booking/overlap.ts';
import { matchesText } from '#domain/people/search.ts';

interface Found {
  readonly id: string;
  readonly client_id: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly visit_id: string | null;
  /** ISO UTC, as `end_time`. */
  readonly start_time: string;
  readonly end_time: string;
}

export type When = 'now' | 'coming' | 'past';

/** @param now ISO UTC */
export function whenOf({ start_time, end_time }: Pick<Found, 'start_time' | 'end_time'>, now: string): When {
  if (end_time <= now) return 'past';
  return start_time <= now ? 'now' : 'coming';
}

const ORDER: Record<When, number> = { now: 0, coming: 1, past: 2 };

/** One visit: its appointments by their start, those that are not cancelled, all of them if all are. */
export interface FoundVisit<E> {
  readonly legs: readonly [E, ...E[]];
  readonly start_time: string;
  readonly end_time: string;
}

function visitsOf<E extends Found>(events: readonly E[]): FoundVisit<E>[] {
  const found = new Map<string, E[]>();
  for (const event of events) {
    const legs = found.get(event.visit_id ?? event.id);
    if (legs) legs.push(event);
    else found.set(event.visit_id ?? event.id, [event]);
  }
  return [...found.values()].flatMap((all) => {
    const held = all.filter(holdsSlot);
    const [first, ...others] = (held.length > 0 ? held : all).sort((a, b) => (a.start_time < b.start_time ? -1 : 1));
    if (!first) return [];
    const legs = [first, ...others] as const;
    const end_time =
      legs
        .map((leg) => leg.end_time)
        .sort()
        .at(-1) ?? first.end_time;
    return [{ legs: [first, ...others], start_time: first.start_time, end_time }];
  });
}

/**
 * Returns the visits that go on now, then those to come, the next one first, then past ones, the last one first. A visit of several
 * services is one. Each client has at most one past visit among them, so that a regular's history leaves room for others.
 * @param now ISO UTC
 */
export function findAppointments<E extends Found>(
  events: readonly E[],
  { clients, query, now, most }: { clients: ReadonlySet<string>; query: string; now: string; most: number },
): FoundVisit<E>[] {
  if (query.trim() === '') return [];
  const fits = ({ client_id, title }: E) =>
    client_id === null ? title !== null && title !== '' && matchesText(title, query) : clients.has(client_id);
  const sorted = visitsOf(events.filter(fits)).sort((a, b) => {
    const [whenA, whenB] = [whenOf(a, now), whenOf(b, now)];
    if (whenA !== whenB) return ORDER[whenA] - ORDER[whenB];
    const later = a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0;
    return whenA === 'past' ? -later : later;
  });
  const pastOf = new Set<string>();
  const shown = sorted.filter((visit) => {
    const [{ client_id }] = visit.legs;
    if (client_id === null || whenOf(visit, now) !== 'past') return true;
    if (pastOf.has(client_id)) return false;
    pastOf.add(client_id);
    return true;
  });
  return shown.slice(0, most);
}

/** Which appointments the search shows: those of the clients that it found, and those whose title it fits. */
import { matchesText } from '#domain/people/search.ts';

interface Found {
  readonly id: string;
  readonly client_id: string | null;
  readonly title: string | null;
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

/**
 * Returns the appointments that go on now, then those to come, the next one first, then past ones, the last one first. Each client has
 * at most one past appointment among them, so that a regular's history leaves room for others.
 * @param now ISO UTC
 */
export function findAppointments<E extends Found>(
  events: readonly E[],
  { clients, query, now, most }: { clients: ReadonlySet<string>; query: string; now: string; most: number },
): E[] {
  if (query.trim() === '') return [];
  const fits = ({ client_id, title }: E) =>
    client_id === null ? title !== null && title !== '' && matchesText(title, query) : clients.has(client_id);
  const sorted = events.filter(fits).sort((a, b) => {
    const [whenA, whenB] = [whenOf(a, now), whenOf(b, now)];
    if (whenA !== whenB) return ORDER[whenA] - ORDER[whenB];
    const later = a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0;
    return whenA === 'past' ? -later : later;
  });
  const pastOf = new Set<string>();
  const shown = sorted.filter((event) => {
    if (event.client_id === null || whenOf(event, now) !== 'past') return true;
    if (pastOf.has(event.client_id)) return false;
    pastOf.add(event.client_id);
    return true;
  });
  return shown.slice(0, most);
}

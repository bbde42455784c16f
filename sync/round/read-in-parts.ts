/**
 * Reading a stretch of events without a cursor: the first week, older days. Promises: it comes in parts as large as the line
 * bears; a part whose answer broke off is asked for again at once, smaller; what has come is used and not asked for again.
 */

import type { ReadEventsAnswer } from '#sync/server/server.ts';
import type { RoundCall, RoundContext } from './context.ts';
import { CutShortError, request } from './request.ts';

const HOUR_MS = 3_600_000;
/** Among a salon's bookings one client's are this rare, at least: their years come in as many answers as everybody's days. */
const ONE_OF_MANY = 500;

/** The events that are asked for: those of a time, of one client if one is named. */
export interface EventRange {
  /** ISO UTC, `to` excluded. */
  readonly from: string;
  readonly to: string;
  readonly clientId: string | null;
}

/** The caller who waits for a reading. `over`: aborted when nobody waits any more; `heard`: called for each part of the answer. */
export interface ReadCaller {
  readonly over: AbortSignal;
  readonly heard: () => void;
}

/**
 * @param take what is done with a part, which reaches up to `to` (ISO UTC); false ends the reading
 * @throws ServerError; then what was taken stays taken
 */
export async function readInParts(
  context: Pick<RoundContext, 'clock' | 'pace' | 'server' | 'salonId'>,
  call: RoundCall,
  { from, to, clientId }: EventRange,
  take: (part: ReadEventsAnswer, to: string) => Promise<boolean>,
): Promise<void> {
  for (let at = from; at < to; ) {
    const hours = context.pace.size('read') * (clientId === null ? 1 : ONE_OF_MANY);
    const end = Date.parse(at) + hours * HOUR_MS;
    const until = end < Date.parse(to) ? new Date(end).toISOString() : to;
    const start = at;
    const ask = (signal: AbortSignal) => context.server.readEvents(context.salonId, start, until, clientId, signal);
    try {
      const part = await request(context, call, ask, { way: 'read', full: () => until < to });
      if (!(await take(part, until))) return;
      at = until;
    } catch (error) {
      if (!(error instanceof CutShortError)) throw error;
    }
  }
}

/** The parts of a stretch as one answer. What lies over two parts comes with both, and counts once. */
export async function readRange(
  context: Pick<RoundContext, 'clock' | 'pace' | 'server' | 'salonId'>,
  call: RoundCall,
  stretch: EventRange,
): Promise<ReadEventsAnswer> {
  const whole = { events: new Map(), clients: new Map(), services: new Map(), resources: new Map() };
  await readInParts(context, call, stretch, async (part) => {
    for (const name of ['events', 'clients', 'services', 'resources'] as const)
      for (const row of part[name]) whole[name].set(row.id, row);
    return true;
  });
  return {
    events: [...whole.events.values()],
    clients: [...whole.clients.values()],
    services: [...whole.services.values()],
    resources: [...whole.resources.values()],
  };
}

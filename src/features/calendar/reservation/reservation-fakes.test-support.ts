/** What stands in the place of the stored data in the tests of the reservation dialog. A test file puts it there with `vi.mock`. */
import { BehaviorSubject, combineLatest, map, NEVER, of, type Subject, throwError } from 'rxjs';
import { vi } from 'vitest';
import { row, YOANA } from '#calendar/reads/rows.test-support.ts';
import type { ClientFacts } from '#data/events/client-facts.ts';
import type { OlderState } from '#data/events/day-events.ts';
import { buildIndex } from '#domain/people/search.ts';
import type { LocalRow } from '#schemas/registry.ts';

/** events.commands.ts */
export const data = {
  addEvent: vi.fn(async (..._args: unknown[]) => 'new'),
  updateEvent: vi.fn(async (..._args: unknown[]) => undefined),
  deleteEvent: vi.fn(async (..._args: unknown[]) => undefined),
  pressEventStatus: vi.fn(async (_replica: unknown, event: { id: string }, _pressed: string, _now: string) => ({
    id: event.id,
    before: { status: 'booked' },
    wrote: { status: 'completed' },
  })),
};
/** event-edits.ts */
export const edits = {
  undoDelete: vi.fn(async (..._args: unknown[]) => 'undone'),
  undoEdit: vi.fn(async (..._args: unknown[]) => 'undone'),
};
/** booking-saves.ts; taking a save back is tried over stored data (visit-dialog.test.tsx) */
export const saves = {
  bookingsNow: async (_: unknown, ids: readonly string[]) =>
    events.value.filter(({ id, deleted }) => ids.includes(id) && !deleted),
  hasChanged: () => false,
};
const KNOWN = [YOANA, row('clients', { id: 'vera', name: 'Вера Ангелова' })];
export const clients = [...KNOWN];
export const older = new BehaviorSubject<OlderState>({ phase: 'kept', readAt: null, reason: null });
export const events = new BehaviorSubject<readonly LocalRow<'events'>[]>([]);

interface Reads {
  how: 'now' | 'never' | 'failed';
  clients: Subject<typeof clients> | null;
  free: boolean;
  named: boolean;
  blocks: boolean;
}
const USUAL: Reads = { how: 'now', clients: null, free: true, named: true, blocks: true };
/** How the reads go in this test. */
export const reads: Reads = { ...USUAL };

export function asUsual(): void {
  Object.assign(reads, USUAL);
  clients.splice(0, clients.length, ...KNOWN);
  events.next([]);
  older.next({ phase: 'kept', readAt: null, reason: null });
  facts.next(null);
}

/** older-events.ts */
export const olderEvents = {
  dayWithOlder$: () =>
    combineLatest([events, older]).pipe(map(([rows, state]) => ({ events: rows, clients: new Map(), older: state }))),
};
/** events.queries.ts */
export const eventReads = {
  event$: (_: unknown, id: string) =>
    reads.how === 'never'
      ? NEVER
      : reads.how === 'failed'
        ? throwError(() => new Error('no read'))
        : events.pipe(map((rows) => rows.find((event) => event.id === id && !event.deleted) ?? null)),
  blocksSince$: () =>
    reads.blocks
      ? events.pipe(map((rows) => rows.filter(({ type }) => type === 'blocking')))
      : throwError(() => new Error('no read')),
  eventsBetween$: () => (reads.free ? events : throwError(() => new Error('no read'))),
  daysEvents$: () => (reads.free ? events : throwError(() => new Error('no read'))),
};
/** client-index.queries.ts */
export const clientIndex = {
  clientIndex$: () => reads.clients?.pipe(map(buildIndex)) ?? of(buildIndex(clients)),
};
/** client-facts.ts: what is known of the client; null: nothing */
export const facts = new BehaviorSubject<ClientFacts | null>(null);
export const clientFacts = { clientFacts$: () => facts };
/** clients.queries.ts */
export const clientReads = {
  clientsById$: (_: unknown, ids: string[]) =>
    reads.how === 'never'
      ? NEVER
      : !reads.named
        ? throwError(() => new Error('no read'))
        : of(new Map(clients.filter(({ id }) => ids.includes(id)).map((client) => [client.id, client]))),
};
/** shifts.queries.ts */
export const shiftReads = { overrideSets$: () => of(new Map()) };

/** How far the first sync of a salon is, by what people know of it: its team, the first week, what it offers, its clients, the rest. */
import type { MangoQuerySelector } from 'rxdb';
import { combineLatest, distinctUntilChanged, from, map, type Observable, switchMap, throttleTime } from 'rxjs';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { BLANK_STATE, firstWeek, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { Replica } from '#sync/replica.ts';

/** `week`: the appointments from yesterday to seven days ahead, which are read first; `rest`: all other appointments, and stock counts. */
export const FIRST_PARTS = ['team', 'week', 'offer', 'clients', 'rest'] as const;
export type FirstPart = (typeof FIRST_PARTS)[number];

export interface PartOfFirstSync {
  readonly part: FirstPart;
  readonly state: 'waiting' | 'coming' | 'done';
  /** On this device so far. */
  readonly rows: number;
}

const TABLES_OF: Readonly<Record<Exclude<FirstPart, 'week'>, readonly TableName[]>> = {
  team: ['employee_groups', 'resources', 'employee_weekly_shifts', 'employee_day_overrides'],
  offer: ['service_groups', 'product_groups', 'services', 'products'],
  clients: ['clients'],
  rest: ['events', 'product_revisions'],
};

/** What comes first when nothing has begun. */
const IN_TIME: readonly FirstPart[] = ['week', 'team', 'offer', 'clients', 'rest'];

/** Where a table stands that has been read to its end (pull_changes). */
const END = '~';

const isDone = (part: FirstPart, { pulledOnce, weekRead, weekSkipped, cursors }: SyncState): boolean =>
  pulledOnce || (part === 'week' ? weekRead && !weekSkipped : TABLES_OF[part].every((table) => cursors[table]?.[1] === END));

const hasBegun = (part: FirstPart, { cursors }: SyncState): boolean =>
  part !== 'week' && TABLES_OF[part].some((table) => cursors[table] !== undefined);

function partsOf(state: SyncState, rows: Readonly<Record<FirstPart, number>>): PartOfFirstSync[] {
  const next = IN_TIME.find((part) => !isDone(part, state));
  return FIRST_PARTS.map((part) => ({
    part,
    state: isDone(part, state) ? 'done' : part === next || hasBegun(part, state) ? 'coming' : 'waiting',
    rows: rows[part],
  }));
}

async function rowsHere(replica: Replica): Promise<Record<FirstPart, number>> {
  const week = firstWeek(Date.now());
  const selector = { start_time: { $gte: week.from, $lt: week.to } } as MangoQuerySelector<LocalRow<'events'>>;
  const [held, inWeek] = await Promise.all([replica.holdings(), replica.rows.events.count({ selector }).exec()]);
  const count = (part: Exclude<FirstPart, 'week'>) =>
    held.tables.reduce((sum, { table, rows }) => (TABLES_OF[part].includes(table) ? sum + rows : sum), 0);
  return {
    team: count('team'),
    week: inWeek,
    offer: count('offer'),
    clients: count('clients'),
    rest: Math.max(0, count('rest') - inWeek),
  };
}

/** Rows are counted by indexes, at most once a second: the sync itself has the device to itself. */
const COUNT_EVERY_MS = 1000;

/** All parts in the order in which they are shown, live. How many rows are still to come is known only of the whole (`status$`). */
export function firstSyncParts$(replica: Replica): Observable<readonly PartOfFirstSync[]> {
  const state$ = replica.rows.events.database
    .getLocal$<{ value: SyncState }>(STATE_DOCUMENT)
    .pipe(map((document) => document?.toJSON().data.value ?? BLANK_STATE));
  const rows$ = state$.pipe(
    throttleTime(COUNT_EVERY_MS, undefined, { leading: true, trailing: true }),
    switchMap(() => from(rowsHere(replica))),
  );
  return combineLatest([state$, rows$]).pipe(
    map(([state, rows]) => partsOf(state, rows)),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
  );
}

/**
 * The progress of a salon's first sync in the parts that people know: its team, the first week, its services and products, its
 * clients, the rest.
 */
import type { MangoQuerySelector } from 'rxdb';
import { combineLatest, distinctUntilChanged, from, map, type Observable, switchMap, throttleTime } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { type FirstSync, firstWeek } from '#sync/core/sync-state.ts';

/** `week`: the appointments from yesterday to seven days ahead, which are read first; `rest`: all other appointments, and stock counts. */
export const FIRST_PARTS = ['team', 'week', 'offer', 'clients', 'rest'] as const;
/** A part of the first sync. */
export type FirstPart = (typeof FIRST_PARTS)[number];

/** A part with how far it is. */
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

/** The part that comes first when nothing has begun. */
const IN_TIME: readonly FirstPart[] = ['week', 'team', 'offer', 'clients', 'rest'];

const isDone = (part: FirstPart, { week, tables }: FirstSync): boolean =>
  part === 'week' ? week : TABLES_OF[part].every((table) => tables.get(table) === 'whole');

const hasBegun = (part: FirstPart, { tables }: FirstSync): boolean =>
  part !== 'week' && TABLES_OF[part].some((table) => tables.has(table));

function partsOf(state: FirstSync, rows: Readonly<Record<FirstPart, number>>): PartOfFirstSync[] {
  const next = IN_TIME.find((part) => !isDone(part, state));
  return FIRST_PARTS.map((part) => ({
    part,
    state: isDone(part, state) ? 'done' : part === next || hasBegun(part, state) ? 'coming' : 'waiting',
    rows: rows[part],
  }));
}

async function rowsHere(replica: OpenReplica): Promise<Record<FirstPart, number>> {
  const week = firstWeek(Date.now());
  const selector = { start_time: { $gte: week.from, $lt: week.to } } as MangoQuerySelector<LocalRow<'events'>>;
  const [held, inWeek] = await Promise.all([replica.holdings(), insideOf(replica).rows.events.count({ selector }).exec()]);
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

/** Rows are counted by indexes, at most once in this time, so that the sync has the device to itself. */
const COUNT_EVERY_MS = 1000;

/** Follows all parts in the order of the screen. The number of rows still to come is known only for the whole (`status$`). */
export function firstSyncParts$(replica: OpenReplica): Observable<readonly PartOfFirstSync[]> {
  const state$ = insideOf(replica).firstSync$;
  const rows$ = state$.pipe(
    throttleTime(COUNT_EVERY_MS, undefined, { leading: true, trailing: true }),
    switchMap(() => from(rowsHere(replica))),
  );
  return combineLatest([state$, rows$]).pipe(
    map(([state, rows]) => partsOf(state, rows)),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
  );
}

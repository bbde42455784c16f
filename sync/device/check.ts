/**
 * "Check this device": its rows against the server's checksums. Promises: compared only when this device stands exactly at
 * the server's head, with what the server last said of an unsent row; a difference is seen twice before it counts; a
 * table that differs is pulled anew, which disturbs no unsent row and no other table.
 */

import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { behindHorizon, SHAPES, type StateRow } from '#sync/core/columns.ts';
import { KEEP, received, type Step, type StepContext } from '#sync/core/row-state.ts';
import type { SyncState } from '#sync/core/sync-state.ts';
import { isoOf } from '#sync/machine/clock.ts';
import { type RoundCall, type RoundContext, readState } from '#sync/round/context.ts';
import { askPage } from '#sync/round/pages.ts';
import { request } from '#sync/round/request.ts';
import { type RoundResult, runRound } from '#sync/round/round.ts';
import type { AsRound } from '#sync/round/round-queue.ts';
import { type Cursor, type Cursors, ServerError, type WireRow } from '#sync/server/server.ts';
import { notifyApplied, wipeErasedFirst } from '#sync/writes/apply-remote.ts';
import { applySteps, stepContextOf } from '#sync/writes/apply-steps.ts';
import { type Checksum, checkedColumns, rowNumber } from './checksum.ts';

/** The result of one check of this device against the server. */
export interface DeviceCheck {
  /** Device clock, ISO UTC. */
  readonly at: string;
  /** The revision at which was compared. */
  readonly head: number;
  /** Found different, and pulled anew. */
  readonly differing: readonly TableName[];
  /** Rows compared. */
  readonly rows: number;
}

/** The local document of the last check. */
export const CHECK_DOCUMENT = 'device-check';

/** That document: it is shared by all tabs, so that one of them checks each day. */
export interface CheckRecord {
  readonly last: DeviceCheck | null;
  /** When it was last checked; before the first check, since when it could have been. Device clock, ISO UTC. */
  readonly since: string;
}

const DAY_MS = 86_400_000;
/** Rows between two breaths of the page: some 10 ms of reading and hashing. */
const CHUNK = 500;
/** A salon that changes between a round and the question is asked again; this often in a row it does not happen. */
const TRIES = 8;
const ALL_READ: Cursor = [Number.MAX_SAFE_INTEGER, '~'];

interface Sums {
  readonly sums: ReadonlyMap<TableName, Checksum>;
  /** Some row here is newer than the state that was read. */
  readonly ahead: boolean;
}

async function sumsHere(context: RoundContext, call: RoundCall, state: SyncState): Promise<Sums> {
  const sums = new Map<TableName, Checksum>();
  let ahead = false;
  for (const table of TABLE_NAMES) {
    let [count, sum, after, undecided] = [0, 0, '', false];
    for (;;) {
      call.signal.throwIfAborted();
      const rows = await context.store.page(table, after, CHUNK);
      for (const row of rows) {
        if (row.rev === 0) continue;
        ahead ||= row.rev > state.seen;
        const serverRow = asServerHas(row);
        // An unsent erasure remembers nothing of what it erased: nobody can tell whether the table is right.
        undecided ||= serverRow === null;
        if (serverRow === null || serverRow.deleted || behindHorizon(table, serverRow, state.horizon)) continue;
        count += 1;
        sum += rowNumber(table, serverRow);
      }
      call.alive();
      const last = rows.at(-1);
      if (rows.length < CHUNK || last === undefined) break;
      after = last.id;
      await breath(context);
    }
    if (!undecided) sums.set(table, [count, sum]);
  }
  return { sums, ahead };
}

/** The page draws and answers in between. */
const breath = ({ clock }: RoundContext): Promise<void> =>
  new Promise((resolve) => {
    clock.after(0, resolve);
  });

/** Null when this device does not know it any more. */
function asServerHas(row: StateRow): StateRow | null {
  if (row.pending === 0) return row;
  return row.base === null ? null : ({ ...row, ...row.base } as StateRow);
}

/** Compares once; null when the device did not stand at the server's head. */
async function compared(
  context: RoundContext,
  call: RoundCall,
): Promise<{ differing: TableName[]; rows: number; head: number } | null> {
  const state = await readState(context);
  if (!state.pulledOnce) return null;
  const { horizon } = state;
  const columnsByTable = Object.fromEntries(
    TABLE_NAMES.map((table) => [
      table,
      { columns: checkedColumns(table), ...(SHAPES[table].table.horizon === null || horizon === null ? {} : { from: horizon }) },
    ]),
  );
  const answer = await request(context, call, (signal) => context.server.checksums(context.salonId, columnsByTable, signal));
  const { sums, ahead } = await sumsHere(context, call, state);
  const now = await readState(context);
  const moved = now.generation !== state.generation || now.seen !== state.seen || now.horizon !== horizon;
  if (moved || ahead || answer.head !== state.seen) return null;
  const differing = TABLE_NAMES.filter((table) => {
    const ownSum = sums.get(table);
    const serverSum = answer.tables[table];
    return ownSum !== undefined && serverSum !== undefined && (ownSum[0] !== serverSum[0] || ownSum[1] !== serverSum[1]);
  });
  return { differing, rows: [...sums.values()].reduce((all, [count]) => all + count, 0), head: answer.head };
}

/**
 * A round, then the comparison, again until both stand at one head. `begun`: the round that has just ended.
 * @throws ServerError, or what the storage threw
 */
export async function checkDevice(
  context: RoundContext,
  call: RoundCall,
  begun: RoundResult | null,
): Promise<{ check: DeviceCheck; round: RoundResult }> {
  let suspected: readonly TableName[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const round = attempt === 0 && begun ? begun : await runRound(context, call);
    const found = await compared(context, call);
    if (found === null) continue;
    const differing = found.differing.filter((table) => suspected.includes(table));
    if (found.differing.length > 0 && suspected.length === 0) {
      suspected = found.differing;
      continue;
    }
    for (const table of differing) await pullAnew(context, call, table);
    const check: DeviceCheck = { at: isoOf(context.clock), head: found.head, differing, rows: found.rows };
    await context.docs.update<CheckRecord>(CHECK_DOCUMENT, () => ({ last: check, since: check.at }));
    return { check, round };
  }
  throw new ServerError(0, null, null, 'the salon changes faster than it can be compared');
}

/** Takes the whole table from the server, whatever stands here, and removes what is not there. */
async function pullAnew(context: RoundContext, call: RoundCall, table: TableName): Promise<void> {
  const state = await readState(context);
  const stepContext = stepContextOf(context, state.horizon);
  const otherCursors = Object.fromEntries(TABLE_NAMES.map((name) => [name, ALL_READ]));
  const serverIds = new Set<string>();
  let cursor: Cursor = [0, ''];
  for (;;) {
    const cursors: Cursors & { horizon_rev?: number } = { ...otherCursors, [table]: cursor };
    if (state.horizonRev !== null) cursors.horizon_rev = state.horizonRev;
    const answer = await askPage(context, call, cursors, state.horizon);
    if ((await readState(context)).generation !== state.generation) return;
    const page = answer.tables[table];
    if (page === undefined) break;
    const byId = new Map(page.rows.map((row) => [row.id, row]));
    await wipeErasedFirst(context, table, page.rows);
    const changed = await applySteps(context, 'server', table, [...byId.keys()], (row, id) => {
      const wire = byId.get(id);
      return wire ? corrected(stepContext, table, row, wire, answer.head) : KEEP;
    });
    notifyApplied(context, table, changed);
    for (const id of byId.keys()) serverIds.add(id);
    cursor = page.cursor;
    if (!page.more) return removeOthers(context, call, table, serverIds, answer.head);
  }
}

/** A settled row becomes what the server has, even where its revision says that it is newer. */
function corrected(stepContext: StepContext, table: TableName, row: StateRow | null, wire: WireRow, head: number): Step {
  const wrong = row !== null && row.pending === 0 && row.rev > wire.rev && row.rev <= head;
  return received(stepContext, table, wrong ? { ...row, rev: 0 } : row, wire);
}

async function removeOthers(
  context: RoundContext,
  call: RoundCall,
  table: TableName,
  serverIds: ReadonlySet<string>,
  head: number,
): Promise<void> {
  let after = '';
  for (;;) {
    call.signal.throwIfAborted();
    const rows = await context.store.page(table, after, CHUNK);
    const ids = rows.flatMap(({ id }) => (serverIds.has(id) ? [] : [id]));
    const changed = await applySteps(context, 'server', table, ids, (row) =>
      row !== null && row.pending === 0 && row.rev > 0 && row.rev <= head ? { kind: 'remove', issues: [] } : KEEP,
    );
    notifyApplied(context, table, changed);
    call.alive();
    const last = rows.at(-1);
    if (rows.length < CHUNK || last === undefined) return;
    after = last.id;
  }
}

/** Says if a day has passed since the last check; before the first one, since the first complete round. */
export async function checkIsDue(context: RoundContext): Promise<boolean> {
  const since = isoOf(context.clock);
  const record = await context.docs.update<CheckRecord>(CHECK_DOCUMENT, (stored) =>
    stored === null ? { last: null, since } : null,
  );
  return record !== null && Math.abs(context.clock.now() - Date.parse(record.since)) >= DAY_MS;
}

/** A check that the server did not answer is not tried again with every round. */
const RETRY_CHECK_MS = 3_600_000;

/** Returns what checks this device after a round if a day has passed since the last time; `value` is null where it did not. */
export function dailyCheck(context: RoundContext): (call: RoundCall, round: RoundResult) => Promise<AsRound<DeviceCheck | null>> {
  let next = Number.NEGATIVE_INFINITY;
  return async (call, round) => {
    if (round.again || context.clock.now() < next || !(await checkIsDue(context))) return { round, value: null };
    try {
      const { check, round: ended } = await checkDevice(context, call, round);
      return { round: ended, value: check };
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      next = context.clock.now() + RETRY_CHECK_MS;
      return { round, value: null };
    }
  };
}

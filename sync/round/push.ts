/**
 * Pushing: each pending row once a round, in batches, in order of dependency. Promises: what leaves is remembered on disk
 * before it leaves; a failed call judges no row; a call that our server cannot take is halved until the row at fault stands
 * alone; what passes by itself refuses nobody: smaller calls find the row that it is about, which waits for longer each time
 * while the others go on (row-backoff.ts), and two such rows in a row are the server, which ends the pushing but not the round;
 * batches are as large as the line bears (pace.ts), and one whose answer broke off leaves again at once, smaller; the legs of
 * a visit leave in one of them, so that of two devices which moved it one is taken whole; every other row's verdict is worked
 * in even when a later part of the batch fails; an answer from before a rebuild is dropped; no revision of one history of the
 * server is compared with those of another.
 */

import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { inPushOrder, type StateRow } from '#sync/core/columns.ts';
import { docOf, KEEP, leaving, type StepContext } from '#sync/core/row-state.ts';
import { forkIn, type SyncState } from '#sync/core/sync-state.ts';
import { consequenceOf, type PushAnswer, type PushChange, ServerError, type Verdict } from '#sync/server/server.ts';
import { applySteps, stepContextOf } from '#sync/writes/apply-steps.ts';
import { type RoundCall, type RoundContext, readState, stillSame } from './context.ts';
import { unsentKept } from './rebuild.ts';
import { CutShortError, request } from './request.ts';
import { type RowBackoff, rowBackoff } from './row-backoff.ts';
import { keyOf, workIn } from './verdicts.ts';

/** The function takes no more; it is also what a server does in half a second. */
const BATCH = 500;

/** The state that a push stands on, all of it read at once. */
type Footing = Pick<SyncState, 'generation' | 'epoch' | 'rebuild' | 'horizon'>;

interface PendingRow {
  readonly table: TableName;
  readonly row: StateRow;
}

/** The result of a push. `rev`: the highest revision that its rows were given; 0 if none. */
export interface Pushed {
  readonly rev: number;
  /** Why it ended before everything had been tried: the server is busy with something that passes. */
  readonly busy: ServerError | null;
  /** Milliseconds until a row that holds up is to be tried again; null: there is none. */
  readonly retryInMs: number | null;
  /** Says if rows are pending now that this round may send and has not sent as they are. */
  somethingNew(): Promise<boolean>;
}

const versionOf = (row: StateRow, table: TableName): string => JSON.stringify([row.rev, docOf(table, row)]);
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

async function pendingRows(context: RoundContext): Promise<PendingRow[]> {
  const tables = await Promise.all(
    context.unsentTables().map(async (table) => (await context.store.pending(table)).map((row) => ({ table, row }))),
  );
  return tables.flat().sort((a, b) => inPushOrder(a.table, b.table) || (a.row.id < b.row.id ? -1 : 1));
}

const visitOf = (entry: PendingRow | undefined): unknown => entry?.row.visit_id ?? null;

/** As many of the first rows as fit, one at least. @param whole a visit is not cut in two; its legs stand beside each other */
function batchOf(rows: readonly PendingRow[], most: number, bytes: number, whole: boolean): PendingRow[] {
  const batch: PendingRow[] = [];
  let bytesLeft = bytes;
  for (const entry of rows.slice(0, most)) {
    bytesLeft -= bytesOf(versionOf(entry.row, entry.table));
    if (bytesLeft < 0 && batch.length > 0) break;
    batch.push(entry);
  }
  const visit = visitOf(batch.at(-1));
  const isCut = whole && visit !== null && visitOf(rows[batch.length]) === visit; // ★ visitsLeaveWhole
  if (!isCut) return batch;
  const first = batch.findIndex((entry) => visitOf(entry) === visit);
  const end = rows.findIndex((entry, at) => at >= batch.length && visitOf(entry) !== visit);
  return first > 0 ? batch.slice(0, first) : rows.slice(0, Math.min(most, end === -1 ? rows.length : end));
}

/** Returns the rows to send next: a row that has failed alone before goes last, and alone. */
function nextOf({ pace }: RoundContext, open: readonly PendingRow[], most: number, backoff: RowBackoff): PendingRow[] {
  const others = open.filter((entry) => !backoff.isMarked(entry));
  // A line that bears one row at a time gets one row at a time: a visit that is torn by it is asked about.
  return others.length > 0 ? batchOf(others, most, pace.size('push'), !pace.isLeast('push')) : open.slice(0, 1);
}

/**
 * Sends what is unsent, in batches that the line bears, and takes the verdicts.
 * @throws ServerError when a call failed as a whole, AbortError when the round ends, or what the storage threw
 */
export async function push(context: RoundContext, call: RoundCall): Promise<Pushed> {
  const footing: Footing = await readState(context);
  const stepContext = stepContextOf(context, footing.horizon);
  const backoff = await rowBackoff(context.docs, context.clock, () => pendingRows(context));
  const sent = new Map<string, string>();
  const waiting = new Set<string>();
  let rev = 0;
  let most = BATCH;
  let busy: ServerError | null = null;
  /** Failed alone since something passed. */
  let suspects: { readonly entry: PendingRow; readonly code: string }[] = [];
  const holdSuspects = async (others: boolean) => {
    for (const { entry, code } of suspects) await backoff.hold(entry, code, others);
    suspects = [];
  };
  for (;;) {
    const open = (await pendingRows(context)).filter(
      (entry) => !sent.has(keyOf(entry.table, entry.row.id)) && backoff.waits(entry) === 0,
    );
    const rows = nextOf(context, open, most, backoff);
    const [first] = rows;
    if (first === undefined) break;
    for (const { table, row } of rows) sent.set(keyOf(table, row.id), versionOf(row, table));
    const changes = await remember(context, stepContext, rows, footing);
    for (const change of changes) sent.set(keyOf(change.table, change.id), JSON.stringify([change.base_rev, change.doc]));
    try {
      const full = rows.length < Math.min(open.length, most);
      rev = Math.max(rev, await sendAll({ context, call, stepContext, waiting, footing, backoff }, changes, full));
      // What is too slow may still be ahead: it is not looked for from the beginning again.
      most = suspects.length > 0 ? BATCH : Math.min(BATCH, most * 2);
      await holdSuspects(true);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      const unsent = () => {
        for (const { table, row } of rows) sent.delete(keyOf(table, row.id));
      };
      if (error instanceof CutShortError) {
        unsent();
        continue;
      }
      const consequence = consequenceOf(error);
      if (consequence === 'other-history') {
        // The pull of this round learns of it and begins the rebuild; after that they leave as they then stand.
        unsent();
        break;
      }
      if (consequence !== 'passes') throw error;
      if (rows.length > 1) {
        unsent();
        most = Math.ceil(rows.length / 2);
        continue;
      }
      const failedBefore = backoff.isMarked(first);
      suspects.push({ entry: first, code: error.code ?? '' });
      if (failedBefore) await holdSuspects(true);
      if (suspects.length < 2) continue;
      busy = error;
      break;
    }
  }
  await holdSuspects(busy === null);
  return {
    rev,
    busy,
    retryInMs: backoff.soonest(),
    async somethingNew() {
      const rows = await pendingRows(context);
      return rows.some((entry) => {
        const key = keyOf(entry.table, entry.row.id);
        if (backoff.waits(entry) > 0) return false;
        return sent.get(key) !== versionOf(entry.row, entry.table) || (rev > 0 && waiting.has(key));
      });
    },
  };
}

/** Saves what is about to leave, and returns it as it was saved. */
async function remember(
  context: RoundContext,
  stepContext: StepContext,
  rows: readonly PendingRow[],
  footing: Footing,
): Promise<PushChange[]> {
  const changes: PushChange[] = [];
  for (const table of TABLE_NAMES) {
    const ids = rows.filter((entry) => entry.table === table).map(({ row }) => row.id);
    if (ids.length === 0) continue;
    const saved = new Map<string, PushChange>();
    await applySteps(context, 'server', table, ids, (row, id) => {
      saved.delete(id);
      const keepingStep = footing.rebuild ? unsentKept(context, stepContext, table, row, forkIn(footing)) : KEEP;
      const outgoing = leaving(stepContext, table, keepingStep.kind === 'put' ? keepingStep.row : row);
      if (outgoing === null) return keepingStep;
      saved.set(id, outgoing.change);
      return outgoing.step.kind === 'keep' ? keepingStep : outgoing.step;
    });
    for (const id of ids) {
      const change = saved.get(id);
      if (change) changes.push(change);
    }
  }
  return changes;
}

interface Sending {
  readonly context: RoundContext;
  readonly call: RoundCall;
  readonly stepContext: StepContext;
  readonly waiting: Set<string>;
  readonly footing: Footing;
  readonly backoff: RowBackoff;
}

/** @param full the size of the batch was bounded by what the line bears */
async function sendAll(sending: Sending, changes: readonly PushChange[], full: boolean): Promise<number> {
  const { context, call, stepContext, waiting, footing, backoff } = sending;
  if (changes.length === 0) return 0;
  const { epoch } = footing; // ★ pushNamesHistory
  let answer: PushAnswer;
  const ask = (signal: AbortSignal) => context.server.push(context.salonId, changes, epoch, signal);
  try {
    answer = await request(context, call, ask, { way: 'push', bytes: bytesOf(JSON.stringify(changes)), full: () => full });
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const consequence = consequenceOf(error);
    // Only our server's word, about a row that is alone in its call, refuses it.
    const refused = consequence === 'halve'; // ★ foreignJudgesNoRow, passingJudgesNoRow
    if (!refused) throw error; // ★ withdrawnTouchesNothing, failedCallJudgesNoRow
    // ★ halvesBatches, withdrawnTouchesNothing, failedCallJudgesNoRow
    if (changes.length === 1) {
      const verdict: Verdict = { v: 'rejected', code: error.code ?? `http-${error.status}`, message: error.message };
      const verdicts = changes.map(() => verdict);
      return workIn(context, stepContext, changes, verdicts, waiting);
    }
    const half = Math.ceil(changes.length / 2);
    const first = await sendAll(sending, changes.slice(0, half), false);
    return Math.max(first, await sendAll(sending, changes.slice(half), false));
  }
  if (!(await stillSame(context, footing))) return 0;
  await backoff.release(changes);
  if (answer.verdicts.length !== changes.length) throw new ServerError(0, null, null, 'not a verdict for every change');
  return workIn(context, stepContext, changes, answer.verdicts, waiting);
}

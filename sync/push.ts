/**
 * Pushing: each pending row once a round, in batches, in order of dependency. Promises: what leaves is remembered on disk
 * before it leaves; a failed call judges no row; a call that cannot be taken is halved until the row at fault stands
 * alone; every other row's verdict is worked in even when a later part of the batch fails; an answer from before a rebuild is
 * dropped; no revision of one history of the server is compared with those of another.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { fieldOf, inPushOrder, SHAPES, type StateRow } from './columns.ts';
import { passDoor } from './doors.ts';
import { type Engine, type RoundCall, readState, request, settingOf, stillSame } from './engine.ts';
import { unsentKept } from './rebuild.ts';
import {
  applied,
  docOf,
  ERASED,
  gone,
  KEEP,
  leaving,
  MISSING,
  refused,
  type Setting,
  type Step,
  taken,
  takenAnew,
} from './row-state.ts';
import { consequenceOf, type PushAnswer, type PushChange, ServerError, type Verdict } from './server.ts';
import type { SyncState } from './sync-state.ts';
import { clearWay, closeRefusals, tell, wipeAfterRefusal } from './taking.ts';

/** The function takes no more; it is also what a server does in half a second. */
const BATCH = 500;

/** What a push stands on; all of it read at once. */
type Footing = Pick<SyncState, 'generation' | 'epoch' | 'rebuild' | 'horizon'>;

export interface Pushed {
  readonly rev: number;
  /** Whether rows are pending now that this round did not send as they stand. */
  somethingNew(): Promise<boolean>;
}

const keyOf = (table: TableName, id: string): string => `${table}/${id}`;
const versionOf = (row: StateRow, table: TableName): string => JSON.stringify([row.rev, docOf(table, row)]);

async function pendingRows(engine: Engine): Promise<{ table: TableName; row: StateRow }[]> {
  const tables = await Promise.all(
    engine.unsentTables().map(async (table) => (await engine.store.pending(table)).map((row) => ({ table, row }))),
  );
  return tables.flat().sort((a, b) => inPushOrder(a.table, b.table) || (a.row.id < b.row.id ? -1 : 1));
}

export async function push(engine: Engine, call: RoundCall): Promise<Pushed> {
  const footing: Footing = await readState(engine);
  const setting = settingOf(engine, footing.horizon);
  const sent = new Map<string, string>();
  const waiting = new Set<string>();
  let rev = 0;
  for (;;) {
    const rows = (await pendingRows(engine)).filter(({ table, row }) => !sent.has(keyOf(table, row.id))).slice(0, BATCH);
    if (rows.length === 0) break;
    for (const { table, row } of rows) sent.set(keyOf(table, row.id), versionOf(row, table));
    const changes = await remember(engine, setting, rows, footing);
    for (const change of changes) sent.set(keyOf(change.table, change.id), JSON.stringify([change.base_rev, change.doc]));
    try {
      rev = Math.max(rev, await sendAll(engine, call, setting, changes, waiting, footing));
    } catch (error) {
      if (!(error instanceof ServerError) || consequenceOf(error) !== 'other-history') throw error;
      // The pull of this round learns of it and begins the rebuild; after that they leave as they then stand.
      for (const { table, id } of changes) sent.delete(keyOf(table, id));
      break;
    }
  }
  return {
    rev,
    async somethingNew() {
      const rows = await pendingRows(engine);
      return rows.some(({ table, row }) => {
        const key = keyOf(table, row.id);
        return sent.get(key) !== versionOf(row, table) || (rev > 0 && waiting.has(key));
      });
    },
  };
}

/** Saves what is about to leave, and returns it as it was saved. */
async function remember(
  engine: Engine,
  setting: Setting,
  rows: readonly { table: TableName; row: StateRow }[],
  { rebuild }: Footing,
): Promise<PushChange[]> {
  const changes: PushChange[] = [];
  for (const table of TABLE_NAMES) {
    const ids = rows.filter((entry) => entry.table === table).map(({ row }) => row.id);
    if (ids.length === 0) continue;
    const saved = new Map<string, PushChange>();
    await passDoor(engine, 'server', table, ids, (row, id) => {
      saved.delete(id);
      const kept = rebuild ? unsentKept(engine, setting, table, row, rebuild) : KEEP;
      const leaves = leaving(setting, table, kept.kind === 'put' ? kept.row : row);
      if (leaves === null) return kept;
      saved.set(id, leaves.change);
      return leaves.step.kind === 'keep' ? kept : leaves.step;
    });
    for (const id of ids) {
      const change = saved.get(id);
      if (change) changes.push(change);
    }
  }
  return changes;
}

async function sendAll(
  engine: Engine,
  call: RoundCall,
  setting: Setting,
  changes: readonly PushChange[],
  waiting: Set<string>,
  footing: Footing,
): Promise<number> {
  const [only] = changes;
  if (only === undefined) return 0;
  const epoch = engine.rules.pushNamesHistory ? footing.epoch : null;
  let answer: PushAnswer;
  try {
    answer = await request(engine, call, (signal) => engine.server.push(engine.salonId, changes, epoch, signal));
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    const consequence = consequenceOf(error);
    const refuseAll =
      (consequence === 'halve' && (changes.length === 1 || !engine.rules.halvesBatches)) ||
      (consequence === 'access-withdrawn' && !engine.rules.withdrawnTouchesNothing) ||
      (consequence === 'retry' && error.status > 0 && !engine.rules.failedCallJudgesNoRow);
    if (refuseAll) {
      const verdict: Verdict = { v: 'rejected', code: error.code ?? `http-${error.status}`, message: error.message };
      return workIn(
        engine,
        setting,
        changes,
        changes.map(() => verdict),
        waiting,
      );
    }
    if (consequence !== 'halve') throw error;
    const half = Math.ceil(changes.length / 2);
    const first = await sendAll(engine, call, setting, changes.slice(0, half), waiting, footing);
    return Math.max(first, await sendAll(engine, call, setting, changes.slice(half), waiting, footing));
  }
  if (!(await stillSame(engine, footing))) return 0;
  if (answer.verdicts.length !== changes.length) throw new ServerError(0, null, null, 'not a verdict for every change');
  return workIn(engine, setting, changes, answer.verdicts, waiting);
}

/** Works the verdicts in, table by table; returns the highest revision among the applied. */
async function workIn(
  engine: Engine,
  setting: Setting,
  changes: readonly PushChange[],
  verdicts: readonly Verdict[],
  waiting: Set<string>,
): Promise<number> {
  let rev = 0;
  for (const table of TABLE_NAMES) {
    const own = new Map<string, { change: PushChange; verdict: Verdict }>();
    changes.forEach((change, at) => {
      const verdict = verdicts[at];
      if (change.table === table && verdict) own.set(change.id, { change, verdict });
    });
    if (own.size === 0) continue;
    const rows = [...own.values()].flatMap(({ verdict }) => ('row' in verdict ? [verdict.row] : []));
    await clearWay(engine, table, rows);
    for (const { change, verdict } of own.values()) {
      if (verdict.v === 'applied') rev = Math.max(rev, verdict.rev);
      if (verdict.v === 'missing' && (await waitsForReference(engine, change))) waiting.add(keyOf(table, change.id));
    }
    const passed = await passDoor(engine, 'server', table, [...own.keys()], (row, id) => {
      const entry = own.get(id);
      return entry ? judged(setting, table, row, entry.change, entry.verdict, waiting.has(keyOf(table, id))) : { kind: 'keep' };
    });
    await clearWay(engine, table, rows);
    for (const [id, { verdict }] of own)
      if (table === 'events' && verdict.v === 'rejected' && verdict.code === ERASED) await wipeAfterRefusal(engine, id);
    await closeRefusals(engine, table, passed);
    const arrived = [...own].filter(([, { verdict }]) => verdict.v === 'applied' || verdict.v === 'same');
    await engine.onSent(arrived.map(([id]) => ({ table, id })));
    tell(
      engine,
      table,
      passed.filter(({ id }) => {
        const v = own.get(id)?.verdict.v;
        return v === 'same' || v === 'conflict';
      }),
    );
  }
  return rev;
}

function judged(
  setting: Setting,
  table: TableName,
  row: StateRow | null,
  change: PushChange,
  verdict: Verdict,
  waits: boolean,
): Step {
  // Revisions only grow: a row here that stands above the server's has its revision from nobody (a file that was tampered with).
  const take = 'row' in verdict && row?.rev === change.base_rev && verdict.row.rev < row.rev ? takenAnew : taken;
  switch (verdict.v) {
    case 'applied':
      return applied(setting, table, row, change, verdict.rev);
    case 'same':
      return setting.rules.sameIsMerged
        ? take(setting, table, row, verdict.row)
        : applied(setting, table, row, change, verdict.rev);
    case 'conflict':
      return take(setting, table, row, verdict.row);
    case 'gone':
      return gone(setting, table, row, change);
    case 'missing':
      return waits ? { kind: 'keep' } : refused(setting, table, row, change, { code: MISSING, constraint: verdict.constraint });
    case 'rejected':
      return refused(setting, table, row, change, verdict);
  }
}

/** A reference that is itself unsent will be there later. */
async function waitsForReference(engine: Engine, change: PushChange): Promise<boolean> {
  if (!engine.rules.missingWaitsForReference) return false;
  for (const [column, to] of SHAPES[change.table].refs) {
    const id = fieldOf(change.doc, column);
    if (typeof id !== 'string') continue;
    const stored = await engine.store.read(to, [id]);
    if (stored.get(id)?.row?.pending === 1) return true;
  }
  return false;
}

/** What every part of a round works with. All of it is passed in, so that a failure replays from a seed. */
import type { TableName } from '#schemas/registry.ts';
import { anySignal } from './any-signal.ts';
import { isoOf } from './clock.ts';
import type { StateRow } from './columns.ts';
import type { Doors } from './doors.ts';
import type { LinePace, Way } from './pace.ts';
import type { Rebuilding } from './rebuild.ts';
import type { Setting } from './row-state.ts';
import { consequenceOf, ServerError, type SyncServer } from './server.ts';
import type { DocStore } from './stores.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from './sync-state.ts';

export interface TakenChange {
  readonly table: TableName;
  readonly id: string;
  readonly before: StateRow | null;
  readonly after: StateRow | null;
}

/** What is being copied from another local form while this replica is in use (copy-settled.ts). */
export interface LocalCopy {
  running(): boolean;
  /** Resolves when it has ended, so that a pull may verify it. Rejects where the storage refused it or the replica closes. */
  ended(): Promise<void>;
}

export const NOTHING_COPIED: LocalCopy = { running: () => false, ended: () => Promise.resolve() };

export interface Engine extends Doors {
  readonly salonId: number;
  readonly docs: DocStore;
  readonly server: SyncServer;
  readonly rebuilding: Rebuilding;
  /** The tables in which this tab knows of unsent rows: all of them were looked through when the round began. */
  readonly unsentTables: () => readonly TableName[];
  readonly copy: LocalCopy;
  readonly pace: LinePace;
  /** What was taken from the server, after it is on disk. */
  readonly onTaken: (rows: readonly TakenChange[]) => void;
  /** Rows of this device that the server has taken. */
  readonly onSent: (rows: readonly { readonly table: TableName; readonly id: string }[]) => Promise<void>;
}

/** One round's surroundings. */
export interface RoundCall {
  readonly signal: AbortSignal;
  /** Said at every step, so that other tabs know that this round is alive. */
  readonly alive: () => void;
}

export const settingOf = (engine: Pick<Engine, 'rules' | 'salonId' | 'clock'>, horizon: string | null): Setting => ({
  rules: engine.rules,
  salonId: engine.salonId,
  at: isoOf(engine.clock),
  horizon,
});

export const readState = async (engine: Pick<Engine, 'docs'>): Promise<SyncState> => ({
  ...BLANK_STATE,
  ...(await engine.docs.read<SyncState>(STATE_DOCUMENT)),
});

/** Whether no rebuild has begun since that generation: otherwise what was asked for in it is dropped. */
export const stillSame = async (engine: Engine, { generation }: { readonly generation: number | null }): Promise<boolean> =>
  !engine.rules.dropsAnswersFromBeforeRebuild || (await readState(engine)).generation === generation;

/**
 * Runs one request; broken off with the round, or when no answer comes in the time that the line's pace grants: a server that
 * answers late is no better than one that does not, and the request is made again.
 * @param way whose size was at fault if it took too long; left out where a request cannot be smaller
 * @throws ServerError, or the round's end
 */
export async function request<T>(
  { clock, pace }: Pick<Engine, 'clock' | 'pace'>,
  call: RoundCall,
  ask: (signal: AbortSignal) => Promise<T>,
  way?: Way,
): Promise<T> {
  call.signal.throwIfAborted();
  const late = new AbortController();
  const began = clock.now();
  const stopWaiting = clock.after(pace.patience(), () => late.abort());
  try {
    return await ask(anySignal([call.signal, late.signal]));
  } catch (error) {
    const failure = late.signal.aborted && !call.signal.aborted ? new ServerError(0, null, null, 'no answer in time') : error;
    if (failure instanceof ServerError)
      await slower(pace, way, failure, late.signal.aborted ? pace.patience() : clock.now() - began);
    throw failure;
  } finally {
    stopWaiting();
    call.alive();
  }
}

/** What broke off or was given up on after a long while, what something on the way found too large, and a page that the server found too much. */
async function slower(pace: LinePace, way: Way | undefined, failure: ServerError, ms: number): Promise<void> {
  const tooLarge = failure.code === null && (failure.status === 413 || failure.status === 400);
  const tooMuch = way === 'pull' && consequenceOf(failure) === 'passes';
  if (failure.code === null || tooMuch) await pace.failed(way, ms, tooLarge || tooMuch);
}

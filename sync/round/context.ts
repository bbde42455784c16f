/** What every part of a round works with. All of it is passed in, so that a failure replays from a seed. */
import type { TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { StepContext } from '#sync/core/row-state.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import { anySignal } from '#sync/machine/abort-signals.ts';
import { isoOf } from '#sync/machine/clock.ts';
import { ForeignAnswerError } from '#sync/server/answers.ts';
import { hearWith } from '#sync/server/heard.ts';
import { consequenceOf, ServerError, type SyncServer } from '#sync/server/server.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import type { WriteContext } from '#sync/writes/apply-steps.ts';
import type { LinePace, Way } from './pace.ts';

/**
 * A row that the server's door has changed, as it stood before and as it stands now; null: there was none, or it was removed.
 */
export interface TakenChange {
  readonly table: TableName;
  readonly id: string;
  readonly before: StateRow | null;
  readonly after: StateRow | null;
}

/** What is being copied from another local schema version while this replica is in use (copy-settled.ts). */
export interface LocalCopy {
  running(): boolean;
  /** Resolves when it has ended, so that a pull may verify it. Rejects where the storage refused it or the replica closes. */
  ended(): Promise<void>;
}

/** No other version is being copied. */
export const NOTHING_COPIED: LocalCopy = { running: () => false, ended: () => Promise.resolve() };

/** What this tab has seen the server bring in a rebuild; known to no other tab and to no later one. */
export interface Rebuilding {
  /** The rebuild that this tab works at; null while it works at none. */
  generation: number | null;
  brought: Map<TableName, Set<string>>;
  /** How far another tab was, when last seen, with the rebuild that it took over from this one. */
  gaveWayAt: string | null;
}

/** What every part of a round works with. */
export interface RoundContext extends WriteContext {
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

/** Returns what a step may know besides its row. `horizon`: ISO UTC; null keeps rows of any age. */
export const stepContextOf = (context: Pick<RoundContext, 'salonId' | 'clock'>, horizon: string | null): StepContext => ({
  salonId: context.salonId,
  at: isoOf(context.clock),
  horizon,
});

/** Returns the sync state on disk, a blank one where there is none. @throws what the storage threw */
export const readState = async (context: Pick<RoundContext, 'docs'>): Promise<SyncState> => ({
  ...BLANK_STATE,
  ...(await context.docs.read<SyncState>(STATE_DOCUMENT)),
});

/** Whether no rebuild has begun since that generation: otherwise what was asked for in it is dropped. */
export const stillSame = async (
  context: RoundContext,
  { generation }: { readonly generation: number | null },
): Promise<boolean> => (await readState(context)).generation === generation; // ★ dropsAnswersFromBeforeRebuild

/** What is asked for, as far as the line's pace depends on it. */
export interface Asked<T> {
  /** Whose size was at fault if it took too long; left out where a request cannot be smaller. */
  readonly way?: Way;
  /** Of the body; left out where it is small. */
  readonly bytes?: number;
  /** Whether the size was made use of. */
  readonly full?: (answer: T) => boolean;
}

/** Nothing came for too long, after a part of the answer or before. */
class SilentLineError extends ServerError {
  constructor() {
    super(0, null, null, 'no answer in time');
  }
}

/** Whether the caller's own time limit has ended the request. */
const isTimeOut = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

/** A request that broke off after a part of its answer was here: a smaller one may get through at once. */
export class CutShortError extends ServerError {
  constructor({ status, code, hint, message }: ServerError) {
    super(status, code, hint, message);
  }
}

/**
 * Runs one request; broken off with the round, or when the line is silent for longer than its pace grants: as long as parts of
 * an answer come, it is waited for, whatever its length (heard.ts).
 * @throws ServerError (a CutShortError where a smaller request makes sense at once), or the round's end
 */
export async function request<T>(
  { clock, pace }: Pick<RoundContext, 'clock' | 'pace'>,
  call: RoundCall,
  ask: (signal: AbortSignal) => Promise<T>,
  { way, bytes = 0, full = () => false }: Asked<T> = {},
): Promise<T> {
  call.signal.throwIfAborted();
  const late = new AbortController();
  const signal = anySignal([call.signal, late.signal]);
  const began = clock.now();
  let heard = false;
  const waitFor = (ms: number) => clock.after(ms, () => late.abort());
  let stopWaiting = waitFor(pace.patience(bytes));
  hearWith(signal, () => {
    heard = true;
    stopWaiting();
    stopWaiting = waitFor(pace.silence);
    call.alive();
  });
  try {
    const answer = await ask(signal);
    await pace.went(way, { ms: clock.now() - began, bytes, full: full(answer) });
    return answer;
  } catch (error) {
    const silent = call.signal.aborted ? isTimeOut(call.signal.reason) : late.signal.aborted;
    const failure = silent ? new SilentLineError() : error;
    if (!(failure instanceof ServerError)) throw failure;
    const smaller = await slower(pace, way, failure, { heard, silent, ms: clock.now() - began });
    throw smaller && heard && !isPage(failure) && !call.signal.aborted ? new CutShortError(failure) : failure;
  } finally {
    stopWaiting();
    call.alive();
  }
}

/** A network's page for people came whole: nothing was cut short, and the reason is told as it is. */
const isPage = (failure: ServerError): boolean => failure instanceof ForeignAnswerError && failure.isPage;

/** Makes requests smaller after one that broke off, was given up, was too large for something on the way, or was too much for the server. */
async function slower(
  pace: LinePace,
  way: Way | undefined,
  failure: ServerError,
  how: { readonly heard: boolean; readonly silent: boolean; readonly ms: number },
): Promise<boolean> {
  const tooLarge = failure.code === null && (failure.status === 413 || failure.status === 400);
  const tooMuch = way !== undefined && way !== 'push' && consequenceOf(failure) === 'passes';
  if ((failure.code !== null && !tooMuch) || (isPage(failure) && !tooLarge)) return false;
  return pace.failed(way, { ...how, tooMuch: tooLarge || tooMuch });
}

/**
 * One round: push what is pending, then pull until nothing is newer. Promises: it may be broken off at any step and
 * repeated, by any tab, at the same time by two; it judges a row only by a verdict; rows are saved before the cursors
 * that say so; a fresh replica notes the server's head first; an answer asked for before a rebuild is dropped. While rows
 * are being copied from another local schema version, only the push goes on. It throws what the server or the storage
 * threw; a server that is too busy to take anything is pulled from first.
 */
import { type RoundCall, type RoundContext, readState } from './context.ts';
import { prepareRound } from './prepare.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';

/** The result of a complete round. */
export interface RoundResult {
  /** Something is to be sent that this round could not send: another one makes sense at once. */
  readonly again: boolean;
  /** The highest revision that this round's own writes were given; 0 if none. */
  readonly pushedRev: number;
  /** The server's head at the end. */
  readonly head: number;
  /** Milliseconds until a row that holds up is to be tried again; null: there is none. */
  readonly retryInMs: number | null;
}

/**
 * Runs one round: the head where it is not known yet, then push, then pull.
 * @throws ServerError when a call failed, AbortError when the round ends, or what the storage threw
 */
export async function runRound(context: RoundContext, call: RoundCall): Promise<RoundResult> {
  if (context.copy.running()) await pushBesideCopy(context, call);
  await prepareRound(context, call); // ★ notesHeadFirst
  const pushed = await push(context, call);
  const head = await pull(context, call);
  if (pushed.busy) throw pushed.busy;
  return { again: await pushed.somethingNew(), pushedRev: pushed.rev, head, retryInMs: pushed.retryInMs };
}

/** The copied rows stand where the other version stood: its head has been noted. In another history only a pull may tell. */
async function pushBesideCopy(context: RoundContext, call: RoundCall): Promise<void> {
  if (!(await readState(context)).rebuild?.historyChanged) await push(context, call);
  await context.copy.ended();
  call.signal.throwIfAborted();
}

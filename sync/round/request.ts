/**
 * One request of a round. Promise: it is broken off with the round, or when the line is silent for longer than its pace grants;
 * as long as parts of an answer come it is waited for, whatever its length (answer-parts.ts); what failed for its size is smaller the
 * next time (pace.ts).
 */
import { anySignal } from '#sync/machine/abort-signals.ts';
import { onPart } from '#sync/server/answer-parts.ts';
import { ForeignAnswerError } from '#sync/server/answers.ts';
import { consequenceOf, ServerError } from '#sync/server/server.ts';
import type { RoundCall, RoundContext } from './context.ts';
import type { LinePace, RequestKind } from './pace.ts';

/** The facts about a request on which the line's pace depends. */
export interface Asked<T> {
  /** The kind of request whose size is to blame if the request takes too long; left out if it cannot be smaller. */
  readonly way?: RequestKind;
  /** Of the body; left out where it is small. */
  readonly bytes?: number;
  /** Says if the answer used the whole size. */
  readonly full?: (answer: T) => boolean;
}

/** Nothing came for too long, after a part of the answer or before. */
class SilentLineError extends ServerError {
  constructor() {
    super(0, null, null, 'no answer in time');
  }
}

/** Says if the caller's own time limit has ended the request. */
const isTimeOut = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

/** A request that broke off after a part of its answer was here: a smaller one may get through at once. */
export class CutShortError extends ServerError {
  constructor({ status, code, hint, message }: ServerError) {
    super(status, code, hint, message);
  }
}

/**
 * Runs one request.
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
  onPart(signal, () => {
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
  way: RequestKind | undefined,
  failure: ServerError,
  how: { readonly heard: boolean; readonly silent: boolean; readonly ms: number },
): Promise<boolean> {
  const tooLarge = failure.code === null && (failure.status === 413 || failure.status === 400);
  const tooMuch = way !== undefined && way !== 'push' && consequenceOf(failure) === 'passes';
  if ((failure.code !== null && !tooMuch) || (isPage(failure) && !tooLarge)) return false;
  return pace.failed(way, { ...how, tooMuch: tooLarge || tooMuch });
}

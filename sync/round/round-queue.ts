/**
 * Rounds, and what else takes the server's rows, one at a time over all tabs; and what their ending says of the world.
 * Promises: work in turn never overlaps with another's; how a round ended is known before the next one begins; a fault of
 * nobody's but ours is reported and fails only its own round.
 */

import { type Clock, isoOf } from '#sync/machine/clock.ts';
import { ForeignAnswerError } from '#sync/server/answers.ts';
import { consequenceOf, ServerError } from '#sync/server/server.ts';
import type { NetworkSignals } from '#sync/server/signals.ts';
import { isStorageClosed, storageFaultOf } from '#sync/storage/storage-errors.ts';
import type { RoundCall } from './context.ts';
import type { Receipts } from './receipt.ts';
import type { RoundResult } from './round.ts';
import type { RoundLock } from './round-lock.ts';
import { isBlocking, type SyncReason } from './status.ts';

/** Returns the reason for people why a round failed. `online`: as the browser says. */
export function syncReasonOf(error: unknown, online: boolean): SyncReason {
  if (error instanceof ServerError) {
    const consequence = consequenceOf(error);
    if (consequence === 'access-withdrawn' || consequence === 'signed-out' || consequence === 'app-too-old') return consequence;
    if (error instanceof ForeignAnswerError && error.isPage) return 'portal';
    if (consequence === 'passes') return 'busy';
    return error.status === 0 ? 'line' : 'server';
  }
  if (storageFaultOf(error) === 'full') return 'storage-full';
  if (isStorageClosed(error)) return 'storage-lost';
  return online ? 'server' : 'line';
}

const wasBrokenOff = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The tools of the turns. `closing`: aborted when the replica closes, and every turn with it. */
export interface RoundQueueParts {
  readonly clock: Clock;
  readonly network: NetworkSignals;
  readonly lock: RoundLock;
  readonly receipts: Receipts;
  readonly closing: AbortSignal;
  readonly onFault: (error: unknown) => void;
  /** Before a round's work begins, in its turn. */
  readonly onBegin: () => Promise<void>;
  readonly onChange: () => void;
}

/** A round and what came of it. */
export interface AsRound<T> {
  readonly round: RoundResult;
  readonly value: T;
}

/** Has rounds and what else speaks with the server run one after the other, over all tabs. */
export interface RoundQueue {
  /** `cutOff`: the last round found no line or no server. */
  facts(): { roundInFlight: boolean; reached: boolean; failure: SyncReason | null; since: string | null; cutOff: boolean };
  inTurn<T>(work: (call: RoundCall) => Promise<T>): Promise<T>;
  /** Rethrows what the work threw. */
  asRound<T>(work: (call: RoundCall) => Promise<AsRound<T>>): Promise<AsRound<T>>;
  /** Rows went or came: whatever the last round found, there is a line, long before a round over a slow one has come to its end. */
  moved(): void;
  /** Resolves when nothing is running. */
  idle(): Promise<unknown>;
}

/** Returns the turns of one tab. */
export function roundQueue(parts: RoundQueueParts): RoundQueue {
  const { clock, network, lock, receipts, closing, onChange } = parts;
  let last: Promise<unknown> = Promise.resolve();
  let inFlight = 0;
  let reached = false;
  let failure: SyncReason | null = null;
  let since: string | null = null;

  function inTurn<T>(work: (call: RoundCall) => Promise<T>): Promise<T> {
    const turn = last.then(() => lock.hold((signal, alive) => work({ signal, alive }), closing));
    last = turn.catch(() => undefined); // whoever asked hears of it
    return turn;
  }

  function begin(reason: SyncReason | null): void {
    if (reason !== failure || since === null) since = isoOf(clock);
    failure = reason;
    reached = reason === null;
  }

  /** Counting must not hide how the round ended. */
  const noted = (work: Promise<void>): Promise<void> =>
    work.catch((error) => {
      if (storageFaultOf(error) === null) parts.onFault(error);
    });

  async function failed(error: unknown): Promise<void> {
    await noted(receipts.flush());
    if (wasBrokenOff(error)) return;
    begin(syncReasonOf(error, network.online()));
    if (failure !== null && !isBlocking(failure)) await noted(receipts.lost());
    if (!(error instanceof ServerError) && storageFaultOf(error) === null) parts.onFault(error);
  }

  return {
    facts() {
      const outage = receipts.known().outage;
      const cutOff = failure !== null && !isBlocking(failure);
      return { roundInFlight: inFlight > 0, reached, failure, since: cutOff && outage !== null ? outage.since : since, cutOff };
    },
    inTurn,
    async asRound(work) {
      inFlight += 1;
      onChange();
      try {
        return await inTurn(async (call) => {
          await parts.onBegin();
          const ended = await work(call);
          begin(null);
          await noted(receipts.flush());
          if (!ended.round.again) await noted(receipts.caughtUp());
          return ended;
        });
      } catch (error) {
        await failed(error);
        throw error;
      } finally {
        inFlight -= 1;
        onChange();
      }
    },
    moved() {
      if (failure === null || isBlocking(failure) || inFlight === 0) return;
      failure = null;
      since = null;
      onChange();
    },
    idle: () => last,
  };
}

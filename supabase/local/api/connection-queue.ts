/**
 * A queue for the connections of one pool. A request goes at once while a connection is free, and else waits in the order of
 * fair-share.ts. Promises: no more turns are given than the pool has connections; the memory of waiting requests is bounded;
 * nobody waits longer than `patienceMs`. In REST's pools every request needs a turn. Passwords use the accounts' pool without one
 * (password-thread.ts limits them).
 */
import { type AdmissionClass, bytesOf, nextOf, type Requester, type RunningRequest, refusedOf, Spending } from './fair-share.ts';

export interface ConnectionQueueOptions {
  /** Number of connections of the pool. */
  places: number;
  /** Most bytes of all waiting requests, their bodies included. */
  waitingBytes?: number;
  patienceMs?: number;
  now?: () => number;
}

export interface ConnectionQueue {
  /** Resolves with the function that ends the turn, or with null if none was free in time. */
  take(requester: Requester): Promise<(() => void) | null>;
}

const WAITING_BYTES = 96 * 1024 * 1024;
const PATIENCE_MS = 10_000;

interface Waiting {
  readonly requester: Requester;
  readonly told: (turn: (() => void) | null) => void;
}

export function connectionQueue(options: ConnectionQueueOptions): ConnectionQueue {
  const { places, waitingBytes = WAITING_BYTES, patienceMs = PATIENCE_MS, now = () => performance.now() } = options;
  const spending = new Spending();
  const running = new Set<RunningRequest>();
  const waiting = new Set<Waiting>();
  let bytes = 0;

  function leave(one: Waiting, turn: (() => void) | null): void {
    waiting.delete(one);
    bytes -= bytesOf(one.requester);
    one.told(turn);
  }

  function begin(requester: Requester, way: AdmissionClass): () => void {
    const one: RunningRequest = { requester, began: now(), way };
    running.add(one);
    return () => {
      if (!running.delete(one)) return;
      spending.add(requester, now() - one.began, now());
      goOn();
    };
  }

  function goOn(): void {
    while (waiting.size > 0) {
      const chosen = nextOf(waiting, { places, running, spending, now: now() });
      if (!chosen) return;
      leave(chosen.next, begin(chosen.next.requester, chosen.way));
    }
  }

  return {
    take: (requester) =>
      new Promise((resolve) => {
        const one: Waiting = {
          requester,
          told(turn) {
            clearTimeout(impatient);
            resolve(turn);
          },
        };
        const impatient = setTimeout(() => leave(one, null), patienceMs);
        waiting.add(one);
        bytes += bytesOf(requester);
        goOn();
        for (let refused = refusedOf(waiting); bytes > waitingBytes && refused; refused = refusedOf(waiting))
          leave(refused, null);
      }),
  };
}

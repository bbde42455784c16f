/**
 * Turns for the connections of one pool: who takes one goes at once while there is room, and waits in the order of fair-share.ts while
 * there is none. Promises: no more turns are taken than the pool has connections; what waits is bounded; nobody waits longer than
 * `patienceMs`. In REST's pools nothing works without a turn. Passwords use the accounts' pool without one (password-thread.ts bounds them).
 */
import { bytesOf, nextOf, type Requester, type RunningRequest, refusedOf, Spending, type Way } from './fair-share.ts';

export interface ConnectionQueueOptions {
  /** Connections of the pool. */
  places: number;
  /** Bytes of all that wait, their bodies among them. */
  waitingBytes?: number;
  patienceMs?: number;
  now?: () => number;
}

export interface ConnectionQueue {
  /** Resolves with what ends the turn, or with null when there is none to be had. */
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

  function begin(requester: Requester, way: Way): () => void {
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

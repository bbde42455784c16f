/**
 * Turns for the connections of one pool: who takes one goes at once while there is room, and waits in the order of fair-share.ts while
 * there is none. Promises: no more turns are taken than the pool has connections; what waits is bounded; nobody waits longer than
 * `patienceMs`. In REST's pools nothing works without a turn. Passwords use the accounts' pool without one (password-thread.ts bounds them).
 */
import { type Asker, bytesOf, nextOf, type Running, refusedOf, Spending, type Way } from './fair-share.ts';

export interface TurnsOptions {
  /** Connections of the pool. */
  places: number;
  /** Bytes of all that wait, their bodies among them. */
  waitingBytes?: number;
  patienceMs?: number;
  now?: () => number;
}

export interface Turns {
  /** Resolves with what ends the turn, or with null when there is none to be had. */
  take(asker: Asker): Promise<(() => void) | null>;
}

const WAITING_BYTES = 96 * 1024 * 1024;
const PATIENCE_MS = 10_000;

interface Waiting {
  readonly asker: Asker;
  readonly told: (turn: (() => void) | null) => void;
}

export function takingTurns(options: TurnsOptions): Turns {
  const { places, waitingBytes = WAITING_BYTES, patienceMs = PATIENCE_MS, now = () => performance.now() } = options;
  const spending = new Spending();
  const running = new Set<Running>();
  const waiting = new Set<Waiting>();
  let bytes = 0;

  function leave(one: Waiting, turn: (() => void) | null): void {
    waiting.delete(one);
    bytes -= bytesOf(one.asker);
    one.told(turn);
  }

  function begin(asker: Asker, way: Way): () => void {
    const one: Running = { asker, began: now(), way };
    running.add(one);
    return () => {
      if (!running.delete(one)) return;
      spending.add(asker, now() - one.began, now());
      goOn();
    };
  }

  function goOn(): void {
    while (waiting.size > 0) {
      const chosen = nextOf(waiting, { places, running, spending, now: now() });
      if (!chosen) return;
      leave(chosen.next, begin(chosen.next.asker, chosen.way));
    }
  }

  return {
    take: (asker) =>
      new Promise((resolve) => {
        const one: Waiting = {
          asker,
          told(turn) {
            clearTimeout(impatient);
            resolve(turn);
          },
        };
        const impatient = setTimeout(() => leave(one, null), patienceMs);
        waiting.add(one);
        bytes += bytesOf(asker);
        goOn();
        for (let refused = refusedOf(waiting); bytes > waitingBytes && refused; refused = refusedOf(waiting))
          leave(refused, null);
      }),
  };
}

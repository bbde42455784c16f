/**
 * Keeps the rounds of several tabs apart. Promises: held for a round alone, by no leader; a holder that has been silent
 * for 15 s (a frozen tab, a lost connection) is passed over, and learns it by its signal. Where there are no Web Locks,
 * rounds of two tabs may overlap: that costs a request and harms nothing.
 */
import { anySignal } from '#sync/machine/abort-signals.ts';
import { openChannel } from '#sync/machine/channel.ts';
import type { Clock } from '#sync/machine/clock.ts';

/** Has one tab at a time run rounds on a replica. */
export interface RoundLock {
  /** Runs `work` when it is this tab's turn. `work`'s signal is aborted when the lock was taken away or `outer` was aborted. */
  hold<T>(work: (signal: AbortSignal, alive: () => void) => Promise<T>, outer: AbortSignal): Promise<T>;
  close(): void;
}

/** For a replica that no other tab shares. */
export const noLock: RoundLock = {
  hold: (work, outer) => work(outer, () => undefined),
  close: () => undefined,
};

/** A person would notice: how long a frozen tab holds up the others. */
const SILENT_MS = 15_000;
/** Several waiting tabs should not pass the same holder over at the same moment. */
const SPREAD_MS = 2_000;
const BEAT_MS = 4_000;

interface Deps {
  readonly locks: LockManager;
  readonly channel: BroadcastChannel;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Returns the lock `name` on Web Locks. A tab that holds it and says nothing for too long has it taken away. */
export function webLock(name: string, { locks, channel, clock, random }: Deps): RoundLock {
  const listeners = new Set<() => void>();
  channel.onmessage = () => {
    for (const listener of listeners) listener();
  };

  async function run<T>(
    options: LockOptions,
    work: (signal: AbortSignal, alive: () => void) => Promise<T>,
    outer: AbortSignal,
  ): Promise<T> {
    const stolen = new AbortController();
    let stopBeating: () => void = () => undefined;
    try {
      return await locks.request(name, options, () => {
        const alive = () => channel.postMessage('alive');
        const beat = () => {
          alive();
          stopBeating = clock.after(BEAT_MS, beat);
        };
        beat();
        return work(anySignal([outer, stolen.signal]), alive);
      });
    } catch (error) {
      stolen.abort(new DOMException('another tab took over', 'AbortError'));
      throw error;
    } finally {
      stopBeating();
    }
  }

  return {
    async hold(work, outer) {
      const waiting = new AbortController();
      let holderIsSilent = false;
      let stopWatching: () => void = () => undefined;
      const watch = () => {
        stopWatching();
        stopWatching = clock.after(SILENT_MS + random() * SPREAD_MS, () => {
          holderIsSilent = true;
          waiting.abort();
        });
      };
      watch();
      listeners.add(watch);
      const stopListening = () => {
        listeners.delete(watch);
        stopWatching();
      };
      try {
        return await run(
          { signal: anySignal([waiting.signal, outer]) },
          (signal, alive) => {
            stopListening();
            return work(signal, alive);
          },
          outer,
        );
      } catch (error) {
        if (!holderIsSilent) throw error;
        return await run({ steal: true }, work, outer);
      } finally {
        stopListening();
      }
    },
    close() {
      channel.close();
    },
  };
}

/** The browser's lock for this name; none where the browser has no Web Locks. */
export function browserRoundLock(name: string, clock: Clock, random: () => number): RoundLock {
  const locks = globalThis.navigator?.locks;
  // A holder that nobody hears would be passed over while it works.
  const channel = locks ? openChannel(name) : null;
  return locks && channel ? webLock(name, { locks, channel, clock, random }) : noLock;
}

/** Time as the engine sees it, so that a test owns it. Device time only ever serves display and waiting, never order. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The device's clock and its timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Returns the clock's time as ISO UTC with milliseconds. */
export const isoOf = (clock: Clock): string => new Date(clock.now()).toISOString();

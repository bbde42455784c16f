/** Rounds of work, one at a time, until one of them leaves nothing to do. */
export interface RetryLoop {
  /** Begins a round now; while one is running, another follows it at once. */
  run(): void;
  /** No further round begins. */
  stop(): void;
}

/**
 * Makes a loop that runs a round whenever asked, and again by itself after a round that failed or has left something to do.
 * @param round resolves to whether something is left to do
 * @param pause returns the time before the loop runs the next round by itself, ms
 * @param failed what the console says of a round that rejected
 */
export function retryLoop(round: () => Promise<boolean>, pause: () => number, failed: string): RetryLoop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let stopped = false;

  const run = () => {
    if (stopped) return;
    again = running;
    if (running) return;
    running = true;
    clearTimeout(timer);
    round()
      .catch((error: unknown) => {
        console.warn(failed, error);
        return true;
      })
      .then((more) => {
        running = false;
        if (again) run();
        else if (more && !stopped) timer = setTimeout(run, pause());
      });
  };
  return {
    run,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Keeps the embedded PostgreSQL running: killed, out of memory or crashed it is started again on the same port, so that every
 * pool finds it, and what was acknowledged is in its log. Three times in a row at most: what ends at once again and again is
 * not mended by starting it.
 */
import path from 'node:path';
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts';

const IN_A_ROW = 3;
/** Who has run this long has been mended, and counts anew. */
const STEADY_MS = 60_000;

export interface KeptPostgres {
  /** Superuser's connection string for a database. */
  url(database?: string): string;
  isUp(): boolean;
  stop(): Promise<void>;
  /** Resolves when it has ended for good: stopped, or given up. */
  readonly ended: Promise<void>;
}

export async function keepPostgres(options: PostgresOptions, log: (line: string) => void): Promise<KeptPostgres> {
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  const file = path.join(options.location, 'postgres.log');
  let current: RunningPostgres = await startPostgres({ ...options, signal });
  let isUp = true;

  async function again(attempt: number): Promise<void> {
    log(`PostgreSQL has ended by itself and is started again (${attempt} of ${IN_A_ROW}); see ${file}.`);
    try {
      current = await startPostgres({ ...options, signal, port: current.port });
      isUp = true;
      log('PostgreSQL runs again.');
    } catch (error) {
      if (!signal.aborted) log(`PostgreSQL: ${(error as Error).message}`);
    }
  }

  async function keep(): Promise<void> {
    let inARow = 0;
    for (;;) {
      const since = Date.now();
      await current.ended;
      isUp = false;
      if (signal.aborted) return;
      inARow = Date.now() - since > STEADY_MS ? 1 : inARow + 1;
      if (inARow > IN_A_ROW) return log(`PostgreSQL has ended by itself once more and is left alone; see ${file}.`);
      await again(inARow);
    }
  }

  const ended = keep();
  return {
    url: (database) => current.url(database),
    isUp: () => isUp,
    ended,
    async stop() {
      ending.abort();
      await current.stop();
      await ended;
    },
  };
}

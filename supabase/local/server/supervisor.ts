/**
 * Keeps the server up when PostgreSQL has ended (killed, out of memory, crashed). PostgreSQL is started again on its cluster, and
 * a new process serves on the same port, so that no connection outlives its database (serving-process.ts). Meanwhile clients get
 * "later" (`answerUnavailable`). There are three tries in a row: more starts do not help a database that ends again and again.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECTION_LIMITS } from '#local/http/connection-limits.ts';
import { refuseUpgrade } from '#local/http/upgrades.ts';
import { type PostgresOptions, type RunningPostgres, startPostgres } from '#local/postgres/postgres.ts';
import { DATABASE_LOST, type Serving, type ServingOrder, type ServingProcess, servingProcess } from './serving-process.ts';

const RETRY_AFTER_S = '2';
const BODY = JSON.stringify({ code: 'PGRST001', message: 'The database cannot be reached', details: null, hint: null });

/**
 * Answers "later" on the server's port while nothing else serves there, in PostgREST's words, so that nobody is signed out.
 * Returns a function that ends it. If the port is taken, clients find it closed.
 */
async function answerUnavailable(host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': RETRY_AFTER_S,
      connection: 'close',
    });
    response.end(BODY);
  });
  server.maxConnections = CONNECTION_LIMITS.inAll;
  server.on('upgrade', (_, socket) => {
    socket.on('error', () => socket.destroy());
    refuseUpgrade(socket, 503);
  });
  server.listen(port, host);
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  return async () => {
    if (!listens || !server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

const IN_A_ROW = 3;
/** A database that has run this long counts as healthy again. */
const HEALTHY_MS = 5 * 60_000;
/** The pause before the second and the third try, ms: the process that takes the memory or the disk may be gone then. */
const PAUSE_MS = 1_000;
/** The serving process may end this long before PostgreSQL is known to have ended, ms. */
const KNOWN_WITHIN_MS = 500;

/** The running parts; each is replaced when it has ended. */
export interface Supervised {
  /** A promise, so that Ctrl+C during the start of PostgreSQL waits for it and then stops it. Null if it is not ours. */
  database: Promise<RunningPostgres> | null;
  serving: ServingProcess;
}

export interface Supervision {
  supervised: Supervised;
  postgres: PostgresOptions;
  order: ServingOrder;
  host: string;
  signal: AbortSignal;
  log(line: string): void;
  /** Called when a new process listens. */
  onServing(serving: Serving): void;
}

/**
 * Returns the number of ends in a row, including this one.
 * @param ranMs the time for which it had run, in milliseconds
 */
export const endsInARow = (before: number, ranMs: number): number => (ranMs >= HEALTHY_MS ? 1 : before + 1);

/** Resolves with true when the database has ended, and with false when only the serving process has. */
async function databaseEnded(database: RunningPostgres, serving: ServingProcess): Promise<boolean> {
  const first = await Promise.race([database.ended.then(() => null), serving.ended.then((code) => ({ code }))]);
  if (first === null || first.code === DATABASE_LOST) return true;
  return Promise.race([database.ended.then(() => true), wait(KNOWN_WITHIN_MS, false)]);
}

/** Returns the database when it takes queries again: the same one if it recovers, or one that is started on the same port. */
async function startedAgain(keeping: Supervision, ended: RunningPostgres): Promise<RunningPostgres> {
  if (await ended.ready()) return ended;
  keeping.supervised.database = startPostgres({ ...keeping.postgres, port: ended.port });
  return keeping.supervised.database;
}

/** Tries once. Returns the running database; null if it has not come back. */
async function again(keeping: Supervision, ended: RunningPostgres, lostAt: string): Promise<RunningPostgres | null> {
  const { supervised, order, log, signal } = keeping;
  const leavePort = await answerUnavailable(keeping.host, order.port);
  try {
    supervised.serving = servingProcess();
    const database = await startedAgain(keeping, ended);
    if (signal.aborted) return null;
    const serving = await supervised.serving.serve({ ...order, databaseUrl: database.url(), lostAt }, leavePort);
    if (!serving) return null;
    keeping.onServing(serving);
    log(`PostgreSQL runs again on port ${database.port}.`);
    return database;
  } catch (error) {
    if (!signal.aborted) log(`PostgreSQL: ${(error as Error).message}`);
    await supervised.serving.kill();
    return null;
  } finally {
    await leavePort();
  }
}

/** Resolves when the supervision is over: it was asked to end, it gave up, or the serving process ended by itself. */
export async function supervise(keeping: Supervision, started: RunningPostgres): Promise<void> {
  const { supervised, log, signal } = keeping;
  const file = path.join(keeping.postgres.location, 'postgres.log');
  let database = started;
  let inARow = 0;
  for (;;) {
    const since = Date.now();
    if (!(await databaseEnded(database, supervised.serving)) || signal.aborted) return;
    const lostAt = new Date().toISOString();
    await supervised.serving.kill();
    inARow = endsInARow(inARow, Date.now() - since);
    for (let back: RunningPostgres | null = null; back === null; inARow += back === null ? 1 : 0) {
      if (inARow > IN_A_ROW) return log(`PostgreSQL has ended by itself once more and is left alone; see ${file}.`);
      log(`PostgreSQL has ended by itself and is started again (${inARow} of ${IN_A_ROW}); see ${file}.`);
      if (inARow > 1) await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      back = await again(keeping, database, lostAt);
      if (signal.aborted) return;
      if (back) database = back;
    }
  }
}

/**
 * Keeps serving when PostgreSQL has ended (killed, out of memory, crashed): it is started again on its cluster, and a new
 * process serves on the same port, so that no connection outlives its database (serving-process.ts). Meanwhile whoever asks is
 * told "later" (`standIn`). Three times in a row at most: what ends again and again is not mended by a start.
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
 * Answers "later" on the server's port while nothing else serves there, in PostgREST's words, so that nobody is signed out. Returns how
 * to end it. If the port cannot be had, clients find it closed.
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
/** Who has run this long is mended, and counts anew. */
const HEALTHY_MS = 5 * 60_000;
/** Before the second and the third time: what takes its memory or its disk may be gone then. */
const PAUSE_MS = 1_000;
/** The process that serves may end a moment before it is known that PostgreSQL has. */
const KNOWN_WITHIN_MS = 500;

/** What runs; each is replaced when it has ended. */
export interface Supervised {
  /** A promise, so that Ctrl+C while PostgreSQL is starting waits for it and then stops it. Null: not ours. */
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
  /** A new process listens. */
  onServing(serving: Serving): void;
}

/** How many ends there were in a row, this one among them; `ranMs`: how long it had run before. */
export const endsInARow = (before: number, ranMs: number): number => (ranMs >= HEALTHY_MS ? 1 : before + 1);

/** False: the process that serves has ended, and PostgreSQL is well. */
async function databaseEnded(database: RunningPostgres, serving: ServingProcess): Promise<boolean> {
  const first = await Promise.race([database.ended.then(() => null), serving.ended.then((code) => ({ code }))]);
  if (first === null || first.code === DATABASE_LOST) return true;
  return Promise.race([database.ended.then(() => true), wait(KNOWN_WITHIN_MS, false)]);
}

/** Returns it when it takes queries again: the same one, if it mends itself, or one that is started on the same port. */
async function startedAgain(keeping: Supervision, ended: RunningPostgres): Promise<RunningPostgres> {
  if (await ended.ready()) return ended;
  keeping.supervised.database = startPostgres({ ...keeping.postgres, port: ended.port });
  return keeping.supervised.database;
}

/** One attempt. Returns what runs then; null: it has not come back. */
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

/** Resolves when it is over: asked to end, given up, or because the process that serves has ended by itself. */
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

/**
 * lite as the API uses it: on logins without a superuser's rights (request-logins.ts) and on three pools of connections. Plain
 * reads have a pool and a shorter limit of their own, so they take no connection that a sync needs, and neither of them takes one
 * that a sign-in needs. The owner of the database reads the list of tables, which these logins cannot see.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { type BoundedLog, boundedLog, type Log, ownLinesOf } from '#local/log-lines.ts';
import type { Logins } from '#local/postgres/request-logins.ts';
import { createLite, type LiteOptions } from './lite.ts';

/**
 * The log of the current request. lite has no logger and prints every error with its stack by `console.error`. During a request
 * the error goes to this bounded log, in one line, so that no stranger fills the disk; only errors that do not come from the
 * database keep their stack.
 */
const logOfRequest = new AsyncLocalStorage<BoundedLog>();

function told(what: unknown): { line: string; stack: string } {
  if (!(what instanceof Error)) return { line: String(what), stack: '' };
  const { code } = what as { code?: string };
  if (code !== undefined) return { line: `${code}: ${JSON.stringify(what.message)}`, stack: '' };
  return { line: String(what), stack: ownLinesOf(what) };
}

const printed = console.error;
console.error = (...what: unknown[]) => {
  const log = logOfRequest.getStore();
  if (!log) return printed(...what);
  const parts = what.map(told);
  log(parts.map(({ line }) => line).join(' '), parts.map(({ stack }) => stack).join(''));
};

/** Path of the functions that the sync calls. */
export const CALLS = '/rest/v1/rpc/';
/** Connections of the three pools. connection-queue.ts decides who gets the next one. */
export const CONNECTIONS = { calls: 10, reads: 5, sessions: 6 } as const;
/** The limit of hosted Supabase for `authenticated`; a batch of 500 changes stays far below. */
const SYNC_TIMEOUT_MS = 8_000;
/** Plain reads are the administrator's lists and the own profile; none of our screens takes longer. */
const READ_TIMEOUT_MS = 4_000;

export type Ask = (request: Request) => Promise<Response>;

export interface LitePools {
  ask: Ask;
  close(): Promise<void>;
}

export interface LitePoolsOptions
  extends Omit<LiteOptions, 'connections' | 'statementTimeout' | 'tables' | 'accounts' | 'databaseUrl'> {
  /** The logins of REST and of the authentication. */
  logins: Pick<Logins, 'requests' | 'accounts'>;
  /** Connection string of the database's owner. */
  ownerUrl: string;
  log: Log;
}

type Tables = Awaited<ReturnType<ReturnType<typeof createLite>['connection']['introspect']>>;

async function readTables(options: LitePoolsOptions): Promise<Tables> {
  const owner = createLite({ ...options, databaseUrl: options.ownerUrl, connections: 1 });
  try {
    const tables = await owner.connection.introspect();
    // If lite fails it prints the error and returns no tables; an empty list would be kept for ever.
    if (tables.tables.length === 0) throw new Error('The tables cannot be read');
    return tables;
  } finally {
    await owner.connection.close();
  }
}

export function litePools(options: LitePoolsOptions): LitePools {
  let known: Promise<Tables> | null = null;
  const log = boundedLog(options.log);
  const tables = () => {
    known ??= readTables(options).catch((error: Error) => {
      known = null; // the next request tries again
      throw error;
    });
    return known;
  };
  const rest = { ...options, databaseUrl: options.logins.requests, tables, accounts: false };
  const sync = createLite({ ...rest, connections: CONNECTIONS.calls, statementTimeout: SYNC_TIMEOUT_MS });
  const reads = createLite({ ...rest, connections: CONNECTIONS.reads, statementTimeout: READ_TIMEOUT_MS });
  const accounts = createLite({
    ...options,
    databaseUrl: options.logins.accounts,
    tables,
    connections: CONNECTIONS.sessions,
    statementTimeout: SYNC_TIMEOUT_MS,
  });
  const servedBy = (pathname: string) => {
    if (!pathname.startsWith('/rest/v1/')) return accounts;
    return pathname.startsWith(CALLS) ? sync : reads;
  };
  return {
    ask(request) {
      const { pathname } = new URL(request.url);
      return logOfRequest.run(log, () => servedBy(pathname).app.fetch(request, { peerAddress: null }));
    },
    async close() {
      await Promise.all([sync, reads, accounts].map(({ connection }) => connection.driver.end({ timeout: 0.3 })));
    },
  };
}

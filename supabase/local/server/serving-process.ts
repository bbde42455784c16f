/**
 * Starts the serving process, which holds every connection to the database and never outlives it. postgres.js 3.4.9 keeps the
 * timer of a cut connection (`nextWriteTimer`), which may then write to no connection, so one in six pools that outlive
 * PostgreSQL hangs for ever. The process also ends when it loses the channel to its parent.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Mode = 'start' | 'dev';

/** The order that the process gets when its database accepts queries; its other settings are in the environment. */
export interface ServingOrder {
  mode: Mode;
  databaseUrl: string;
  jwtSecret: string;
  /** The folder in which Storage writes. */
  folder: string;
  /** 0 means any free port. */
  port: number;
  /** True if the whole cluster is ours: then the process ends when its connection is cut. */
  ownCluster: boolean;
  /** The time at which the process before this one lost the database, ISO UTC; null for the first process, which migrates and seeds. */
  lostAt: string | null;
}

/** The message of the process once it listens. */
export interface Serving {
  port: number;
  /** Lines that tell who can sign in. */
  accounts: string[];
}

export type ToServing = { serve: ServingOrder } | 'listen' | 'end';
/** `ready`: it could listen now, and waits until the port is free. */
export type FromServing = 'ready' | Serving;

/** Exit code after the database has cut its connection. */
export const DATABASE_LOST = 75;

export interface ServingProcess {
  readonly pid: number;
  /**
   * Resolves when it listens; with null if it has ended instead and has printed why.
   * @param freePort makes the server that answers on its port meanwhile give it up
   */
  serve(order: ServingOrder, freePort: () => Promise<void>): Promise<Serving | null>;
  /** Ends it after the running requests. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves with its exit code; null after a signal. */
  readonly ended: Promise<number | null>;
}

/** Starts the process at once, so that its modules are loaded when the database is ready. */
export function servingProcess(): ServingProcess {
  const child = fork(path.join(import.meta.dirname, 'serving.mjs'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const tell = (what: ToServing) => {
    if (child.connected) child.send(what, () => undefined); // a process that has just ended gets nothing
  };
  return {
    pid: child.pid ?? 0,
    ended,
    serve(order, freePort) {
      const listens = new Promise<Serving>((resolve, reject) => {
        child.on('message', (said: FromServing) => {
          if (said === 'ready') freePort().then(() => tell('listen'), reject);
          else resolve(said);
        });
      });
      tell({ serve: order });
      return Promise.race([listens, ended.then(() => null)]);
    },
    async stop() {
      tell('end');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

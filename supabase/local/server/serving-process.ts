/**
 * The process that serves, as the one sees it that started it. Everything that holds a connection to the database lives there,
 * and it never outlives its database: postgres.js 3.4.9 keeps a timer of a cut connection (`nextWriteTimer`) and may write to
 * none, so that a pool which lives through PostgreSQL's end hangs for ever one time in six. When it cannot speak to its parent any
 * more it ends.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Mode = 'start' | 'dev';

/** What the process is told when its database takes queries; its other settings are in the environment. */
export interface ServingOrder {
  mode: Mode;
  databaseUrl: string;
  jwtSecret: string;
  /** Holds what Storage writes. */
  folder: string;
  /** 0: any free port. */
  port: number;
  /** Whether the whole cluster is ours: then the process ends when its connection is cut. */
  ownCluster: boolean;
  /** When the process before this one lost the database, ISO UTC; null: it is the first, which migrates and seeds. */
  lostAt: string | null;
}

/** What it says once it listens. */
export interface Serving {
  port: number;
  /** Lines that tell who can sign in. */
  accounts: string[];
}

export type ToServing = { serve: ServingOrder } | 'listen' | 'end';
/** `ready`: it would listen now, and waits until the port is its own. */
export type FromServing = 'ready' | Serving;

/** Its exit code when the database has cut its connection. */
export const DATABASE_LOST = 75;

export interface ServingProcess {
  readonly pid: number;
  /**
   * Returns what it says when it listens; null: it has ended instead, and has said why.
   * @param freePort has whoever answers on its port meanwhile leave it
   */
  serve(order: ServingOrder, freePort: () => Promise<void>): Promise<Serving | null>;
  /** Lets requests in flight end. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Its exit code; null after a signal. */
  readonly ended: Promise<number | null>;
}

/** Begins at once, so that it has read its modules when the database is ready. */
export function servingProcess(): ServingProcess {
  const child = fork(path.join(import.meta.dirname, 'serving.mjs'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const tell = (what: ToServing) => {
    if (child.connected) child.send(what, () => undefined); // one that has just ended hears nothing
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

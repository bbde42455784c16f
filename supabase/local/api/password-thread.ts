/**
 * Hashes and compares passwords on one thread beside the server's, one after the other. bcryptjs takes a tenth of a second for
 * each, so sixty wrong passwords on the server's own thread stopped everybody for five seconds. lite 0.10.0 knows no other
 * hasher, but it calls `hash` and `compare` of the one object that bcryptjs exports. Both are replaced here, and a test holds
 * that lite still calls them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

/** The most requests with a password at once. A person waits a tenth of a second for each one before theirs. */
const MOST_IN_THE_HOUSE = 24;
/** The hash of an unknown password, as costly as a real one. */
const NOBODYS_HASH = '$2b$10$6t5kVlpUP0dDwZjT/ehhSuO1iWJtijbROp5QXBQtRosbUnwyKZKmG';

interface Task {
  kind: 'hash' | 'compare';
  password: string;
  /** The cost of a new hash, or the hash to compare with. */
  given: unknown;
}
interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
}
interface Told {
  id: number;
  result?: unknown;
  error?: string;
}

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, Waiting>();

function settle({ id, result, error }: Told): void {
  const task = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) task?.resolve(result as never);
  else task?.reject(new Error(error));
}

function startWorker(): Worker {
  const started = new Worker(path.join(import.meta.dirname, 'password-worker.mjs'), { execArgv: [] });
  started.unref();
  started.on('message', settle);
  const onEnd = (reason: unknown) => {
    if (worker !== started) return;
    worker = null; // the next password starts another
    for (const id of [...waiting.keys()]) settle({ id, error: `The thread for passwords has ended: ${reason}` });
  };
  started.on('error', onEnd);
  started.on('exit', onEnd);
  return started;
}

function run<T>(task: Task): Promise<T> {
  worker ??= startWorker();
  const id = ++last;
  worker.postMessage({ id, ...task });
  return new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
}

interface Seen {
  compared: boolean;
}
const request = new AsyncLocalStorage<Seen>();

/** Makes bcryptjs, wherever it was loaded, work on the other thread. */
export function moveHashingToThread(): void {
  Object.assign(bcrypt, {
    hash: (password: string, cost: unknown) => run<string>({ kind: 'hash', password, given: cost }),
    compare: (password: string, hash: string) => {
      const seen = request.getStore();
      if (seen) seen.compared = true;
      return run<boolean>({ kind: 'compare', password, given: hash });
    },
  });
}

/**
 * Runs `judge`, which checks a password. If it found no hash to compare with, the same work is done once, so that its time does
 * not tell whether an account exists.
 */
export async function withConstantCost<T>(password: string, judge: () => Promise<T>): Promise<T> {
  const seen: Seen = { compared: false };
  const result = await request.run(seen, judge);
  if (!seen.compared) await run<boolean>({ kind: 'compare', password, given: NOBODYS_HASH });
  return result;
}

let inTheHouse = 0;

/** Takes a place among the passwords that are worked on. Returns a function that frees it; null if there is none. */
export function reservePasswordSlot(): (() => void) | null {
  if (inTheHouse >= MOST_IN_THE_HOUSE) return null;
  inTheHouse += 1;
  return () => {
    inTheHouse -= 1;
  };
}

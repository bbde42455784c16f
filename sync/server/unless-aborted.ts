import { ServerError } from './server.ts';

/**
 * For what cannot be broken off itself.
 * @throws ServerError as of a call that was not answered in time, and what `waited` rejects with
 */
export async function unlessAborted<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new ServerError(0, null, null, 'no answer in time'));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([waited, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

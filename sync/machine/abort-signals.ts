/**
 * @returns a signal that is aborted as soon as one of them is, with that one's reason. `AbortSignal.any` came with Safari 17.4:
 * without another way no round would run before it. That way keeps, on a signal that is never aborted, one small listener for
 * each call.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  return 'any' in AbortSignal ? AbortSignal.any([...signals]) : joined(signals);
}

function joined(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) all.abort(signal.reason);
    else signal.addEventListener('abort', () => all.abort(signal.reason), { once: true, signal: all.signal });
  }
  return all.signal;
}

/**
 * Waits for work that cannot be broken off itself.
 * @param failure makes the error with which it rejects when the signal is aborted meanwhile
 * @throws the signal's reason where it is aborted already, before the work begins, and what the work rejects with
 */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>, failure: () => Error): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(failure());
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** One signal of several. `AbortSignal.any` came with Safari 17.4: without another way no round would run before it. */

/**
 * @returns a signal that is aborted as soon as one of them is, with that one's reason. Where the browser has no such thing of
 * its own, a signal that is never aborted keeps one small listener for each call.
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

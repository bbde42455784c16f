/**
 * News of an answer part by part, so that its caller counts silence and not length. Promise: a caller who gave a request its signal
 * hears of the answer's head and of each part of its body, as soon as they are here; the answer is not changed. The signal is the
 * key, because only it passes unchanged through the library between the engine and `fetch`.
 */

const waiting = new WeakMap<AbortSignal, () => void>();

/** From now on `onEach` is called for each part of the answer to the request with this signal. */
export function onPart(signal: AbortSignal, onEach: () => void): void {
  waiting.set(signal, onEach);
}

/** A part of the answer to the request with this signal is here. */
export function notifyPart(signal: AbortSignal | null | undefined): void {
  if (signal) waiting.get(signal)?.();
}

/** These have no body, and a `Response` may not be made with one. */
const BODILESS = [101, 204, 205, 304];

/** The same `fetch`, which tells of each part as it comes. */
export const reportingParts =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const signal = init?.signal;
    const response = await send(input, init);
    if (!signal || !waiting.has(signal)) return response;
    notifyPart(signal);
    if (response.body === null || BODILESS.includes(response.status)) return response;
    const parts = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, onward) {
        notifyPart(signal);
        onward.enqueue(part);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(parts), { status, statusText, headers });
  };

/**
 * The proof of work: a number so that SHA-256 over the booking and the number begins with some zero bits. It costs a visitor a second and
 * whoever floods a calendar as much for each try. In slices, so that the page stays alive, and without the browser's own SHA-256, which
 * answers one at a time and is missing where the page came without HTTPS.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The longest time that the page stands still, ms. Shorter ones leave a busy device to the frames of the page between them. */
const SLICE_MS = 50;
const BATCH = 64;

/** Tells if a hash begins with that many zero bits. */
export function beginsWithZeros(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (hash[at] !== 0) return false;
  return (bits & 7) === 0 || (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

const nextTurn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/**
 * Returns the number, as text.
 * @param text what is to be proved
 * @param bits 0 to 22
 * @throws DOMException `AbortError` when it is given up
 */
export async function proofOfWork(text: string, bits: number, signal: AbortSignal): Promise<string> {
  const begun = sha256.create().update(utf8ToBytes(text));
  let tried = 0;
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (let n = 0; n < BATCH; n++, tried++) {
        const number = String(tried);
        if (beginsWithZeros(begun.clone().update(utf8ToBytes(number)).digest(), bits)) return number;
      }
    }
    await nextTurn();
    signal.throwIfAborted();
  }
}

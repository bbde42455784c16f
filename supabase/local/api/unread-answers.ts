/**
 * Limits the answers that wait in memory for their readers. A client that asks for megabytes and never reads them holds each one
 * until its connection ends, and Node has no limit of its own. Promise: at most `most` bytes and one answer wait. Above that the
 * address with the most waiting bytes loses its oldest answer, together with the connection. A slow reader is cut off only if
 * others of the same address do not read.
 */
import type { ServerResponse } from 'node:http';

/** The answers of a hundred devices that read the first page of a sync at once, uncompressed on slow lines, stay below this. */
const MOST = 256 * 1024 * 1024;

interface Waiting {
  readonly address: string;
  readonly bytes: number;
}

/** Takes an answer after it was written, with its size in bytes. */
export type UnreadLimit = (response: ServerResponse, address: string, bytes: number) => void;

function heaviest(all: Iterable<Waiting>): string | undefined {
  const sums = new Map<string, number>();
  for (const { address, bytes } of all) sums.set(address, (sums.get(address) ?? 0) + bytes);
  return [...sums].sort(([, one], [, other]) => other - one)[0]?.[0];
}

export function limitUnreadAnswers(most = MOST): UnreadLimit {
  const waiting = new Map<ServerResponse, Waiting>();
  let total = 0;
  const leave = (response: ServerResponse) => {
    total -= waiting.get(response)?.bytes ?? 0;
    waiting.delete(response);
  };
  return (response, address, bytes) => {
    if (response.closed || response.writableFinished) return;
    waiting.set(response, { address, bytes });
    total += bytes;
    response.once('close', () => leave(response));
    while (total > most) {
      const name = heaviest(waiting.values());
      const [oldest] = [...waiting].find(([, one]) => one.address === name) ?? [];
      if (!oldest) return;
      leave(oldest);
      oldest.destroy();
    }
  };
}

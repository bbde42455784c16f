/**
 * Answers that wait in memory for their readers: who asks for megabytes and never reads them holds each until their connection ends, and
 * a server has no bound of its own. Promise: what waits is at most `most` bytes and one answer; where it is more, the address that has
 * most of it waiting loses its oldest, with the connection. Who reads, however slowly, is met only where others of their address do not.
 */
import type { ServerResponse } from 'node:http';

/** A hundred devices that read their first page of a sync at once, uncompressed on slow lines, are below it. */
const MOST = 256 * 1024 * 1024;

interface Waiting {
  readonly address: string;
  readonly bytes: number;
}

/** Called with an answer once it is written and what it weighs. */
export type Unread = (response: ServerResponse, address: string, bytes: number) => void;

function heaviest(all: Iterable<Waiting>): string | undefined {
  const sums = new Map<string, number>();
  for (const { address, bytes } of all) sums.set(address, (sums.get(address) ?? 0) + bytes);
  return [...sums].sort(([, one], [, other]) => other - one)[0]?.[0];
}

export function limitUnreadAnswers(most = MOST): Unread {
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

/** A slow line: what goes up and what comes down each waits its turn, so many bytes a second for the whole device. */
import { setTimeout as wait } from 'node:timers/promises';

/** Passed on at a time: fine enough for a line of 1 KB/s. */
export const SLICE = 512;

export interface SlowLine {
  /** Resolves when so many bytes have gone that way; rejects when nobody waits for them any more. */
  pass(way: 'up' | 'down', bytes: number, isOver: () => boolean): Promise<void>;
}

export function slowLine(bytesPerSecond: number): SlowLine {
  const last = { up: Promise.resolve(), down: Promise.resolve() };
  return {
    async pass(way, bytes, isOver) {
      for (let left = bytes; left > 0; left -= SLICE) {
        if (isOver()) throw new Error('the device has given up');
        const ms = (Math.min(left, SLICE) / bytesPerSecond) * 1000;
        last[way] = last[way].then(() => wait(ms));
        await last[way];
      }
    },
  };
}

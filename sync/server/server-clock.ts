/**
 * How far this device's clock is from the server's, from what a pull says. Promise: only what is certain is told. The server
 * looked at its clock somewhere between the request and its answer, so a slow answer widens what is possible and proves
 * nothing. Nothing in the sync goes by either clock; people do (calendar's "now", arrivals, ages).
 */
import type { Clock } from '#sync/machine/clock.ts';
import type { PullAnswer, SyncServer } from './server.ts';

/** Device time minus server time, milliseconds: positive where the device is ahead. */
export interface ClockDrift {
  /** With the server's look in the middle of the round trip. */
  readonly about: number;
  /** How much it is at least and at most, whenever the server looked, in either direction. */
  readonly least: number;
  readonly most: number;
  /** When the answer came, by the device's clock, milliseconds since 1970. */
  readonly heardAt: number;
}

/** Less is no reason to trouble a person. */
export const WRONG_FROM_MS = 5 * 60_000;

/** Null where a slow answer leaves both possible. */
export const isWrong = ({ least, most }: ClockDrift): boolean | null =>
  least > WRONG_FROM_MS ? true : most > WRONG_FROM_MS ? null : false;

/**
 * All in milliseconds since 1970; `sentAt` and `heardAt` by the device's clock.
 * @returns null where that clock was set back meanwhile
 */
export function driftOf(sentAt: number, heardAt: number, serverNow: number): ClockDrift | null {
  if (heardAt < sentAt) return null;
  const [lowest, highest] = [sentAt - serverNow, heardAt - serverNow];
  return {
    about: (lowest + highest) / 2,
    least: Math.max(0, lowest, -highest),
    most: Math.max(Math.abs(lowest), Math.abs(highest)),
    heardAt,
  };
}

/** The same server; tells of each pull that says what time it is there. Answers to another request say nothing. */
export function measuringDrift(server: SyncServer, clock: Clock, hear: (drift: ClockDrift) => void): SyncServer {
  const reportDrift = ({ now, request }: PullAnswer, requestId: string | undefined, sentAt: number): void => {
    const serverNow = Date.parse(now ?? '');
    const drift = request === requestId && Number.isFinite(serverNow) ? driftOf(sentAt, clock.now(), serverNow) : null;
    if (drift) hear(drift);
  };
  return {
    push: (...args) => server.push(...args),
    async pull(salonId, cursors, limit, horizon, signal, request) {
      const sentAt = clock.now();
      const answer = await server.pull(salonId, cursors, limit, horizon, signal, request);
      reportDrift(answer, request, sentAt);
      return answer;
    },
    readEvents: (...args) => server.readEvents(...args),
    checksums: (...args) => server.checksums(...args),
    channel: (...args) => server.channel(...args),
  };
}

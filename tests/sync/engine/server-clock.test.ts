import { describe, expect, it } from 'vitest';
import type { PullAnswer, SyncServer } from '#sync/server/server.ts';
import { type ClockDrift, driftOf, isWrong, measuringDrift } from '#sync/server/server-clock.ts';

const NOON = Date.parse('2026-11-18T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60_000;
const { signal } = new AbortController();

describe('a device’s clock', () => {
  it.each([-1, 1])('is wrong from more than five minutes on, in either direction (%i)', (way) => {
    for (const [minutes, wrong] of [
      [0, false],
      [4, false],
      [5, false],
      [6, true],
      [60 * 24 * 400, true],
    ] as const) {
      const at = NOON + way * minutes * MINUTE;
      const drift = driftOf(at, at, NOON) as ClockDrift;
      expect([drift.about - (at - NOON), isWrong(drift)]).toEqual([0, wrong]);
    }
  });

  it('is not called wrong by a slow answer, whenever the server looked at its own', () => {
    for (const slow of [SECOND, 30 * SECOND, 20 * MINUTE, 60 * 60 * MINUTE])
      for (const part of [0, 0.5, 1]) {
        const drift = driftOf(NOON, NOON + slow, NOON + slow * part) as ClockDrift;
        expect([drift.least, isWrong(drift)]).toEqual([0, slow > 5 * MINUTE ? null : false]);
      }
  });

  it('is called wrong by a slow answer where it is so in every case', () => {
    const at = NOON + 20 * MINUTE;
    expect(driftOf(at, at + 2 * MINUTE, NOON)).toEqual({
      about: 21 * MINUTE,
      least: 20 * MINUTE,
      most: 22 * MINUTE,
      heardAt: at + 2 * MINUTE,
    });
    expect(isWrong(driftOf(NOON - 20 * MINUTE, NOON - 18 * MINUTE, NOON) as ClockDrift)).toBe(true);
  });

  it('says nothing where it was set back between the question and the answer', () => {
    expect(driftOf(NOON, NOON - MINUTE, NOON)).toBeNull();
  });
});

describe('a pull', () => {
  const heard = async (answer: object) => {
    const drifts: ClockDrift[] = [];
    const clock = { now: () => NOON, after: () => () => undefined };
    const server = { pull: async () => answer as PullAnswer } as unknown as SyncServer;
    await measuringDrift(server, clock, (drift) => drifts.push(drift)).pull(1, {}, 1, null, signal, 'mine');
    return drifts;
  };

  it('tells how far the clocks are apart', async () => {
    expect(await heard({ request: 'mine', now: '2026-11-18T11:00:00.000Z' })).toMatchObject([{ about: 60 * MINUTE }]);
  });

  it('says nothing of it without the server’s time, and in the answer to another request', async () => {
    for (const answer of [
      { request: 'mine' },
      { request: 'mine', now: null },
      { request: 'mine', now: 'soon' },
      { request: 'another', now: '2026-11-18T11:00:00.000Z' },
      {},
    ])
      expect(await heard(answer)).toEqual([]);
  });
});

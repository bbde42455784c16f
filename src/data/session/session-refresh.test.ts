import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Refresher, tokenRefresher } from './session-refresh.ts';
import type { SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

const TOKENS: Tokens = {
  userId: 'u',
  email: 'e@greben.test',
  accessToken: 'a',
  refreshToken: 'r',
  lifetime: 60_000,
  receivedAt: Date.parse('2026-11-18T08:40:00Z'),
};

let asked: number[];
let refresher: Refresher;

beforeEach(() => {
  vi.useFakeTimers({ now: TOKENS.receivedAt });
  asked = [];
  refresher = tokenRefresher({
    authUrl: 'http://greben.test/auth/v1',
    key: 'k',
    fetch: async () => {
      asked.push(Date.now());
      throw new TypeError('Failed to fetch');
    },
    store: { readTokens: async () => TOKENS } as SessionStore,
    locks: undefined,
    now: () => Date.now(),
    onRefreshed: () => undefined,
    onRevoked: async () => undefined,
  });
});

afterEach(() => {
  refresher.watch(null);
  vi.useRealTimers();
});

test('in the background it starts before the end and doubles its pauses from 200 ms to half a minute', async () => {
  refresher.watch(TOKENS);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked[0]).toBe(TOKENS.receivedAt + 40_000);
  const pauses = asked.slice(1).map((at, n) => at - (asked[n] ?? 0));
  expect(pauses.slice(0, 9)).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000]);
});

test('a line that returns ends the pause at once', async () => {
  refresher.watch(TOKENS);
  await vi.advanceTimersByTimeAsync(100_000);
  const before = asked.length;
  refresher.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.length).toBe(before + 1);
});

test('nothing is asked for once nobody is signed in', async () => {
  refresher.watch(TOKENS);
  refresher.watch(null);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked).toEqual([]);
});

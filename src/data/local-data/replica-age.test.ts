import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OpenReplica } from '#data/open-replica.ts';
import type { SessionStoreState } from '#data/session/session-state.ts';
import { type SessionStore, sessionStore } from '#data/session/session-store.ts';
import { ReplicaInUseError, removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import type { RemovalParts } from './held-removals.ts';
import { FORGOTTEN_AFTER_DAYS, isForgotten, noteOpened, openedMarks, removeForgotten, watchForgotten } from './replica-age.ts';

let held: { userId: string; salonId: number }[];
vi.mock('#sync/versions/stored-replicas.ts', () => ({ storedReplicas: async () => held }));
vi.mock('#sync/versions/remove-replica.ts', async (original) => ({
  ...(await original<typeof import('#sync/versions/remove-replica.ts')>()),
  removeReplica: vi.fn(),
}));

const DAY = 86_400_000;
const START = Date.parse('2026-11-18T08:00:00Z');
let kept: SessionStore;
let parts: RemovalParts & { kept: SessionStore };
let count = 0;
const forget = vi.fn();

/** Makes the server give a token with its own time. */
async function serverSays(ms: number | null): Promise<void> {
  const accessToken = ms === null ? 'no-token' : `x.${btoa(JSON.stringify({ iat: ms / 1000 }))}.x`;
  await kept.write({
    tokens: { userId: 'ivan', email: '', accessToken, refreshToken: 'r', lifetime: 3_600_000, receivedAt: 0 },
  });
}
/** Looks at the device on that day, by its own clock and by the server's. */
async function look(device: number, server: number | null = device): Promise<string[]> {
  await serverSays(server === null ? null : START + server * DAY);
  const removed = await removeForgotten(parts, START + device * DAY);
  held = held.filter((one) => !removed.includes(one));
  return removed.map(({ userId, salonId }) => `${userId} ${salonId}`);
}

beforeEach(() => {
  vi.mocked(removeReplica).mockReset();
  forget.mockReset();
  count += 1;
  kept = sessionStore(`age-${count}`);
  held = [
    { userId: 'ivan', salonId: 1 },
    { userId: 'elena', salonId: 1 },
  ];
  const profile = { id: 'ivan', email: '', role: 'employee' as const, salonId: 1, createdAt: null };
  const state: SessionStoreState = {
    phase: 'signed-in',
    profile,
    salonId: 1,
    hasSalon: true,
    viewingAsAdmin: false,
    replica: null,
    replicaError: null,
  };
  parts = { session: { store: createStore<SessionStoreState>(() => state) }, kept, forget };
});
afterEach(() => kept.close());

test('what nobody has opened for sixty days goes, and never the one in use', async () => {
  expect(await look(0)).toEqual([]); // from now on it counts
  expect(await look(59)).toEqual([]);
  expect(await look(60)).toEqual(['elena 1']);
  expect(removeReplica).toHaveBeenCalledExactlyOnceWith('elena', 1, { onlyEmpty: true });
  expect(forget).toHaveBeenCalledExactlyOnceWith('elena', 1);
  expect(Object.keys(await openedMarks(kept))).toEqual(['1 ivan']);
});

test.each([
  ['unsent or undecided work', new StillUnsentError(0, 1)],
  ['a window that has it open', new ReplicaInUseError('open')],
])('%s keeps it', async (_what, error) => {
  vi.mocked(removeReplica).mockRejectedValue(error);
  await look(0);
  expect(await look(60)).toEqual([]);
  expect(await look(400)).toEqual([]);
  expect(forget).not.toHaveBeenCalled();
});

test('one that is opened counts anew', async () => {
  await look(0);
  await serverSays(START + 50 * DAY);
  noteOpened(
    kept,
    { userId: 'elena', salonId: 1, status$: new BehaviorSubject({}) } as unknown as OpenReplica,
    () => START + 50 * DAY,
  );
  await vi.waitFor(async () => expect((await openedMarks(kept))['1 elena']?.device).toBe(START + 50 * DAY));
  expect(await look(100)).toEqual([]);
  expect(await look(110)).toEqual(['elena 1']);
});

test('a clock that is set forward, once or for good, takes nothing away', async () => {
  await look(0);
  expect(await look(4000, 1)).toEqual([]);
  expect(await look(4001, 2)).toEqual([]);
  expect(await look(3, 3)).toEqual([]);
  expect(await look(61)).toEqual(['elena 1']);
});

test('nor one that is set back, and what it noted in the future does not count for ever', async () => {
  await look(400, 0);
  expect(await look(1, 1)).toEqual([]);
  expect(await look(60)).toEqual([]);
  expect(await look(61)).toEqual(['elena 1']);
});

test('nor a device that has not heard the server, for however long', async () => {
  await look(0, null);
  expect(await look(500, null)).toEqual([]);
  expect(await look(501)).toEqual([]);
  expect(await look(561)).toEqual(['elena 1']);
});

test('opened without a line after weeks offline it is not taken for what the server last knew', async () => {
  await look(0);
  // Opened on day 50 by a device that last heard the server on day 0.
  await kept.update('opened', (marks) => ({ ...marks, '1 elena': { device: START + 50 * DAY, server: START } }));
  expect(await look(61)).toEqual([]);
});

test('whatever one clock says, it never goes before the other agrees', () => {
  const time = fc.integer({ min: 0, max: 4000 * DAY });
  fc.assert(
    fc.property(time, time, time, time, (device, server, deviceNow, serverNow) => {
      const gone = isForgotten({ device, server }, { device: deviceNow, server: serverNow });
      const least = Math.min(deviceNow - device, serverNow - server);
      expect(gone).toBe(least >= FORGOTTEN_AFTER_DAYS * DAY);
    }),
  );
});

test('who is signed in already when the watch begins, after the start, is looked at as well, and once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await serverSays(START);
  const end = watchForgotten({ ...parts, kept }, () => START);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await openedMarks(kept)).toEqual({});
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(async () => expect(Object.keys(await openedMarks(kept)).sort()).toEqual(['1 elena', '1 ivan']));
  expect(vi.getTimerCount()).toBe(0);
  end();
  vi.useRealTimers();
});

import { beforeEach, expect, test, vi } from 'vitest';
import { sendFromWindow } from '#data/local-data/open-windows.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { onlyOwnVersion, storedSalonsOf } from '#sync/versions/stored-replicas.ts';
import { countUnsent } from '#sync/versions/unsent.ts';
import { pushInBackground, UnsentLeftError } from './background-push.ts';

let signedIn: string | null;
const clientOf = vi.fn((userId: string) => ({ of: userId }));
vi.mock('#data/session/session-background.ts', () => ({
  backgroundSession: () => ({ userId: async () => signedIn, clientOf, close: () => undefined }),
}));
vi.mock('#data/local-data/open-windows.ts', () => ({ sendFromWindow: vi.fn() }));
vi.mock('#sync/versions/stored-replicas.ts', () => ({ storedSalonsOf: vi.fn(), onlyOwnVersion: vi.fn() }));
vi.mock('#sync/versions/unsent.ts', () => ({ countUnsent: vi.fn() }));
vi.mock('#sync/server/supabase-server.ts', () => ({ rowServer: (client: unknown) => client }));
vi.mock('#sync/replica.ts', () => ({ openReplica: vi.fn() }));

let openNow = 0;
/** A replica whose round leaves `left` unsent. */
function opens(left: number, phase = 'synced'): void {
  vi.mocked(openReplica).mockImplementation(async () => {
    openNow += 1;
    expect(openNow).toBe(1); // thirteen open collections are all that a realm may hold
    const close = async () => {
      openNow -= 1;
    };
    const replica = { syncNow: async () => undefined, pendingCount: async () => left, status$: { value: { phase } }, close };
    return replica as unknown as Replica;
  });
}
const opened = () => vi.mocked(openReplica).mock.calls.map(([{ userId, salonId, server }]) => ({ userId, salonId, server }));

beforeEach(() => {
  vi.clearAllMocks();
  signedIn = 'elena';
  openNow = 0;
  vi.mocked(storedSalonsOf).mockResolvedValue([1, 2]);
  vi.mocked(countUnsent).mockImplementation(async (_userId, salonId) => (salonId === 1 ? 2 : 0));
  vi.mocked(sendFromWindow).mockResolvedValue(null);
  vi.mocked(onlyOwnVersion).mockResolvedValue(true);
  opens(0);
});

test('opens what has something unsent and no other, as the person who is signed in, and closes it', async () => {
  await pushInBackground();
  expect(opened()).toEqual([{ userId: 'elena', salonId: 1, server: { of: 'elena', channel: expect.any(Function) } }]);
  expect(openNow).toBe(0);
});

test('several salons go one after the other', async () => {
  vi.mocked(countUnsent).mockResolvedValue(1);
  await pushInBackground();
  expect(opened().map(({ salonId }) => salonId)).toEqual([1, 2]);
});

test('nobody signed in: nothing is looked at', async () => {
  signedIn = null;
  await pushInBackground();
  expect(storedSalonsOf).not.toHaveBeenCalled();
});

test('a window that has the replica open does it itself', async () => {
  vi.mocked(sendFromWindow).mockResolvedValue(0);
  await pushInBackground();
  expect(opened()).toEqual([]);
});

test('a replica of another local schema version is left to the window that will carry it over', async () => {
  vi.mocked(onlyOwnVersion).mockResolvedValue(false);
  await pushInBackground();
  expect(opened()).toEqual([]);
});

test('what is left makes the browser try again, whoever could not send it', async () => {
  opens(2);
  await expect(pushInBackground()).rejects.toMatchObject({ name: 'UnsentLeftError', unsent: 2 });
  vi.mocked(sendFromWindow).mockResolvedValue(1);
  await expect(pushInBackground()).rejects.toBeInstanceOf(UnsentLeftError);
  expect(openNow).toBe(0);
});

test('what another try cannot change makes none', async () => {
  opens(2, 'blocked');
  await pushInBackground();
  expect(openNow).toBe(0);
});

test('asked twice at once it runs once', async () => {
  await Promise.all([pushInBackground(), pushInBackground()]);
  expect(opened()).toHaveLength(1);
});

test('on a slow line it goes on as long as something arrives, and gives up when nothing does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let left = 40;
  let rounds = 0;
  // Each round is given up after half a minute of silence; the first two are too large, the next ones bring ten rows each.
  const syncNow = async () => {
    vi.setSystemTime(Date.now() + 30_000);
    if (++rounds > 2) left -= 10;
  };
  const status$ = { value: { phase: 'offline' } };
  const replica = { syncNow, pendingCount: async () => left, status$, close: async () => undefined };
  vi.mocked(openReplica).mockImplementation(async () => replica as unknown as Replica);
  await pushInBackground();
  expect([rounds, left]).toEqual([6, 0]);

  left = 5;
  rounds = -1_000;
  await expect(pushInBackground()).rejects.toMatchObject({ unsent: 5 });
  expect(rounds).toBe(-996);
  vi.useRealTimers();
});

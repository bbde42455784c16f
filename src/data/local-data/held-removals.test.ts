import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SessionStoreState } from '#data/session/session-state.ts';
import { type ReplicaKey, type SessionStore, sessionStore } from '#data/session/session-store.ts';
import { ReplicaInUseError, removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import { finishRemovals, type RemovalParts, removeBeforeOpening } from './held-removals.ts';

vi.mock('#sync/versions/remove-replica.ts', async (original) => ({
  ...(await original<typeof import('#sync/versions/remove-replica.ts')>()),
  removeReplica: vi.fn(),
}));

const OWN: ReplicaKey = { userId: 'elena', salonId: 1 };
let kept: SessionStore;
let store: RemovalParts['session']['store'];
let parts: RemovalParts;
let end: () => void = () => undefined;
let count = 0;
const forget = vi.fn();

const signedOut = () => store.setState({ phase: 'signed-out', replica: null, replicaError: null }, true);
function become(id: string, salonId: number): void {
  const profile = { id, email: `${id}@greben.test`, role: 'employee' as const, salonId, createdAt: null };
  store.setState(
    { phase: 'signed-in', profile, salonId, hasSalon: true, viewingAsAdmin: false, replica: null, replicaError: null },
    true,
  );
}
const wanted = (...removals: ReplicaKey[]) => kept.update('removals', () => removals);
const left = async () => (await kept.get('removals')) ?? [];

beforeEach(() => {
  vi.mocked(removeReplica).mockReset();
  forget.mockReset();
  count += 1;
  kept = sessionStore(`removals-${count}`);
  store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  parts = { session: { store }, kept, forget };
});
afterEach(() => {
  end();
  kept.close();
});

test('what was to go goes as soon as its person has left, in their absence only what is empty', async () => {
  end = finishRemovals(parts);
  become('elena', 1);
  await wanted(OWN);
  signedOut();
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(removeReplica).toHaveBeenCalledExactlyOnceWith('elena', 1, { onlyEmpty: true });
  expect(forget).toHaveBeenCalledExactlyOnceWith('elena', 1);
});

test('a window that still has it open delays it', async () => {
  vi.mocked(removeReplica).mockRejectedValueOnce(new ReplicaInUseError('open'));
  await wanted(OWN);
  signedOut();
  end = finishRemovals(parts);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(removeReplica).toHaveBeenCalledTimes(2);
});

test('the next start finishes what broke off, whoever is signed in by then', async () => {
  await wanted(OWN);
  end = finishRemovals(parts);
  expect(removeReplica).not.toHaveBeenCalled(); // nobody knows yet who is signed in
  become('ivan', 1);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(removeReplica).toHaveBeenCalledOnce();
});

test('what was written after all is not taken, and the list forgets it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.mocked(removeReplica).mockRejectedValue(new StillUnsentError(1, 0));
  await wanted(OWN);
  signedOut();
  end = finishRemovals(parts);
  await vi.waitFor(async () => expect(await left()).toEqual([]));
  expect(removeReplica).toHaveBeenCalledOnce();
  expect(forget).not.toHaveBeenCalled();
});

test('the salon that its person has open again is left alone', async () => {
  await wanted(OWN, { userId: 'elena', salonId: 2 });
  end = finishRemovals(parts);
  become('elena', 1);
  await vi.waitFor(async () => expect(await left()).toEqual([OWN]));
  expect(removeReplica).toHaveBeenCalledExactlyOnceWith('elena', 2, { onlyEmpty: true });
});

test('before it opens again it goes, or stays for good', async () => {
  await wanted(OWN);
  await removeBeforeOpening(parts, { userId: 'elena', salonId: 2 });
  expect(removeReplica).not.toHaveBeenCalled();
  await removeBeforeOpening(parts, OWN);
  expect(removeReplica).toHaveBeenCalledOnce();
  expect(await left()).toEqual([]);
  await wanted(OWN);
  vi.mocked(removeReplica).mockRejectedValue(new ReplicaInUseError('frozen'));
  await removeBeforeOpening(parts, OWN);
  expect(await left()).toEqual([]);
});

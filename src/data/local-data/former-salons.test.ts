import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SessionState, SessionStoreState } from '#data/session/session-state.ts';
import type { UserRole } from '#schemas/constants.ts';
import { removeReplica } from '#sync/versions/remove-replica.ts';
import { discardSalonWork, dismissRemoved, type FormerSalonsParts, followFormerSalons, formerSalons } from './former-salons.ts';
import type { InWindow } from './open-windows.ts';

interface Work {
  unsent: number;
  issues: number;
}
/** The unsent work on the device, by person and salon. */
let disk: Map<string, Work>;
let windows: InWindow[];
const keyOf = (userId: string, salonId: number) => `${userId} ${salonId}`;

vi.mock('#sync/versions/stored-replicas.ts', () => ({
  storedSalonsOf: async (userId: string) =>
    [...disk.keys()].filter((key) => key.startsWith(`${userId} `)).map((key) => Number(key.split(' ')[1])),
  unsyncedWorkIn: async (userId: string, salonId: number) => ({ salonId, ...disk.get(keyOf(userId, salonId)) }),
  storedSalonName: async (_userId: string, salonId: number) => ({ bg: `Салон ${salonId}`, en: `Salon ${salonId}` }),
}));
vi.mock('#sync/versions/remove-replica.ts', () => ({
  removeReplica: vi.fn(async (userId: string, salonId: number) => void disk.delete(keyOf(userId, salonId))),
}));
vi.mock('./open-windows.ts', () => ({ openReplicas: async () => windows }));

let store: FormerSalonsParts['session']['store'];
let may: boolean | null;
const mayEnter = vi.fn(async (_userId: string, _salonId: number) => may);
const sendElsewhere = vi.fn(async () => undefined);
const forget = vi.fn();
const hasUnsaved = vi.fn(async (_userId: string, _salonId: number) => false);
let end: () => void;

const NOTHING: Work = { unsent: 0, issues: 0 };
function become(id: string, salonId: number | null, role: UserRole = 'employee'): void {
  const profile = { id, email: `${id}@greben.test`, role, salonId, createdAt: null };
  const state: SessionState = { phase: 'signed-in', profile, salonId, hasSalon: salonId !== null, viewingAsAdmin: false };
  store.setState({ ...state, replica: null, replicaError: null }, true);
}
const follow = () => {
  end = followFormerSalons({ session: { store }, mayEnter, sendElsewhere, forget, hasUnsaved });
};
const looked = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  disk = new Map();
  windows = [];
  may = false;
  store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  formerSalons.setState({ salons: [], removed: [] });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

test('a withdrawn salon with nothing unsent is taken from the device on the server’s word, and that is told until it is read', async () => {
  disk.set('elena 1', NOTHING).set('elena 2', NOTHING).set('ivan 1', NOTHING);
  follow();
  become('elena', 2);
  await looked();
  expect([...disk.keys()]).toEqual(['elena 2', 'ivan 1']);
  expect(mayEnter.mock.calls).toEqual([['elena', 1]]);
  expect(forget).toHaveBeenCalledExactlyOnceWith('elena', 1);
  expect(formerSalons.getState().removed).toMatchObject([{ salonId: 1, name: { bg: 'Салон 1' } }]);
  dismissRemoved();
  expect(formerSalons.getState().removed).toEqual([]);
});

test.each([
  ['unsent', { unsent: 2, issues: 0 }],
  ['undecided', { unsent: 0, issues: 1 }],
])('one with something %s stays and is told', async (_what, work) => {
  disk.set('elena 1', work);
  follow();
  become('elena', null);
  await looked();
  expect(removeReplica).not.toHaveBeenCalled();
  expect(formerSalons.getState().salons).toMatchObject([{ salonId: 1, withdrawn: true, ...work }]);
});

test('one that has been sent meanwhile goes at a later look', async () => {
  disk.set('elena 1', { unsent: 1, issues: 0 });
  follow();
  become('elena', null);
  await looked();
  disk.set('elena 1', NOTHING);
  await looked(15_000);
  expect(disk.size).toBe(0);
  expect(formerSalons.getState().salons).toEqual([]);
});

test.each([
  ['the server cannot be asked', null, []],
  ['another window still has it open', false, [{ userId: 'elena', salonId: 1 }]],
])('nothing is removed while %s', async (_why, word, open) => {
  disk.set('elena 1', NOTHING);
  may = word;
  windows = open;
  follow();
  become('elena', null);
  await looked(60_000);
  expect(disk.size).toBe(1);
  may = false;
  windows = [];
  await looked(15_000);
  expect(disk.size).toBe(0);
});

test('nothing is removed that the server still lets the person into: a salon that they have just founded', async () => {
  disk.set('elena 1', NOTHING);
  may = true;
  follow();
  become('elena', null);
  await looked(60_000);
  expect(disk.size).toBe(1);
});

test('a salon that became the open one while the server was asked stays', async () => {
  disk.set('elena 1', NOTHING);
  mayEnter.mockImplementationOnce(async () => {
    become('elena', 1);
    return false;
  });
  follow();
  become('elena', null);
  await looked(60_000);
  expect(disk.size).toBe(1);
});

test('a salon that an administrator has left is taken from the device once nothing there is unsent, and nobody need be told', async () => {
  disk.set('admin 1', { unsent: 2, issues: 0 }).set('admin 2', NOTHING).set('ivan 1', NOTHING);
  follow();
  become('admin', 2, 'admin');
  await looked();
  expect(formerSalons.getState().salons).toMatchObject([{ salonId: 1, unsent: 2, withdrawn: false }]);
  expect(sendElsewhere).toHaveBeenCalledOnce();
  expect(removeReplica).not.toHaveBeenCalled();
  disk.set('admin 1', NOTHING);
  await looked(15_000);
  expect(formerSalons.getState()).toEqual({ salons: [], removed: [] });
  expect([...disk.keys()]).toEqual(['admin 2', 'ivan 1']);
  expect(forget).toHaveBeenCalledExactlyOnceWith('admin', 1);
  expect(mayEnter).not.toHaveBeenCalled();
});

test('of an administrator stay the own salon, what is to be decided, and what another window looks at', async () => {
  disk.set('admin 1', NOTHING).set('admin 3', { unsent: 0, issues: 4 }).set('admin 4', NOTHING);
  windows = [{ userId: 'admin', salonId: 4 } as InWindow];
  follow();
  become('admin', 1, 'admin');
  await looked();
  expect([...disk.keys()]).toEqual(['admin 1', 'admin 3', 'admin 4']);
  const own = store.getState();
  if (own.phase === 'signed-in') store.setState({ ...own, salonId: 9, viewingAsAdmin: true }); // `profile.salonId` is 1 still
  await looked(15_000);
  expect([...disk.keys()]).toEqual(['admin 1', 'admin 3', 'admin 4']);
  windows = [];
  await looked(15_000);
  expect([...disk.keys()]).toEqual(['admin 1', 'admin 3']);
});

test('a salon in which an administrator has counted or typed something stays until that is saved', async () => {
  disk.set('admin 1', NOTHING).set('admin 2', NOTHING);
  hasUnsaved.mockResolvedValueOnce(true);
  follow();
  become('admin', 2, 'admin');
  await looked();
  expect(hasUnsaved).toHaveBeenCalledExactlyOnceWith('admin', 1);
  expect([...disk.keys()]).toEqual(['admin 1', 'admin 2']);
  expect(forget).not.toHaveBeenCalled();
  become('admin', 3, 'admin');
  await looked();
  expect([...disk.keys()]).toEqual([]);
});

test('another person sees nothing of it, and who signs out neither', async () => {
  disk.set('elena 1', { unsent: 1, issues: 0 });
  follow();
  become('elena', null);
  await looked();
  expect(formerSalons.getState().salons).toHaveLength(1);
  formerSalons.setState({ removed: [{ salonId: 9, name: null }] });
  become('ivan', 1);
  expect(formerSalons.getState()).toEqual({ salons: [], removed: [] });
  await looked();
  expect(formerSalons.getState()).toEqual({ salons: [], removed: [] });
  become('elena', null);
  await looked();
  store.setState({ phase: 'signed-out', replica: null, replicaError: null }, true);
  await looked(60_000);
  expect(formerSalons.getState()).toEqual({ salons: [], removed: [] });
  expect(disk.size).toBe(1);
});

test('what a person gives up is gone, unsent or not', async () => {
  disk.set('elena 1', { unsent: 1, issues: 0 });
  follow();
  become('elena', null);
  await looked();
  await discardSalonWork('elena', 1, forget);
  expect(removeReplica).toHaveBeenCalledExactlyOnceWith('elena', 1, { evenUnsent: true });
  expect(forget).toHaveBeenCalledOnce();
  expect(formerSalons.getState().salons).toEqual([]);
});

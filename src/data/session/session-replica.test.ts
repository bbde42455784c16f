import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Replica } from '#sync/replica.ts';
import type { Profile, Session } from './session.ts';
import { keepReplica } from './session-replica.ts';
import type { SessionState, SessionStoreState } from './session-state.ts';

const profile = (id: string): Profile => ({ id, email: `${id}@greben.test`, role: 'employee', salonId: 1, createdAt: null });
const inSalon = (id: string, salonId: number | null): SessionState => ({
  phase: 'signed-in',
  profile: profile(id),
  salonId,
  hasSalon: salonId !== null,
  viewingAsAdmin: false,
});

let store: Session['store'];
let story: string[];
let openNow: number;
let failures: number;

/** Behaves as the session does: the shown replica is never that of somebody else. */
function become(state: SessionState): void {
  const { replica } = store.getState();
  const stays = state.phase === 'signed-in' && replica?.userId === state.profile.id && replica.salonId === state.salonId;
  store.setState({ ...state, replica: stays ? replica : null, replicaError: null }, true);
}

async function open(userId: string, salonId: number): Promise<Replica> {
  story.push(`open ${userId} ${salonId}`);
  await Promise.resolve();
  if (failures-- > 0) throw new Error('the disk is closed');
  openNow += 1;
  expect(openNow).toBe(1);
  const close = async () => {
    await Promise.resolve();
    openNow -= 1;
    story.push(`close ${userId} ${salonId}`);
  };
  return { userId, salonId, close } as unknown as Replica;
}

const keep = () => keepReplica({ store } as Session, open);
const opened = (userId: string, salonId: number) =>
  vi.waitFor(() => expect(store.getState().replica).toMatchObject({ userId, salonId }));

beforeEach(() => {
  store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  story = [];
  openNow = 0;
  failures = 0;
});

test('opens for the person and their salon, once they are known', async () => {
  keep();
  expect(story).toEqual([]);
  become(inSalon('elena', 1));
  await opened('elena', 1);
  expect(story).toEqual(['open elena 1']);
});

test('screens get it without its door', async () => {
  keep();
  become(inSalon('elena', 1));
  await opened('elena', 1);
  expect(store.getState().replica).not.toHaveProperty('close');
});

test('closes the one before it opens another', async () => {
  keep();
  become(inSalon('elena', 1));
  await opened('elena', 1);
  become(inSalon('elena', 2));
  expect(store.getState().replica).toBeNull();
  await opened('elena', 2);
  become({ phase: 'signed-out' });
  await vi.waitFor(() => expect(openNow).toBe(0));
  expect(story).toEqual(['open elena 1', 'close elena 1', 'open elena 2', 'close elena 2']);
});

test('changes faster than opening end with the last one, and never two at a time', async () => {
  keep();
  become(inSalon('elena', 1));
  become(inSalon('elena', 2));
  become(inSalon('ivan', 3));
  await opened('ivan', 3);
  expect(openNow).toBe(1);
});

test('a token that is refreshed, or a profile read again, leaves it open', async () => {
  keep();
  become(inSalon('elena', 1));
  await opened('elena', 1);
  become(inSalon('elena', 1));
  await Promise.resolve();
  expect(story).toEqual(['open elena 1']);
});

test('a failure to open is told and tried again on request', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  failures = 1;
  const keeper = keep();
  become(inSalon('elena', 1));
  await vi.waitFor(() => expect(store.getState().replicaError).toMatchObject({ message: 'the disk is closed' }));
  keeper.retry();
  await opened('elena', 1);
  expect(store.getState().replicaError).toBeNull();
});

test('stopping closes it', async () => {
  const keeper = keep();
  become(inSalon('elena', 1));
  await opened('elena', 1);
  await keeper.stop();
  expect(openNow).toBe(0);
});

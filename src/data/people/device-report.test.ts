// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OpenReplica } from '#data/open-replica.ts';
import { reportDevice } from './device-report.ts';

const MINUTE = 60_000;
const OWN = { id: '0190aaaa-0000-4000-8000-000000000000', name: 'Таблет' };

let status$: BehaviorSubject<object>;
let now: number;
let rounds: number;
let answer: { data: unknown; error: unknown; status: number };
let called: { name: string; args: Record<string, unknown> }[];
/** The answer of a slow line. */
let slow: Promise<typeof answer> | null;
let viewingAsAdmin: boolean;
const leaving = vi.fn();
let ends: (() => void)[];

beforeEach(() => {
  localStorage.clear();
  shown('visible');
  rounds = 0;
  now = Date.parse('2026-11-18T08:40:00Z');
  status$ = new BehaviorSubject<object>({ phase: 'starting', lastSyncedAt: null, rev: 0, pending: 0 });
  answer = { data: { every: 600 }, error: null, status: 200 };
  called = [];
  slow = null;
  viewingAsAdmin = false;
  ends = [];
  leaving.mockReset();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
});

function shown(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

function begin(): void {
  const replica = { userId: 'u1', salonId: 7, status$ } as unknown as OpenReplica;
  const client = {
    rpc: (name: string, args: Record<string, unknown>) => {
      called.push({ name, args });
      return { retry: async () => slow ?? answer };
    },
  };
  const state = () => ({ phase: 'signed-in', profile: { id: 'u1' }, viewingAsAdmin });
  const session = {
    store: { ...createStore(() => ({})), getState: state },
    clientOf: async () => client,
    reportLeaving: leaving,
  };
  ends.push(reportDevice({ session: session as never, own: async () => OWN, now: () => now }, replica));
}

async function round(more: object = {}): Promise<void> {
  rounds += 1;
  status$.next({ phase: 'synced', lastSyncedAt: `round ${rounds}`, rev: rounds, pending: 0, ...more });
  await new Promise((resolve) => setTimeout(resolve));
}

it('a report follows a round, at most every ten minutes, and makes none', async () => {
  begin();
  await Promise.resolve();
  expect(called).toEqual([]);
  await round({ pending: 2 });
  expect(called).toEqual([
    {
      name: 'report_device',
      args: {
        ...{ p_salon_id: 7, p_device: OWN.id, p_name: 'Таблет', p_app: '1.0', p_rev: 1, p_unsent: 2, p_visible: true },
      },
    },
  ]);
  now += 10 * MINUTE - 1;
  await round();
  expect(called).toHaveLength(1);
  now += 1;
  await round();
  expect(called).toHaveLength(2);
});

it('a round that failed is none, and the server may name another pause', async () => {
  answer = { data: { every: 120 }, error: null, status: 200 };
  begin();
  await round({ phase: 'offline' });
  expect(called).toEqual([]);
  await round();
  now += 2 * MINUTE;
  await round();
  expect(called).toHaveLength(2);
});

it('the last round before this one was opened is none', async () => {
  status$.next({ phase: 'syncing', lastSyncedAt: 'yesterday', rev: 1, pending: 3 });
  begin();
  await new Promise((resolve) => setTimeout(resolve));
  expect(called).toEqual([]);
  await round({ phase: 'syncing' });
  expect(called).toHaveLength(1);
});

it('what did not arrive is reported after the next round', async () => {
  begin();
  answer = { data: null, error: { message: 'Failed to fetch' }, status: 0 };
  await round();
  answer = { data: { every: 120 }, error: null, status: 200 };
  await round();
  await round();
  expect(called.map(({ args }) => args.p_rev)).toEqual([1, 2]);
});

it('of two windows one reports', async () => {
  begin();
  begin();
  await round();
  expect(called).toHaveLength(1);
});

it('a failure is nobody’s to see, and an administrator who only looks reports nothing', async () => {
  answer = { data: null, error: { message: 'broken' }, status: 500 };
  begin();
  await round();
  expect(called).toHaveLength(1);
  viewingAsAdmin = true;
  now += 20 * MINUTE;
  await round();
  expect(called).toHaveLength(1);
});

it('the last window that hides says so', async () => {
  begin();
  await round();
  shown('hidden');
  expect(leaving.mock.calls).toEqual([['u1', expect.objectContaining({ p_salon_id: 7, p_device: OWN.id, p_visible: false })]]);
  shown('visible');
  shown('hidden');
  expect(leaving).toHaveBeenCalledTimes(1); // nobody was told that it was in sight again
});

it('back in sight, its next round reports it, however short it was out of sight', async () => {
  begin();
  await round();
  now += MINUTE;
  shown('hidden');
  shown('visible');
  await round();
  expect(called.map(({ args }) => args.p_visible)).toEqual([true, true]);
  await round();
  expect(called).toHaveLength(2);
});

it('whichever window has said that it is in sight, the last one that hides says that it is not', async () => {
  begin();
  await round();
  for (const end of ends.splice(0)) end();
  begin();
  await Promise.resolve();
  shown('hidden');
  expect(leaving).toHaveBeenCalledTimes(1);
});

it('a window out of sight does not say so of the device while another is in sight', async () => {
  begin();
  await round();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'); // of this window, which is not the last one
  now += 10 * MINUTE;
  await round();
  expect(called.map(({ args }) => args.p_visible)).toEqual([true, true]);
});

it('a report that was under way while the device went out of sight has not the last word', async () => {
  begin();
  let arrives: (value: typeof answer) => void = () => undefined;
  slow = new Promise((resolve) => {
    arrives = resolve;
  });
  await round();
  shown('hidden');
  expect(leaving).toHaveBeenCalledTimes(1);
  arrives(answer);
  await vi.waitFor(() => expect(leaving).toHaveBeenCalledTimes(2));
  shown('visible');
  slow = null;
  await round();
  expect(called).toHaveLength(2);
});

it('a window that was never reported to be in sight says nothing', async () => {
  begin();
  shown('hidden');
  expect(leaving).not.toHaveBeenCalled();
});
